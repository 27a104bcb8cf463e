// The dialog that changes the email. The change takes effect when the link sent to the new address is opened.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { email, EmailChange } from '#shared/contracts/email.ts'
import type { Request } from '#shared/endpoint.ts'
import { ApiError, messageOf, shownMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { SentNotice } from './sent-email.tsx'

export function ChangeEmailDialog() {
  const { isOpen } = useDialog('change-email')
  return isOpen ? <OpenDialog /> : null
}

function OpenDialog() {
  const { close } = useDialog('change-email')
  const viewer = useViewer()
  const form = useForm({ resolver: zodResolver(EmailChange), defaultValues: { email: '' } })
  const change = useMutation({
    mutationFn: (body: Request<typeof email.change>['body']) => call(email.change, { body }),
    onError: (error) => {
      if (isAboutAddress(error))
        form.setError('email', { message: messageOf(error) ?? '' }, { shouldFocus: true })
    },
  })
  const { data, error } = change
  return (
    <FormDialog
      title="Change email"
      subtitle={data ? undefined : `Current: ${viewer.email}`}
      onClose={close}
      onSubmit={(event) => void form.handleSubmit((body) => change.mutate(body))(event)}
      submitLabel="Send link"
      pendingLabel="Sending..."
      isPending={change.isPending}
      done={
        data && (
          <SentNotice message={data.message}>
            Until you open it, your email stays the same. Nothing after a few minutes? Look in your spam
            folder.
          </SentNotice>
        )
      }
      error={isAboutAddress(error) ? undefined : shownMessage(error, 'We couldn’t send the link. Try again.')}
    >
      <Field
        label="New email"
        hint="We send a link there. Your email changes when you open it."
        error={form.formState.errors.email?.message}
      >
        <Input {...form.register('email')} type="email" autoComplete="email" autoFocus />
      </Field>
    </FormDialog>
  )
}

const isAboutAddress = (error: unknown) =>
  error instanceof ApiError && ['email_taken', 'same_email'].includes(error.problem.code ?? '')
