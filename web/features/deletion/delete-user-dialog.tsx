// The dialog that asks for deleting one's own account; it says what happens, and asks for password and username.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { deletion, DeletionRequest } from '#shared/contracts/deletion.ts'
import type { Request } from '#shared/endpoint.ts'
import { DELETION_DAYS } from '#shared/limits.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { deletionDate, FORMER_MEMBER } from '#shared/rules/deletion.ts'
import { ApiError, isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Consequences, Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/text-input.tsx'

/** Opens at `?dialog=delete-user`. */
export function DeleteUserDialog() {
  const { isOpen } = useDialog('delete-user')
  // Mounted only while it is open, so that no password stays in its fields.
  return isOpen ? <OpenDialog /> : null
}

function OpenDialog() {
  const { close } = useDialog('delete-user')
  const { username, isCreator } = useViewer()
  const { setUser } = useAuth()
  const client = useQueryClient()
  const form = useForm({
    resolver: zodResolver(DeletionRequest),
    defaultValues: { currentPassword: '', username: '' },
  })
  const { errors } = form.formState
  const request = useMutation({
    mutationFn: (body: Request<typeof deletion.request>['body']) => call(deletion.request, { body }),
    onSuccess: () => {
      setUser(null)
      client.clear()
      followOutcome(outcomes.deletionRequested)
    },
    onError: (error) => {
      const field = fieldOf(error)
      if (field) form.setError(field, { message: messageOf(error) ?? '' }, { shouldFocus: true })
    },
  })
  const hasOwnMessage = fieldOf(request.error) !== undefined || isUnauthorized(request.error)
  const [openedAt] = useState(() => new Date())
  const day = dayText(utcDay(deletionDate(openedAt)))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Delete your account?"
      wide
      onSubmit={(event) => void form.handleSubmit((body) => request.mutate(body))(event)}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Keep it
          </Button>
          <Button type="submit" variant="danger" pending={request.isPending} pendingLabel="Deleting...">
            Delete account
          </Button>
        </>
      }
    >
      <p className="text-pretty text-ink-2">
        Right away, your account is hidden from everybody and you’re signed out everywhere. For{' '}
        {DELETION_DAYS} days you can sign in and keep it. On {day} we delete it permanently.
      </p>
      <Consequences>
        <li>
          Your name, email, picture, texts, follows and portfolio are deleted, here and at the services that
          connect your brokers.
        </li>
        <li>
          Your signals stay in the record as “{FORMER_MEMBER}”, without their texts. Your payments stay in the
          books without your name. Whoever saved your page may still know who wrote them.
        </li>
        <li>Your subscriptions end. We refund what is charged from today on.</li>
        {isCreator && (
          <li>
            Creator Mode ends. Your subscribers aren’t charged from today on, and get a refund for the month
            that is running.
          </li>
        )}
      </Consequences>
      <Field label="Current password" error={errors.currentPassword?.message}>
        <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
      </Field>
      <Field label="Type your username to confirm" hint={username} error={errors.username?.message}>
        <Input
          {...form.register('username')}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      {request.error && !hasOwnMessage && (
        <Banner tone="loss" role="alert">
          {messageOf(request.error) ?? 'We couldn’t delete your account. Try again.'}
        </Banner>
      )}
    </Dialog>
  )
}

/** The field that a refusal is about. */
function fieldOf(error: unknown): 'currentPassword' | 'username' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.problem.code === 'wrong_password') return 'currentPassword'
  return error.problem.code === 'wrong_username' ? 'username' : undefined
}
