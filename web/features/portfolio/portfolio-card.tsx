// "My Portfolio": how the accounts have done and what is in them, in percent only (spec section 2).
import { dayText } from '#shared/rules/dates.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Accounts } from './accounts.tsx'
import { AllocationCard } from './allocation-card.tsx'
import { BrokenBanners, WaitingBanners } from './broken-banners.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { useConnectionReturn } from './connection-return.ts'
import { Holdings } from './holdings.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { NoHoldings } from './no-holdings.tsx'
import { Performance } from './performance.tsx'
import { NoPerformance, WorkingPerformance } from './performance-card.tsx'
import { accountName } from './portfolio-words.ts'
import { PortfolioHead } from './portfolio-head.tsx'
import { HoldingsSkeleton, PortfolioSkeleton } from './portfolio-skeleton.tsx'
import type { Overview, useOverview } from './queries.ts'
import { ReturnBanner } from './return-banner.tsx'
import { SAMPLE_PRICES } from './trust-badge.tsx'
import { allocationOf } from './weights.ts'

/** `query`: asked for while this is still being fetched itself. */
export default function PortfolioCard({ query }: { query: ReturnType<typeof useOverview> }) {
  const { data, error, isFetching, refetch } = query
  const back = useConnectionReturn()
  return (
    <>
      {data ? (
        <>
          <PortfolioHead overview={data} />
          <ReturnBanner back={back} />
          <BrokenBanners connections={data.connections} />
          {data.picture && <WaitingBanners connections={data.connections} />}
          <Returns overview={data} />
          <Parts overview={data} />
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

/** What is being done with it now; undefined when it is done. */
function workOn({ connections, isWorking }: Overview): string | undefined {
  // One that is in trouble is asked again later: nobody should wait for it on this page.
  const reading = connections.find(({ state, trouble }) => state === 'reading' && trouble === null)
  if (reading) return `Reading your history at ${reading.broker}…`
  return isWorking ? 'Calculating your returns…' : undefined
}

function Returns({ overview }: { overview: Overview }) {
  const { picture, fault, events, differences } = overview
  const work = workOn(overview)
  if (picture)
    return (
      <>
        {work !== undefined && <Banner role="status">{work}</Banner>}
        {picture.hasSamplePrices && <Banner tone="caution">{SAMPLE_PRICES}</Banner>}
        <StatementDifferences overview={overview} />
        <Performance picture={picture} events={events} differences={differences} />
      </>
    )
  return work === undefined ? (
    <NoPerformance fault={fault} events={events} />
  ) : (
    <WorkingPerformance note={work} />
  )
}

/** The record may lack something that the statement counts; only its owner is told. */
function StatementDifferences({ overview: { statementDifferences, accounts } }: { overview: Overview }) {
  if (statementDifferences.length === 0) return null
  const nameOf = (id: string) => {
    const account = accounts.find((one) => one.id === id)
    return account ? accountName(account) : 'account'
  }
  return (
    <Banner tone="caution" title="A statement reports another value">
      <ul>
        {statementDifferences.map(({ accountId, day, percent }) => (
          <li key={`${accountId} ${day}`}>
            On {dayText(day)} your record of {nameOf(accountId)} is worth {percent.slice(1)}{' '}
            {percent.startsWith('-') ? 'less' : 'more'} than the statement says.
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Below each other on a phone; where there is room, the allocation stands beside the holdings. */
function Parts({ overview }: { overview: Overview }) {
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
        ) : workOn(overview) === undefined ? (
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
