// Asks people to confirm their identity before a sensitive change. It has no address: it belongs to a call
// that waits for it.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { factors, PasswordConfirmation } from '#shared/contracts/factors.ts'
import { REAUTHENTICATION_MINUTES } from '#shared/limits.ts'
import { shownMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordInput } from '#web/ui/text-input.tsx'
import { askForPasskey, isCanceled } from './passkeys.tsx'
import { AccountOfPassword, OtherProof, passwordErrorOf } from './passwords.tsx'

export default function ReauthenticationDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { username } = useViewer()
  const form = useForm({ resolver: zodResolver(PasswordConfirmation), defaultValues: { password: '' } })
  const confirm = useMutation({
    mutationFn: async (body: { password: string } | 'passkey') =>
      body === 'passkey'
        ? call(factors.reauthenticateWithPasskey, { body: await askForPasskey() })
        : call(factors.reauthenticate, { body }),
    onSuccess: () => onAnswer(true),
    onError: (error) => {
      const message = passwordErrorOf(error)
      if (message !== undefined) form.setError('password', { message }, { shouldFocus: true })
    },
  })
  const { error, variables } = confirm
  const hasOwnMessage = passwordErrorOf(error) !== undefined || isCanceled(error)
  const isWaiting = (passkey: boolean) => confirm.isPending && (variables === 'passkey') === passkey
  return (
    <FormDialog
      title="Confirm it’s you"
      subtitle={`For the next ${REAUTHENTICATION_MINUTES} minutes, we won’t ask again.`}
      onClose={() => onAnswer(false)}
      onSubmit={(event) => void form.handleSubmit((body) => confirm.mutate(body))(event)}
      submitLabel="Confirm"
      pendingLabel="Confirming..."
      isPending={isWaiting(false)}
      error={hasOwnMessage ? undefined : shownMessage(error, 'Couldn’t confirm it’s you. Try again.')}
    >
      <AccountOfPassword username={username} />
      <Field label="Password" error={form.formState.errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" data-first-focus="" />
      </Field>
      <OtherProof isPending={isWaiting(true)} onPasskey={() => confirm.mutate('passkey')} />
    </FormDialog>
  )
}
