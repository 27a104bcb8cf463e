// Asks why a signal, a comment or a person is reported: `?dialog=report&signal=…`, `&comment=…` or `&profile=…`.
import { type FormEvent, useId, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { SUBJECT_KINDS, type SubjectKind } from '#shared/contracts/reports.ts'
import { REPORT_TEXT_MAX } from '#shared/limits.ts'
import { REPORT_REASONS, type ReportReason } from '#shared/rules/report-reasons.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { classes } from '#web/ui/classes.ts'
import { focusAfterDialog } from '#web/ui/dialog.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { useReport } from './queries.ts'

const TITLES: Record<SubjectKind, string> = {
  signal: 'Report this signal',
  comment: 'Report this comment',
  profile: 'Report this person',
}

type Subject = { kind: SubjectKind; id: string }

function subjectIn(search: string): Subject | null {
  const params = new URLSearchParams(search)
  for (const kind of SUBJECT_KINDS) {
    const id = params.get(kind)
    if (id !== null) return { kind, id }
  }
  return null
}

export default function ReportDialog() {
  const { isOpen, close, closeIfOpen } = useDialog('report')
  const subject = subjectIn(useSearch())
  // Remounted for each report.
  return isOpen && subject ? <ReportForm subject={subject} onClose={close} onSent={closeIfOpen} /> : null
}

type ReportFormProps = { subject: Subject; onClose: () => void; onSent: () => void }

function ReportForm({ subject, onClose, onSent }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason>()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const report = useReport()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason) return setIsMissing(true)
    report.mutate(
      { subjectKind: subject.kind, subjectId: subject.id, reason, text },
      {
        onSuccess: () => {
          focusAfterDialog(subject.kind === 'profile' ? 'content' : `${subject.kind}-${subject.id}`)
          onSent()
        },
      },
    )
  }
  return (
    <FormDialog
      title={TITLES[subject.kind]}
      subtitle={
        subject.kind === 'profile'
          ? 'They won’t know who reported them.'
          : 'The author won’t know who reported it.'
      }
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Send report"
      pendingLabel="Sending..."
      isPending={report.isPending}
    >
      <Reasons value={reason} isMissing={isMissing && !reason} onChange={setReason} />
      <Field label="What’s wrong?" mark="(Optional)">
        <Textarea
          value={text}
          maxLength={REPORT_TEXT_MAX}
          placeholder="A sentence helps us decide faster"
          onChange={(event) => setText(event.target.value)}
          // Browsers only scroll to its first line, and the rest would stay behind the buttons.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
        />
      </Field>
    </FormDialog>
  )
}

type ReasonsProps = {
  value: ReportReason | undefined
  isMissing: boolean
  onChange: (reason: ReportReason) => void
}

function Reasons({ value, isMissing, onChange }: ReasonsProps) {
  const name = useId()
  return (
    <fieldset
      className="grid min-w-0 gap-2"
      role="radiogroup"
      aria-label="Reason"
      aria-required
      aria-invalid={isMissing || undefined}
      aria-describedby={isMissing ? `${name}-error` : undefined}
    >
      {(Object.keys(REPORT_REASONS) as ReportReason[]).map((reason) => {
        const { label, ...rest } = REPORT_REASONS[reason]
        return (
          <label
            key={reason}
            className={classes(
              'relative grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-control border',
              'border-line-strong px-4 py-2.5 transition-colors duration-150 has-checked:border-brand',
              'has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
              'has-focus-visible:outline-focus',
            )}
          >
            <input
              type="radio"
              className="mt-[3px] size-4.5 accent-brand-solid outline-none"
              name={name}
              value={reason}
              checked={reason === value}
              onChange={() => onChange(reason)}
            />
            <span>
              <span className="block font-strong">{label}</span>
              {'hint' in rest && <span className="block text-small text-ink-2">{rest.hint}</span>}
            </span>
          </label>
        )
      })}
      {isMissing && <FieldError id={`${name}-error`}>Choose a reason</FieldError>}
    </fieldset>
  )
}
