// A moderator opens a case without a report: about a person, or from a link.
import { useState } from 'react'
import { NOTICE_URL_MAX } from '#shared/limits.ts'
import { REPORT_REASONS, type ReportReason } from '#shared/rules/report-reasons.ts'
import { go } from '#web/lib/navigation.ts'
import { paths } from '#web/paths.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { shownMessage } from '#web/lib/api-error.ts'
import { useOpenCase } from './queries.ts'

const REASONS = (Object.keys(REPORT_REASONS) as ReportReason[]).map((value) => ({
  value,
  label: REPORT_REASONS[value].label,
}))

type OpenCaseDialogProps = {
  /** Without a person, the dialog asks for a link. */
  person?: { id: string; username: string }
  onClose: () => void
}

export function OpenCaseDialog({ person, onClose }: OpenCaseDialogProps) {
  const [reason, setReason] = useState<ReportReason>('spam')
  const [url, setUrl] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const openCase = useOpenCase()
  const refused = shownMessage(openCase.error, 'Couldn’t open a case. Try again.')
  return (
    <FormDialog
      title={person ? `Open a case about @${person.username}` : 'Open a case'}
      subtitle="Nobody is told until you decide."
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!person && url.trim() === '') return setIsMissing(true)
        if (openCase.isPending) return
        openCase.mutate(
          { reason, ...(person ? { personId: person.id } : { url }) },
          {
            onSuccess: ({ id }) => {
              onClose()
              go(paths.adminCase(id))
            },
          },
        )
      }}
      submitLabel="Open the case"
      pendingLabel="Opening..."
      isPending={openCase.isPending}
    >
      {!person && (
        <Field
          label="Link"
          hint="To a signal, a comment or a profile"
          error={isMissing && url.trim() === '' ? 'Enter the link' : refused}
        >
          <Input
            value={url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={NOTICE_URL_MAX}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
      )}
      <Field label="Reason">
        <Select options={REASONS} value={reason} onValueChange={setReason} />
      </Field>
    </FormDialog>
  )
}
