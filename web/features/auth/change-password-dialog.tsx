// The dialog that changes the password. It asks for the current password or a passkey.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { auth, passwordChangeOf } from '#shared/contracts/auth.ts'
import { system } from '#shared/contracts/system.ts'
import type { Request } from '#shared/endpoint.ts'
import { PASSWORD_MIN } from '#shared/limits.ts'
import { ApiError, shownMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordInput } from '#web/ui/text-input.tsx'
import { askForPasskey, isCanceled } from './passkeys.tsx'
import { AccountOfPassword, OtherProof, passwordErrorOf } from './passwords.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

type Change = Request<typeof auth.changePassword>['body']

export function ChangePasswordDialog() {
  const { isOpen } = useDialog('change-password')
  return isOpen ? <OpenDialog /> : null
}

function OpenDialog() {
  const { close, closeIfOpen } = useDialog('change-password')
  const { username } = useViewer()
  const { reload } = useAuth()
  const client = useQueryClient()
  const config = useQuery({ queryKey: queryKeys.config, queryFn: () => call(system.config) })
  const passwordMin = config.data?.passwordMinLength ?? PASSWORD_MIN
  const form = useForm({
    resolver: zodResolver(passwordChangeOf(passwordMin)),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors } = form.formState
  const change = useMutation({
    mutationFn: async ({ currentPassword, newPassword }: Pick<Change, 'newPassword'> & Partial<Change>) =>
      currentPassword === undefined
        ? call(auth.changePasswordWithPasskey, { body: { newPassword, passkey: await askForPasskey() } })
        : call(auth.changePassword, { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      // The session has a new token. A request with the old one may just have failed as signed out.
      reload()
      closeIfOpen()
      followOutcome(accountOutcomes.passwordChanged)
      void client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
    onError: (error) => {
      const message = passwordErrorOf(error)
      if (message !== undefined) form.setError(fieldOf(error), { message }, { shouldFocus: true })
    },
  })
  async function changeWithPasskey() {
    form.clearErrors('currentPassword')
    if (await form.trigger('newPassword', { shouldFocus: true }))
      change.mutate({ newPassword: form.getValues('newPassword') })
  }
  const { error } = change
  const hasOwnMessage = passwordErrorOf(error) !== undefined || isCanceled(error)
  const usesPasskey = change.variables?.currentPassword === undefined
  return (
    <FormDialog
      title="Change password"
      subtitle="All your other devices will be signed out."
      onClose={close}
      onSubmit={(event) => void form.handleSubmit((body) => change.mutate(body))(event)}
      submitLabel="Save password"
      pendingLabel="Saving..."
      isPending={change.isPending && !usesPasskey}
      error={hasOwnMessage ? undefined : shownMessage(error, 'We couldn’t save your password. Try again.')}
    >
      <AccountOfPassword username={username} />
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
      <OtherProof isPending={change.isPending && usesPasskey} onPasskey={() => void changeWithPasskey()} />
    </FormDialog>
  )
}

const fieldOf = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'wrong_password' ? 'currentPassword' : 'newPassword'
