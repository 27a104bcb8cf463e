// Statistics of signals about tickers: how many each person posted in a period, and how many there were this week.
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import { AUTHOR_COLUMNS, prefixed } from '#server/features/signals/store.ts'
import { authorView } from '#server/features/users/views.ts'
import { isReadable, viewerContext, viewerFollows, viewerPays } from '#server/features/users/visibility.ts'
import type { PricePeriod, SignalCounts, TickerCalls } from '#shared/contracts/tickers.ts'
import { TRADES_ON_TICKER_MIN } from '#shared/limits.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { periodStart } from './periods.ts'

type Needs = Pick<Deps, 'statements' | 'clock' | 'config'>
/** How far the trades of readable signals about the ticker are ahead of SPY, as ratios by signal. */
export type ReadDistances = (ids: readonly string[], ticker: string) => Promise<ReadonlyMap<string, number>>
type Context = ReturnType<typeof viewerContext>

/** Enough for a year of signals about a well-known ticker. More would take too long for a page. */
const COUNTED_MAX = 500
const CALLERS_MAX = 20
const WEEK_MS = 7 * 86_400_000
const WEEKLY_MAX = 100

/** The newest signals about a ticker that the viewer may read. `offset 0`: as in the store of the signals. */
const callsAbout = prepared(
  'ticker_calls',
  (db, page: Parameters<Context & { ticker: string; since: Date }>) => {
    const rows = db
      .selectFrom('signalTickers as t')
      .innerJoin('signals as g', 'g.id', 't.signalId')
      .innerJoin('users as a', 'a.id', 'g.userId')
      .select([
        'g.id',
        'g.userId',
        'g.signalType',
        'g.isPremium',
        'g.createdAt',
        ...prefixed('a', AUTHOR_COLUMNS),
      ])
      .select((eb) => [
        viewerFollows(page, eb.ref('g.userId')).as('follows'),
        viewerPays(page, eb.ref('g.userId')).as('pays'),
      ])
      .where('t.ticker', '=', page.ticker)
      .where('t.createdAt', '>=', page.since)
      .orderBy('t.createdAt', 'desc')
      .orderBy('t.signalId', 'desc')
      .offset(sql.lit(0))
    return db
      .selectFrom(rows.as('rows'))
      .selectAll()
      .where(isReadable(page))
      .limit(sql.lit(COUNTED_MAX + 1))
  },
)

export async function tickerCalls(
  deps: Needs,
  readDistances: ReadDistances,
  viewerId: string,
  { ticker, period }: { ticker: string; period: PricePeriod },
): Promise<z.input<typeof TickerCalls>> {
  const since = new Date(`${periodStart(period, utcDay(deps.clock.now()))}T00:00:00Z`)
  const rows = await callsAbout(deps.statements, { ...viewerContext(deps, viewerId), ticker, since })
  const counted = rows.slice(0, COUNTED_MAX)
  const byDay = Map.groupBy(counted.toReversed(), ({ createdAt }) => utcDay(createdAt))
  const distances = await readDistances(
    counted.map(({ id }) => id),
    ticker,
  )
  const byAuthor = Map.groupBy(counted, ({ userId }) => userId)
  return {
    isCapped: rows.length > COUNTED_MAX,
    days: [...byDay].map(([day, all]) => ({ day, ...countsOf(all) })),
    callers: [...byAuthor.values()].slice(0, CALLERS_MAX).flatMap((all) => {
      const [last] = all
      if (!last) return []
      const { id, signalType, createdAt } = last
      return [
        {
          ...countsOf(all),
          trades: tradesOf(all.flatMap((one) => distances.get(one.id) ?? [])),
          author: authorView({ ...last, id: last.userId }),
          last: { id, signalType, createdAt: createdAt.toISOString() },
        },
      ]
    }),
  }
}

/** An average of fewer trades would be meaningless. */
function tradesOf(distances: readonly number[]) {
  const count = distances.length
  if (count < TRADES_ON_TICKER_MIN) return null
  return { count, meanExcess: (distances.reduce((sum, one) => sum + one, 0) / count).toFixed(8) }
}

function countsOf(signals: readonly { signalType: keyof SignalCounts }[]): SignalCounts {
  const counts = { buy: 0, sell: 0, comment: 0 }
  for (const { signalType } of signals) counts[signalType] += 1
  return counts
}

const weeklySignals = prepared(
  'signals_this_week',
  (db, page: Parameters<Context & { tickers: string[]; since: Date }>) => {
    const rows = db
      .selectFrom('signalTickers as t')
      .innerJoin('signals as g', 'g.id', 't.signalId')
      .innerJoin('users as a', 'a.id', 'g.userId')
      .select(['g.userId', 'g.isPremium', 'a.isPublic', 'a.deletionRequestedAt'])
      .select((eb) => viewerPays(page, eb.ref('g.userId')).as('pays'))
      .where('t.ticker', '=', sql.ref<string>('watched.ticker'))
      .where('t.createdAt', '>=', page.since)
      .offset(sql.lit(0))
    const readable = db
      .selectFrom(rows.as('rows'))
      .select('userId')
      .where(isReadable(page))
      .limit(sql.lit(WEEKLY_MAX))
    return db
      .selectFrom(
        sql<{ ticker: string }>`unnest(${page.tickers}::text[])`.as<'watched'>(sql`watched (ticker)`),
      )
      .select('watched.ticker')
      .select((eb) =>
        eb.selectFrom(readable.as('readable')).select(eb.fn.countAll<number>().as('n')).as('count'),
      )
  },
)

/** The number of signals about each ticker in the last seven days that the viewer may read, at most 100. */
export async function signalsThisWeek(
  deps: Needs,
  viewerId: string,
  watched: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const since = new Date(deps.clock.now().getTime() - WEEK_MS)
  const rows = await weeklySignals(deps.statements, {
    ...viewerContext(deps, viewerId),
    tickers: [...watched],
    since,
  })
  return new Map(rows.map(({ ticker, count }) => [ticker, count ?? 0]))
}
