// What the payment provider waits for from a creator, what is stopped until then, and the one way on.
import { ExternalLink } from 'lucide-react'
import type { PayoutAccount } from '#shared/contracts/creators.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSetUpPayouts } from './queries.ts'

/** For an account that `needsOwner`; nothing else on the page is as loud. */
export function PayoutsNotice({ account }: { account: PayoutAccount }) {
  const { accountId, standing, due, dueAt, onHold } = account
  const hasNoPart = standing === 'pending' && due.length === 0
  const { start, isLeaving } = useSetUpPayouts()
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
        !hasNoPart && (
          <Button
            size={onHold ? 'md' : 'sm'}
            variant={onHold ? 'primary' : 'outline'}
            icon={ExternalLink}
            pending={isLeaving}
            pendingLabel="Opening..."
            onClick={() => start(accountId)}
          >
            {due.length > 0 ? 'Provide details' : 'See what’s missing'}
          </Button>
        )
      }
    >
      <div className="grid gap-2 text-pretty">
        {hasNoPart ? (
          <p>The payment provider is checking what you sent. You don’t need to do anything.</p>
        ) : (
          <Asked due={due} />
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

function Asked({ due }: Pick<PayoutAccount, 'due'>) {
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
