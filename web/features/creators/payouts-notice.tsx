// The notice about what the payment provider needs from a creator, what is paused until then, and the button
// to provide it.
import { ExternalLink } from 'lucide-react'
import type { PayoutAccount } from '#shared/contracts/creators.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { needsAction, usePayouts, useSetUpPayouts } from './queries.ts'

/** For an account that `needsAction`. When payouts are on hold, its button is the page's only primary one. */
export function PayoutsNotice({ account }: { account: PayoutAccount }) {
  const { accountId, standing, due, dueAt, onHold } = account
  const isWaitingForProvider = standing === 'pending' && due.length === 0
  const { start, isRedirecting } = useSetUpPayouts()
  return (
    <Banner
      role="status"
      tone={onHold ? 'caution' : 'info'}
      title={
        onHold
          ? 'Your payouts are on hold'
          : `Your payouts need more details${dueAt ? ` by ${longDate(dueAt)}` : ''}`
      }
      action={
        !isWaitingForProvider && (
          <Button
            size={onHold ? 'md' : 'sm'}
            variant={onHold ? 'primary' : 'outline'}
            icon={ExternalLink}
            pending={isRedirecting}
            pendingLabel="Opening..."
            onClick={() => start(accountId)}
          >
            {due.length > 0 ? 'Provide details' : 'See what’s missing'}
          </Button>
        )
      }
    >
      <div className="grid gap-2 text-pretty">
        {isWaitingForProvider ? (
          <p>The payment provider is checking what you sent. You don’t need to do anything.</p>
        ) : (
          <Requirements due={due} />
        )}
        <p>
          {onHold
            ? 'Until then you can’t post or take new subscribers, and your subscribers aren’t charged. Everything resumes automatically.'
            : 'Nothing is paused yet. If they’re late, payouts, posting and renewals may pause.'}
        </p>
      </div>
    </Banner>
  )
}

function Requirements({ due }: Pick<PayoutAccount, 'due'>) {
  if (due.length === 0) return <p>The payment provider’s page lists what’s missing.</p>
  if (due.length === 1)
    return (
      <p>
        The payment provider asks for: <strong className="font-strong text-ink">{due[0]}</strong>
      </p>
    )
  return (
    <div>
      <p>The payment provider asks for:</p>
      <ul className="list-disc pl-5 font-strong text-ink">
        {due.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

export function ProfilePayouts() {
  const { data } = usePayouts()
  return data && needsAction(data) ? <PayoutsNotice account={data} /> : null
}

/**
 * For a creator whose setup is incomplete. Payouts on hold are not incomplete: the notice says what to do.
 */
export function FinishSetup() {
  const { data, isError } = usePayouts()
  if (data?.onHold !== false && !isError) return null
  return (
    <Button asChild>
      <a href={paths.creatorOnboarding}>Finish setup</a>
    </Button>
  )
}
