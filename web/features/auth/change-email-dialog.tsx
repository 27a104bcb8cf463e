// The dialog that changes the email. The change counts once its link, which is sent to the new address, is opened.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { email, EmailChange } from '#shared/contracts/email.ts'
import type { Request } from '#shared/endpoint.ts'
import { ApiError, isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/text-input.tsx'

type Change = Request<typeof email.change>['body']

export function ChangeEmailDialog() {
  const { isOpen } = useDialog('change-email')
  // Mounted only while it is open, so that no password stays in its field.
  return isOpen ? <OpenDialog /> : null
}

/** The field that each refusal is about. */
const FIELDS: Record<string, keyof Change> = {
  wrong_password: 'currentPassword',
  email_taken: 'email',
  same_email: 'email',
}
const fieldOf = (error: unknown) => (error instanceof ApiError ? FIELDS[error.problem.code ?? ''] : undefined)

function OpenDialog() {
  const { close } = useDialog('change-email')
  const viewer = useViewer()
  const form = useForm({
    resolver: zodResolver(EmailChange),
    defaultValues: { email: '', currentPassword: '' },
  })
  const { errors } = form.formState
  const change = useMutation({
    mutationFn: (body: Change) => call(email.change, { body }),
    onError: (error) => {
      const field = fieldOf(error)
      if (field) form.setError(field, { message: messageOf(error) ?? '' }, { shouldFocus: true })
    },
  })
  const frame = {
    open: true,
    onOpenChange: (open: boolean) => !open && close(),
    title: 'Change email',
  }
  const isShownInField = fieldOf(change.error) !== undefined || isUnauthorized(change.error)
  if (change.data)
    return (
      <Dialog {...frame} foot={<Button onClick={close}>Done</Button>}>
        <Sent message={change.data.message} />
      </Dialog>
    )
  return (
    <Dialog
      {...frame}
      subtitle={`Now it is ${viewer.email}.`}
      onSubmit={(event) => void form.handleSubmit((body) => change.mutate(body))(event)}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" pending={change.isPending} pendingLabel="Sending...">
            Send link
          </Button>
        </>
      }
    >
      {/* Tells password managers which account the password is for. */}
      <input type="text" autoComplete="username" value={viewer.username} readOnly hidden />
      <Field
        label="New email"
        hint="We send a link there. Your email changes when you open it."
        error={errors.email?.message}
      >
        <Input {...form.register('email')} type="email" autoComplete="email" autoFocus />
      </Field>
      <Field label="Current password" error={errors.currentPassword?.message}>
        <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
      </Field>
      {change.error && !isShownInField && (
        <Banner tone="loss" role="alert">
          {messageOf(change.error) ?? 'We couldn’t send the link. Try again.'}
        </Banner>
      )}
    </Dialog>
  )
}

function Sent({ message }: { message: string }) {
  const banner = useRef<HTMLDivElement>(null)
  // The pressed button is gone, so the focus moves to what it did.
  useEffect(() => banner.current?.focus(), [])
  return (
    <Banner ref={banner} role="status" tabIndex={-1} tone="gain" icon={CircleCheck} title={message}>
      Until you open it, your email stays the same. Nothing after a few minutes? Look in your spam folder.
    </Banner>
  )
}
