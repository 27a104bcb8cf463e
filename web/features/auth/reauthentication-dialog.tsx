// Asks people to confirm who they are before a change that needs it. It has no address: it belongs to a call that waits for it.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { factors, PasswordConfirmation } from '#shared/contracts/factors.ts'
import { REAUTHENTICATION_MINUTES } from '#shared/limits.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/text-input.tsx'
import { askForPasskey, isCanceled } from './browser-passkey.ts'
import { passwordErrorOf } from './password-error.ts'

export default function ReauthenticationDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { username } = useViewer()
  const { data } = useQuery({ queryKey: queryKeys.factors, queryFn: () => call(factors.overview) })
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
  const hasOwnMessage = passwordErrorOf(error) !== undefined || isUnauthorized(error) || isCanceled(error)
  const isWaiting = (passkey: boolean) => confirm.isPending && (variables === 'passkey') === passkey
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      title="Confirm it’s you"
      subtitle={`For the next ${REAUTHENTICATION_MINUTES} minutes, we won’t ask again.`}
      onSubmit={(event) => void form.handleSubmit((body) => confirm.mutate(body))(event)}
      foot={
        <>
          <Button variant="outline" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" pending={isWaiting(false)} pendingLabel="Confirming...">
            Confirm
          </Button>
        </>
      }
    >
      {/* Tells password managers which account the password is for. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field label="Password" error={form.formState.errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" data-first-focus="" />
      </Field>
      {data !== undefined && data.passkeys.length > 0 && (
        <Button
          variant="outline"
          block
          icon={KeyRound}
          pending={isWaiting(true)}
          pendingLabel="Waiting for your passkey..."
          onClick={() => confirm.mutate('passkey')}
        >
          Use a passkey
        </Button>
      )}
      {error && !hasOwnMessage && (
        <Banner tone="loss" role="alert">
          {messageOf(error) ?? 'We couldn’t confirm it. Try again.'}
        </Banner>
      )}
    </Dialog>
  )
}
