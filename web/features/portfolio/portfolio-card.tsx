// "My Portfolio": how the account has done and what is in it, in percent only (spec section 2).
import type { z } from 'zod'
import type { Holding } from '#shared/contracts/portfolio.ts'
import { directionOf, NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useOfflineNote } from '#web/lib/online.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Coin } from '#web/ui/coin.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListRow, RowFigure } from '#web/ui/list-row.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { PortfolioSkeleton } from './portfolio-skeleton.tsx'
import { usePortfolio } from './queries.ts'

/** Percentages are drawn with a real minus; on the wire it is a hyphen. */
const drawn = (percent: string) => percent.replace('-', '−')

export function PortfolioCard() {
  const { data, error, isFetching, dataUpdatedAt, refetch } = usePortfolio()
  const offline = useOfflineNote(dataUpdatedAt)
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h1 className="text-heading font-strong">My Portfolio</h1>
        {data?.connected && (
          <Badge tone="gain" live>
            Live Data
          </Badge>
        )}
      </div>
      {data && offline !== undefined && <OfflineBanner>{offline}</OfflineBanner>}
      {data ? (
        <div className={PLACES}>
          <Performance value={data.performance || NO_PERFORMANCE} />
          <div className="desk:col-start-2 desk:row-span-2 desk:row-start-1">
            {data.holdings.length > 0 ? (
              <Holdings holdings={data.holdings} />
            ) : (
              <NoHoldings connected={data.connected} />
            )}
          </div>
          {data.connected && (
            <Banner tone="info" title="Your broker is connected">
              Share premium signals to attract subscribers.
            </Banner>
          )}
        </div>
      ) : error && !isUnauthorized(error) ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Your portfolio could not be loaded.'}
          </ErrorState>
        </Card>
      ) : (
        <PortfolioSkeleton />
      )}
    </>
  )
}

/** Below each other on a phone; where there is room, the holdings stand beside the figure and the note. */
const PLACES = classes(
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-5',
  'desk:grid-cols-[20rem_minmax(0,1fr)] desk:grid-rows-[auto_1fr]',
)

const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }

function Performance({ value }: { value: string }) {
  return (
    <Card as="section" aria-labelledby="account-performance" className="grid gap-1">
      <h2 id="account-performance" className="text-label font-medium text-ink-2">
        Account Performance
      </h2>
      <p className={`text-display font-strong tabular-nums ${FIGURE[directionOf(value)]}`}>{drawn(value)}</p>
      <p className="text-small text-ink-2">Overall return since start</p>
    </Card>
  )
}

function Holdings({ holdings }: { holdings: z.output<typeof Holding>[] }) {
  return (
    <CardList as="section" aria-labelledby="current-holdings">
      <CardHead>
        <h2 id="current-holdings" className="text-title font-strong">
          Current Holdings
        </h2>
        <span className="text-small text-ink-2 tabular-nums">
          {holdings.length} {holdings.length === 1 ? 'position' : 'positions'}
        </span>
      </CardHead>
      <ul className="divide-y divide-line">
        {holdings.map(({ id, ticker, companyName, percentReturn }) => (
          <ListRow
            key={id}
            lead={<Coin ticker={ticker} />}
            title={companyName || ticker}
            sub={companyName ? ticker : undefined}
            end={
              <RowFigure
                value={drawn(percentReturn)}
                note="since purchase"
                tone={directionOf(percentReturn)}
              />
            }
          />
        ))}
      </ul>
    </CardList>
  )
}

function NoHoldings({ connected }: { connected: boolean }) {
  return (
    <Card as="section">
      <EmptyState title="No portfolio data available">
        {connected
          ? 'Your connected brokerage has no positions.'
          : 'Connect your broker to share real trades with subscribers.'}
      </EmptyState>
    </Card>
  )
}
