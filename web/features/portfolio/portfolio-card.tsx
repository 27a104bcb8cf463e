// The "My Portfolio" tab: returns, holdings and accounts, in percentages only (spec section 2).
import { dayText } from '#shared/rules/dates.ts'
import { isUnauthorized, messageOf, OfflineError } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Accounts } from './accounts/accounts.tsx'
import { AllocationCard, allocationOf } from './holdings/allocation-card.tsx'
import { BrokenBanners, DelayedBanners, RedirectResultBanner } from './connections/connection-banners.tsx'
import { ConnectDialog } from './connections/connect-dialog.tsx'
import { useRedirectResult } from './connections/use-redirect-result.ts'
import { Holdings } from './holdings/holdings.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { NoHoldings } from './holdings/no-holdings.tsx'
import {
  NoPerformanceCard,
  PendingPerformanceCard,
  PerformanceCard,
} from './performance/performance-card.tsx'
import { accountName } from './format.ts'
import { PortfolioHead } from './portfolio-head.tsx'
import { HoldingsSkeleton, PortfolioSkeleton } from './portfolio-skeleton.tsx'
import { type Overview, type useOverview, useRetryCalculation } from './queries.ts'

/** `query` comes from the caller, so that the request starts while this code is still loading. */
export default function PortfolioCard({ query }: { query: ReturnType<typeof useOverview> }) {
  const { data, error, isFetching, refetch } = query
  const redirectResult = useRedirectResult()
  return (
    <>
      {data ? (
        <>
          <PortfolioHead overview={data} />
          <RedirectResultBanner result={redirectResult} />
          <BrokenBanners connections={data.connections} />
          {data.picture && <DelayedBanners connections={data.connections} />}
          <Returns overview={data} />
          <HoldingsAndAccounts overview={data} />
          <ConnectDialog providers={data.providers} />
        </>
      ) : error && !isUnauthorized(error) ? (
        <>
          <PortfolioHead />
          <Card>
            <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
              {error instanceof OfflineError ? error.message : 'Couldn’t load your portfolio.'}
            </ErrorState>
          </Card>
        </>
      ) : (
        <PortfolioSkeleton />
      )}
      <ImportDialog />
    </>
  )
}

/** The server's current work on the portfolio; undefined if it is idle. */
function currentStep({ connections, isWorking }: Overview): string | undefined {
  // The server retries a delayed connection later, which is too long to wait for on this page.
  const reading = connections.find(({ state, trouble }) => state === 'reading' && trouble === null)
  if (reading) return `Reading your history at ${reading.broker}…`
  return isWorking ? 'Calculating your returns…' : undefined
}

function Returns({ overview }: { overview: Overview }) {
  const { picture: summary, fault: reason, canRetry, events, differences } = overview
  const step = currentStep(overview)
  const retry = canRetry ? <RetryButton /> : undefined
  if (summary)
    return (
      <>
        {step !== undefined && <Banner role="status">{step}</Banner>}
        {reason !== null && (
          <Banner tone="caution" title="Your returns can’t be updated" action={retry}>
            {reason}
          </Banner>
        )}
        <StatementDifferences overview={overview} />
        <PerformanceCard summary={summary} events={events} differences={differences} />
      </>
    )
  return step === undefined ? (
    <NoPerformanceCard reason={reason} retry={retry} events={events} />
  ) : (
    <PendingPerformanceCard note={step} />
  )
}

function RetryButton() {
  const { mutate, isPending, error } = useRetryCalculation()
  return (
    <>
      <Button size="sm" variant="outline" pending={isPending} onClick={() => mutate()}>
        Try again
      </Button>
      {error && !isUnauthorized(error) && (
        <p role="alert" className="pt-1 font-medium text-loss">
          {messageOf(error) ?? 'We couldn’t start it. Please try again.'}
        </p>
      )}
    </>
  )
}

/** The record may lack something that the broker's statement includes. Only the owner sees this. */
function StatementDifferences({ overview: { statementDifferences, accounts } }: { overview: Overview }) {
  if (statementDifferences.length === 0) return null
  const nameOf = (id: string) => {
    const account = accounts.find((candidate) => candidate.id === id)
    return account ? accountName(account) : 'account'
  }
  return (
    <Banner tone="caution" title="A statement shows another value">
      <ul>
        {statementDifferences.map(({ accountId, day, percent }) => (
          <li key={`${accountId} ${day}`}>
            On {dayText(day)}, our value for {nameOf(accountId)} is {percent.replace(/[+-]/, '')}{' '}
            {percent.includes('-') ? 'lower' : 'higher'} than the statement’s.
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** The allocation is below the holdings on phones and beside them on wide screens. */
function HoldingsAndAccounts({ overview }: { overview: Overview }) {
  const { holdings, cashWeight, accounts, connections } = overview
  return (
    <>
      <div
        className={classes(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-5',
          allocationOf(holdings, cashWeight).length > 0 && 'desk:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        {holdings.length > 0 ? (
          <Holdings holdings={holdings} cashWeight={cashWeight} />
        ) : currentStep(overview) === undefined ? (
          <NoHoldings overview={overview} />
        ) : (
          <HoldingsSkeleton />
        )}
        <AllocationCard holdings={holdings} cashWeight={cashWeight} />
      </div>
      {connections.some(({ state }) => state === 'live') && (
        <Banner tone="info" title="Your broker is connected">
          Share premium signals to attract subscribers.
        </Banner>
      )}
      <Accounts
        accounts={accounts}
        connections={connections}
        isLive={overview.picture === null || overview.picture.trust.kind === 'live'}
      />
    </>
  )
}
