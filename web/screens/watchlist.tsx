// The tickers that the viewer watches.
import { useWatchlist, type WatchlistRow } from '#web/features/tickers/watchlist-queries.ts'
import { WatchButton } from '#web/features/tickers/watch-button.tsx'
import { Close, thisWeekText } from '#web/features/tickers/watchlist.tsx'
import { closeDayOf } from '#web/features/tickers/format.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { hasSamplePrices } from '#web/lib/config.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Column } from '#web/ui/page.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { TickerAvatar } from '#web/ui/ticker-avatar.tsx'

export default function Watchlist() {
  useTitleAndFocus('Watchlist')
  const query = useWatchlist()
  const { data, error, isFetching, refetch } = query
  const day = data ? closeDayOf(data) : null
  return (
    <Column>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-heading font-strong">Watchlist</h1>
        <div className="flex flex-wrap items-center gap-3">
          {day !== null && <span className="text-small text-ink-2">Close of {day}</span>}
          {hasSamplePrices() && data?.some(({ latest }) => latest !== null) && <SampleBadge />}
        </div>
      </div>
      {data ? (
        <>
          <RefreshError query={query} what="your watchlist" />
          {data.length > 0 ? <Rows rows={data} /> : <Empty />}
        </>
      ) : error && !isUnauthorized(error) ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load your watchlist.'}
          </ErrorState>
        </Card>
      ) : (
        <Loading label="Loading watchlist">
          <CardList>
            <RowSkeletons />
          </CardList>
        </Loading>
      )}
    </Column>
  )
}

const Rows = ({ rows }: { rows: readonly WatchlistRow[] }) => (
  <CardList as="ul">
    {rows.map((row) => (
      <ListRow
        key={row.ticker}
        stack
        lead={<TickerAvatar ticker={row.ticker} />}
        title={
          <a href={paths.ticker(row.ticker)} className="underline-offset-[0.2em] hover:underline">
            {row.name ?? `$${row.ticker}`}
          </a>
        }
        sub={[row.name !== null && `$${row.ticker}`, thisWeekText(row)].filter(Boolean).join(' · ')}
        end={
          <span className="flex flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Close row={row} />
            <WatchButton ticker={row.ticker} size="sm" isInList />
          </span>
        }
      />
    ))}
  </CardList>
)

function Empty() {
  const searchHref = useDialogHref('search')
  return (
    <Card>
      <EmptyState
        action={
          <Button asChild>
            <a href={searchHref}>Search tickers</a>
          </Button>
        }
      >
        <p>You don’t watch any tickers yet.</p>
        <p className="mt-2 text-small">
          Open a ticker and press Watch. Its price and new signals show up here.
        </p>
      </EmptyState>
    </Card>
  )
}
