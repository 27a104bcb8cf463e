// The dialog that changes the password; it asks for the current one.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { auth, passwordChangeOf } from '#shared/contracts/auth.ts'
import { system } from '#shared/contracts/system.ts'
import type { Request } from '#shared/endpoint.ts'
import { PASSWORD_MIN } from '#shared/limits.ts'
import { ApiError, messageOf, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/text-input.tsx'
import { passwordErrorOf } from './password-error.ts'

type Change = Request<typeof auth.changePassword>['body']

export function ChangePasswordDialog() {
  const { isOpen } = useDialog('change-password')
  // Mounted only while it is open, so that no password stays in its fields.
  return isOpen ? <OpenDialog /> : null
}

function OpenDialog() {
  const { close, closeIfOpen } = useDialog('change-password')
  const { username } = useViewer()
  const client = useQueryClient()
  const config = useQuery({ queryKey: queryKeys.config, queryFn: () => call(system.config) })
  const passwordMin = config.data?.passwordMinLength ?? PASSWORD_MIN
  const form = useForm({
    resolver: zodResolver(passwordChangeOf(passwordMin)),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors } = form.formState
  const change = useMutation({
    mutationFn: (body: Change) => call(auth.changePassword, { body }),
    onSuccess: () => {
      closeIfOpen()
      followOutcome(outcomes.passwordChanged)
      void client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
    onError: (error) => {
      const message = passwordErrorOf(error)
      if (message !== undefined) form.setError(fieldOf(error), { message }, { shouldFocus: true })
    },
  })
  const hasOwnMessage = passwordErrorOf(change.error) !== undefined || isUnauthorized(change.error)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Change password"
      subtitle="All your other devices will be signed out."
      onSubmit={(event) => void form.handleSubmit((body) => change.mutate(body))(event)}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" pending={change.isPending} pendingLabel="Saving...">
            Save password
          </Button>
        </>
      }
    >
      {/* Tells password managers which account the passwords are for. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword?.message}>
        <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" autoFocus />
      </Field>
      <Field
        label="New password"
        hint={`At least ${passwordMin} characters.`}
        error={errors.newPassword?.message}
      >
        <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
      </Field>
      {change.error && !hasOwnMessage && (
        <Banner tone="loss" role="alert">
          {messageOf(change.error) ?? 'We couldn’t save your password. Try again.'}
        </Banner>
      )}
    </Dialog>
  )
}

const fieldOf = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'wrong_password' ? 'currentPassword' : 'newPassword'
