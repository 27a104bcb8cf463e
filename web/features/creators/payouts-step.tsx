// The second step of a creator's setup: the payout account, which receives the subscribers' payments.
import { CircleCheck, Clock, ExternalLink, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { PayoutAccount } from '#shared/contracts/creators.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StepHead } from '#web/ui/step-head.tsx'
import { paths } from '#web/paths.ts'
import { CountryForm } from './country-form.tsx'
import { PayoutsNotice } from './payouts-notice.tsx'
import { needsAction, usePayouts, useSetUpPayouts } from './queries.ts'

export function PayoutsStep() {
  const { isCreator, stripeOnboardingCompleted } = useViewer()
  const {
    data = stripeOnboardingCompleted ? CONNECTED : undefined,
    error,
    isFetching,
    refetch,
  } = usePayouts()
  const checkAgain = () => void refetch()
  return (
    <Card as="section" aria-labelledby="payouts-step" className="grid gap-5">
      <StepHead
        number={2}
        id="payouts-step"
        done={isCreator && data?.connected}
        status={isCreator && data && (data.onHold ? ON_HOLD : BADGE[data.standing])}
      >
        Payouts
      </StepHead>
      {!isCreator ? (
        <p className="text-pretty text-ink-2">Where we send your money. Available once Creator Mode is on.</p>
      ) : data ? (
        <Account account={data} isChecking={isFetching} onCheck={checkAgain} />
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={checkAgain} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load your payout status.'}
        </ErrorState>
      ) : (
        <Loading label="Loading payouts" className="gap-5!">
          {/* Invisible, as high as the text that most likely follows. */}
          <span
            aria-hidden="true"
            className="animate-breathe rounded-badge bg-sunken text-transparent select-none"
          >
            {TEXT.none}
          </span>
          <Skeleton className="h-target rounded-control" />
        </Loading>
      )}
    </Card>
  )
}

/** The account according to the session, until it has been fetched. */
const CONNECTED: PayoutAccount = {
  connected: true,
  accountId: null,
  standing: 'active',
  due: [],
  dueAt: null,
  onHold: false,
}

const NOT_CONNECTED = <Badge>Not connected</Badge>
const ON_HOLD = (
  <Badge tone="caution" icon={TriangleAlert}>
    On hold
  </Badge>
)
const BADGE: Record<PayoutAccount['standing'], ReactNode> = {
  none: NOT_CONNECTED,
  pending: (
    <Badge tone="info" icon={Clock}>
      Being checked
    </Badge>
  ),
  restricted: (
    <Badge tone="caution" icon={TriangleAlert}>
      Not complete
    </Badge>
  ),
  unsupported: NOT_CONNECTED,
  active: (
    <Badge tone="gain" icon={CircleCheck}>
      Connected
    </Badge>
  ),
}
const TEXT: Record<PayoutAccount['standing'], string> = {
  none: 'You’ll continue at the payment provider, then come back here. Have your bank details and an ID ready.',
  pending: 'The payment provider is checking your details. Continue if you haven’t sent everything yet.',
  restricted: 'The payment provider needs more details before it can pay you.',
  unsupported: 'The payment provider can’t pay out to this account. Check its details.',
  active: `Payouts go to your bank. The payment provider holds your bank details; ${PRODUCT_NAME} never sees them.`,
}

type AccountProps = { account: PayoutAccount; isChecking: boolean; onCheck: () => void }

function Account({ account, isChecking, onCheck }: AccountProps) {
  const { standing, accountId } = account
  const { start, isRedirecting } = useSetUpPayouts()
  const hasNotice = needsAction(account)
  const returnReason = new URLSearchParams(useSearch()).get('payouts')
  return (
    <>
      {returnReason === 'refresh' && standing !== 'active' && (
        <Banner role="status">
          The payment provider’s page expired. Use the button below to open a new one.
        </Banner>
      )}
      {hasNotice ? (
        <PayoutsNotice account={account} />
      ) : (
        <p className="text-pretty text-ink-2">{TEXT[standing]}</p>
      )}
      {accountId === null && standing === 'none' && (
        <CountryForm
          label="Set up payouts"
          icon={ExternalLink}
          pending={isRedirecting}
          onSaved={() => start(null)}
        />
      )}
      {accountId !== null && !hasNotice && (
        <p className="text-label text-pretty text-ink-2">
          You’re paid in the country of this account, which can’t be changed. If you moved,{' '}
          <a className="link" href={paths.help}>
            ask us
          </a>{' '}
          to close it, and then set up another one.
        </p>
      )}
      <div className="grid gap-3 empty:hidden xs:grid-flow-col xs:auto-cols-fr">
        {standing === 'pending' && (
          <Button variant="outline" pending={isChecking} pendingLabel="Checking..." onClick={onCheck}>
            Check again
          </Button>
        )}
        {!hasNotice && accountId !== null && (
          <Button
            icon={ExternalLink}
            variant={standing === 'pending' || standing === 'active' ? 'outline' : 'primary'}
            pending={isRedirecting}
            pendingLabel="Opening..."
            onClick={() => start(accountId)}
          >
            {standing === 'active' ? 'Update details' : 'Continue'}
          </Button>
        )}
      </div>
    </>
  )
}
