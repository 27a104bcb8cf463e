// The watch list, as a card beside a page and as the rows of its own page.
import { countOf } from '#shared/rules/numbers.ts'
import { directionOf, signedPercent, withMinusSign } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Ticker } from '#web/ui/ticker.tsx'
import { BENCHMARK, closeDayOf, dollars } from './format.ts'
import { useWatchlist, type WatchlistRow } from './watchlist-queries.ts'

const SHOWN = 5

/** The first tickers of the list. Empty without any, or while they load. */
export function WatchlistCard({ except }: { except?: string }) {
  const { data = [] } = useWatchlist()
  const rows = data.filter(({ ticker, isRemoved }) => !isRemoved && ticker !== except)
  if (rows.length === 0) return null
  const day = closeDayOf(rows)
  return (
    <CardList as="section" aria-labelledby="watchlist">
      <CardHead>
        <h2 id="watchlist" className="text-title font-strong">
          <a href={paths.watchlist} className="rounded-badge underline-offset-[0.2em] hover:underline">
            Watchlist
          </a>
        </h2>
        {day !== null && <span className="text-small text-ink-2">Close of {day}</span>}
      </CardHead>
      <ul className="divide-y divide-line">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.ticker} className="flex min-h-14 items-center gap-3 px-4 py-2 md:px-6">
            <Ticker symbol={row.ticker} href={paths.ticker(row.ticker)} />
            <span className="min-w-0 flex-1 text-small text-ink-2">{thisWeekText(row)}</span>
            <Close row={row} />
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p className="px-4 py-2 md:px-6">
          <a href={paths.watchlist} className="link inline-flex min-h-9 items-center text-small">
            See all {rows.length}
          </a>
        </p>
      )}
    </CardList>
  )
}

/** "2 signals this week"; above 99 the number isn't known. */
export function thisWeekText({ ticker, signalsThisWeek: count }: WatchlistRow): string {
  if (count === 0) return ticker === BENCHMARK ? 'Benchmark' : 'No signals this week'
  return count > 99 ? '99+ signals this week' : `${countOf(count, 'signal')} this week`
}

const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink-2' }

/** The last close, with the day's return below it. */
export function Close({ row: { latest, isFetching } }: { row: WatchlistRow }) {
  if (!latest)
    return <span className="text-small text-ink-3">{isFetching ? 'Getting prices' : 'No prices'}</span>
  const change = latest.change === null ? null : signedPercent(latest.change)
  return (
    <span className="grid flex-none justify-items-end tabular-nums">
      <span>{dollars(latest.close)}</span>
      {change !== null && (
        <span className={classes('text-small', FIGURE[directionOf(change)])}>{withMinusSign(change)}</span>
      )}
    </span>
  )
}
