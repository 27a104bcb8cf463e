// The rows of the settings about the email: its address, and asking for the link that verifies it again.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { email } from '#shared/contracts/email.ts'
import { EMAIL_AGAIN_S } from '#shared/limits.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { useCountdown } from './countdown.ts'

export function EmailRows() {
  const { email: address, isEmailVerified } = useViewer()
  const changeEmail = useDialogHref('change-email')
  return (
    <>
      <ListRow
        title="Email"
        sub={`${address} · ${isEmailVerified ? 'Verified' : 'Not verified'}`}
        end={
          <Button asChild variant="outline" size="sm">
            <a href={changeEmail} aria-label="Change email">
              Change
            </a>
          </Button>
        }
      />
      {/* Another address has its own link. */}
      {!isEmailVerified && <VerifyRow key={address} address={address} />}
    </>
  )
}

function VerifyRow({ address }: { address: string }) {
  // Kept while the link is asked for again.
  const [sent, setSent] = useState<{ message: string; times: number }>()
  const request = useMutation({
    mutationFn: () => call(email.askAgain),
    onSuccess: ({ message }) => setSent((before) => ({ message, times: (before?.times ?? 0) + 1 })),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(outcomes.emailLinkFailed, error)
    },
  })
  return (
    <ListRow
      title="Verify your email"
      sub={<span role="status">{sent?.message ?? `Open the link that we sent to ${address}`}</span>}
      end={
        // Each answer starts the wait anew.
        <AgainButton
          key={sent?.times ?? 0}
          hasWait={sent !== undefined}
          pending={request.isPending}
          onClick={() => request.mutate()}
        />
      }
    />
  )
}

type AgainButtonProps = { hasWait: boolean; pending: boolean; onClick: () => void }

function AgainButton({ hasWait, pending, onClick }: AgainButtonProps) {
  const secondsLeft = useCountdown(hasWait ? EMAIL_AGAIN_S : 0)
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={secondsLeft > 0}
      pending={pending}
      pendingLabel="Sending..."
      onClick={onClick}
    >
      {secondsLeft > 0 ? `Again in ${secondsLeft} s` : 'Send the link again'}
    </Button>
  )
}
