// The email rows of the settings: the address, and a button that sends the verification link again.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { email } from '#shared/contracts/email.ts'
import { EMAIL_LINK_HOURS } from '#shared/limits.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { useViewer } from '#web/lib/session.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'
import { SendEmailButton } from './sent-email.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

export function EmailRows() {
  const { email: address, isEmailVerified } = useViewer()
  const changeEmail = useDialogHref('change-email')
  return (
    <>
      <SettingRow
        name="Email"
        state={
          <span className="wrap-anywhere">
            {address} · {isEmailVerified ? 'Verified' : 'Not verified'}
          </span>
        }
        href={changeEmail}
        action="Change"
        label="Change email"
      />
      {/* Each address has its own link. */}
      {!isEmailVerified && <VerifyRow key={address} />}
    </>
  )
}

function VerifyRow() {
  // How many times the link was sent.
  const [times, setTimes] = useState(0)
  const request = useMutation({
    mutationFn: () => call(email.askAgain),
    onSuccess: () => setTimes((before) => before + 1),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(accountOutcomes.emailLinkFailed, error)
    },
  })
  return (
    <ListRow
      title="Verify your email"
      sub={
        <span role="status">
          {times === 0
            ? 'Open the link in our email'
            : `Link sent. It works for ${EMAIL_LINK_HOURS} hours; look in your spam folder, too.`}
        </span>
      }
      end={
        // Each response restarts the wait.
        <SendEmailButton
          key={times}
          variant="outline"
          size="sm"
          wasSent={times > 0}
          pending={request.isPending}
          onClick={() => request.mutate()}
        >
          Send again
        </SendEmailButton>
      }
    />
  )
}
