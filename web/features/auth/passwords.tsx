// What the forms with a password share: errors, the account name, and two alternatives for people who don't know their
// password.
import { useMutation, useQuery } from '@tanstack/react-query'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { RESET_LINK_MINUTES } from '#shared/limits.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasskeyButton } from './passkeys.tsx'
import { SentNotice } from './sent-email.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

const CODES = ['weak_password', 'password_of_own_words', 'wrong_password']

/** The server's message for the password field; undefined if the error is about something else. */
export const passwordErrorOf = (error: unknown): string | undefined =>
  error instanceof ApiError && CODES.includes(error.problem.code ?? '') ? error.problem.message : undefined

/** Tells password managers which account the passwords of a form belong to. */
export const AccountOfPassword = ({ username }: { username: string }) => (
  <input type="text" autoComplete="username" value={username} readOnly hidden />
)

/** For a signed-in person: a passkey in place of the password, or a link that sets a new one. */
export function OtherProof({ isPending, onPasskey }: { isPending: boolean; onPasskey: () => void }) {
  const { username, email } = useViewer()
  const { data } = useQuery({ queryKey: queryKeys.factors, queryFn: () => call(factors.overview) })
  const request = useMutation({
    mutationFn: () => call(auth.requestPasswordReset, { body: { login: username } }),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(accountOutcomes.emailLinkFailed, error)
    },
  })
  if (request.isSuccess)
    return (
      <SentNotice message={`We’ve sent a link to ${email}.`}>
        It works for {RESET_LINK_MINUTES} minutes, sets a new password and signs out your other devices.
      </SentNotice>
    )
  return (
    <div className="grid gap-2">
      {data !== undefined && data.passkeys.length > 0 && (
        <PasskeyButton isPending={isPending} onClick={onPasskey} />
      )}
      <Button
        variant="ghost"
        size="sm"
        className="justify-self-center"
        pending={request.isPending}
        pendingLabel="Sending..."
        onClick={() => request.mutate()}
      >
        Forgot your password?
      </Button>
    </div>
  )
}
