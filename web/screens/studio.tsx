// A creator's business: what needs an answer, key figures, months, reasons, subscribers, price and payouts.
import { EditPriceDialog } from '#web/features/creators/edit-price-dialog.tsx'
import { PayoutsNotice } from '#web/features/creators/payouts-notice.tsx'
import { needsAction, usePayouts } from '#web/features/creators/queries.ts'
import { RevenueMonths } from '#web/features/creators/revenue-months.tsx'
import { isSetupDone, nextSetupPath } from '#web/features/creators/setup.ts'
import { RefundRequests } from '#web/features/refunds/refund-requests.tsx'
import { OverviewTiles, subscribersIn } from '#web/features/studio/overview-tiles.tsx'
import { PayoutsCard } from '#web/features/studio/payouts-card.tsx'
import { useStudio } from '#web/features/studio/queries.ts'
import { ReasonsCard } from '#web/features/studio/reasons-card.tsx'
import { RecurringMonths } from '#web/features/studio/recurring-months.tsx'
import { SubscribersCard } from '#web/features/studio/subscribers-card.tsx'
import type { Studio as StudioData } from '#shared/contracts/studio.ts'
import { price, splitPrice } from '#shared/rules/money.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useConfig } from '#web/lib/config.ts'
import { useDialog, useDialogHref, useWasOpened } from '#web/lib/dialog-address.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { dollars } from '#web/lib/money-and-dates.ts'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { useViewer } from '#web/lib/session.tsx'
import { ShareButton } from '#web/lib/share-button.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Wide } from '#web/ui/page.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const RefundDialog = lazyWithPrefetch(() => import('#web/features/refunds/refund-dialog.tsx'))

export default function Studio() {
  useTitleAndFocus('Studio')
  const { isCreator } = useViewer()
  const query = useStudio()
  const { data, error, isFetching, refetch } = query
  const wasRefundOpened = useWasOpened('refund')
  return (
    <Wide>
      <h1 className="text-heading font-strong">Studio</h1>
      {data ? (
        <>
          <RefreshError query={query} what="your figures" />
          {hasHadSubscribers(data) ? <Business studio={data} /> : <NoBusiness />}
          {wasRefundOpened && <RefundDialog />}
        </>
      ) : error ? (
        !isUnauthorized(error) && (
          <Card>
            <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
              {error instanceof OfflineError ? error.message : 'Couldn’t load your figures.'}
            </ErrorState>
          </Card>
        )
      ) : isCreator ? (
        <Loading label="Loading your figures">
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-80 rounded-card" />
        </Loading>
      ) : (
        <Loading label="Loading your figures">
          <Skeleton className="h-48 rounded-card" />
        </Loading>
      )}
    </Wide>
  )
}

const hasHadSubscribers = (studio: StudioData): boolean => subscribersIn(studio) + studio.states.ended > 0

function Business({ studio }: { studio: StudioData }) {
  const { isCreator } = useViewer()
  const { data: payouts } = usePayouts()
  return (
    <>
      {payouts && needsAction(payouts) && <PayoutsNotice account={payouts} />}
      {!isCreator && (
        <Banner
          title="Creator Mode is off"
          action={
            <Button asChild variant="outline" size="sm">
              <a href={paths.creatorSubscribe}>Enable Creator Mode</a>
            </Button>
          }
        >
          Nobody can subscribe to you now, and no subscription renews.
        </Banner>
      )}
      <RefundRequests />
      <OverviewTiles studio={studio} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:items-start">
        <RecurringMonths months={studio.months} />
        <ReasonsCard reasons={studio.reasons} />
      </div>
      <SubscribersCard />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:items-start">
        <ReceivedCard months={studio.months} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PayoutsCard payouts={studio.payouts} />
          {isCreator && <PriceCard />}
        </div>
      </div>
    </>
  )
}

function ReceivedCard({ months }: Pick<StudioData, 'months'>) {
  return (
    <Card as="section" aria-labelledby="received" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="received" className="text-title font-strong">
        Received
      </h2>
      <RevenueMonths months={months.map(({ month, received }) => ({ month, ...received }))} />
    </Card>
  )
}

function PriceCard() {
  const { hasPrice, subscriptionPriceInCents: cents } = useViewer()
  const feePercent = useConfig().data?.platformFeePercent
  const edit = useDialog('edit-price')
  const share =
    hasPrice && feePercent !== undefined ? splitPrice(cents, feePercent).creatorShareInCents : null
  return (
    <Card as="section" aria-labelledby="price" className="grid content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="price" className="text-title font-strong">
          Your price
        </h2>
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={edit.open}>
          Change price
        </Button>
      </div>
      <p className="text-label tabular-nums">
        {hasPrice ? `${price(cents)}/month` : 'Not set'}
        {share !== null && `. You get ${dollars(share)}.`}
      </p>
      <p className="text-small text-pretty text-ink-2">Subscribers keep the price they agreed to.</p>
      <EditPriceDialog />
    </Card>
  )
}

/** Before the first subscriber: what to do next. */
function NoBusiness() {
  const viewer = useViewer()
  const signalDialog = useDialogHref('signal')
  if (!viewer.isCreator)
    return (
      <Card>
        <EmptyState
          title="Earn from your signals"
          action={
            <Button asChild>
              <a href={paths.creatorSubscribe}>Enable Creator Mode</a>
            </Button>
          }
        >
          With Creator Mode, people subscribe to you by the month. Your subscribers, revenue and payouts then
          appear here.
        </EmptyState>
      </Card>
    )
  if (!isSetupDone(viewer))
    return (
      <Card>
        <EmptyState
          title="Finish your setup"
          action={
            <Button asChild>
              <a href={nextSetupPath(viewer) ?? paths.creatorOnboarding}>Finish setup</a>
            </Button>
          }
        >
          People can subscribe once payouts work and you have a price.
        </EmptyState>
      </Card>
    )
  return (
    <>
      <Card>
        <EmptyState
          title="No subscribers yet"
          action={
            <>
              <ShareButton
                path={publicPaths.person(viewer.username)}
                title={`Record of @${viewer.username}`}
                label="Share your record"
              />
              <Button asChild>
                <a href={signalDialog}>
                  <span aria-hidden="true">📡</span> New signal
                </a>
              </Button>
            </>
          }
        >
          Post a premium signal, so that there is something to subscribe to, and share your record. Figures
          appear here with the first payment.
        </EmptyState>
      </Card>
      <PriceCard />
    </>
  )
}
