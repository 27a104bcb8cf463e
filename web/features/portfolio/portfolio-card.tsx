// "My Portfolio": how the accounts have done and what is in them, in percent only (spec section 2).
import { Upload } from 'lucide-react'
import type { z } from 'zod'
import type { portfolio } from '#shared/contracts/portfolio.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { useOfflineNote } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { Accounts } from './accounts.tsx'
import { AllocationCard } from './allocation-card.tsx'
import { Holdings } from './holdings.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { Performance } from './performance.tsx'
import { NoPerformance, WorkingPerformance } from './performance-card.tsx'
import { HoldingsSkeleton, PortfolioSkeleton } from './portfolio-skeleton.tsx'
import type { useOverview } from './queries.ts'
import { LiveBadge, SAMPLE_PRICES, TrustBadge } from './trust-badge.tsx'

type Overview = z.output<typeof portfolio.overview.reply>

/** `query`: asked for while this is still being fetched itself. */
export default function PortfolioCard({ query }: { query: ReturnType<typeof useOverview> }) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = query
  const offline = useOfflineNote(dataUpdatedAt)
  return (
    <>
      {data ? (
        <>
          <Head overview={data} />
          {offline !== undefined && <OfflineBanner>{offline}</OfflineBanner>}
          <Returns overview={data} />
          <Parts overview={data} />
        </>
      ) : error && !isUnauthorized(error) ? (
        <>
          <Head />
          <Card>
            <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
              {error instanceof OfflineError ? error.message : 'Your portfolio could not be loaded.'}
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

/** Whether a broker is linked, so that its data stays current by itself. */
const isConnected = ({ accounts, picture }: Overview) =>
  picture?.trust.kind === 'live' ||
  accounts.some(({ source }) => source === 'snaptrade' || source === 'plaid')

function Head({ overview }: { overview?: Overview }) {
  const importing = useDialogHref('import-portfolio')
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-heading font-strong">My Portfolio</h1>
      {overview && (
        <>
          <div className="order-1 w-full empty:hidden xs:order-none xs:w-auto">
            {overview.picture ? <TrustBadge {...overview.picture} /> : isConnected(overview) && <LiveBadge />}
          </div>
          {overview.accounts.length > 0 && (
            <Button asChild size="sm" variant="outline" icon={Upload} className="ml-auto">
              <a href={importing}>Import</a>
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function Returns({ overview: { picture, isWorking, fault } }: { overview: Overview }) {
  if (picture)
    return (
      <>
        {isWorking && <Banner role="status">Working out your returns…</Banner>}
        {picture.hasSamplePrices && <Banner tone="caution">{SAMPLE_PRICES}</Banner>}
        <Performance picture={picture} />
      </>
    )
  return isWorking ? <WorkingPerformance /> : <NoPerformance fault={fault} />
}

/** Below each other on a phone; where there is room, what explains the holdings stands beside them. */
function Parts({ overview }: { overview: Overview }) {
  const { holdings, accounts, isWorking } = overview
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-5',
        accounts.length + holdings.length > 0 && 'desk:grid-cols-[minmax(0,1fr)_20rem]',
      )}
    >
      {holdings.length > 0 ? (
        <Holdings holdings={holdings} />
      ) : isWorking ? (
        <HoldingsSkeleton />
      ) : (
        <NoHoldings overview={overview} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden md:gap-5">
        <AllocationCard holdings={holdings} />
        <Accounts accounts={accounts} />
        {isConnected(overview) && (
          <Banner tone="info" title="Your broker is connected">
            Share premium signals to attract subscribers.
          </Banner>
        )}
      </div>
    </div>
  )
}

function NoHoldings({ overview }: { overview: Overview }) {
  const importing = useDialogHref('import-portfolio')
  if (overview.accounts.length > 0)
    return (
      <Card as="section">
        <EmptyState title="No portfolio data available">
          {isConnected(overview)
            ? 'Your connected brokerage has no positions.'
            : 'Your imported account has no positions.'}
        </EmptyState>
      </Card>
    )
  return (
    <Card as="section">
      <EmptyState
        title="No portfolio data available"
        action={
          <Button asChild icon={Upload}>
            <a href={importing}>Import a file</a>
          </Button>
        }
      >
        Connect your broker to share real trades with subscribers.
        <span className="block pt-2 text-small text-ink-3">
          Read-only. Others see percentages, never amounts.
        </span>
      </EmptyState>
    </Card>
  )
}
