// For a signed-in person who is asked for a password that they don't know: a passkey, or a link that sets a new password.
import { useMutation, useQuery } from '@tanstack/react-query'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { RESET_LINK_MINUTES } from '#shared/limits.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SentNotice } from './sent-notice.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

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
