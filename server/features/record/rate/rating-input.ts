// Reads the inputs of all ratings: the log's entries, closes, and the checkpoint roots that seed the monkeys.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { closeOf, exchangeDays, lastClosedDay, nextClosingDay } from '#engine/market/exchange-days.ts'
import { parseCheckpoint } from '#engine/log/note.ts'
import type { LogEntry, LoggedTrade } from '#engine/rating/books.ts'
import type { AuthorEntry } from '#engine/rating/rate-authors.ts'
import { CASH, FUNDS } from '#engine/rating/method.ts'
import type { PriceRow } from '#engine/rating/ticker-path.ts'
import { lastSettledDay, marketReadiness, type SeriesNeed } from '#server/market/series.ts'
import { firstInput, seriesOf } from '../score/needed-series.ts'
import { readInputs } from '../score/read-market.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/**
 * `lastDay`: the newest exchange day whose closes are known. `asOf`: the last calendar day before the next exchange
 * day.
 */
export function knownDays({ clock, market }: Pick<Deps, 'clock' | 'market'>): {
  lastDay: string
  asOf: string
} {
  const now = clock.now()
  const lastDay = market.isSample ? lastClosedDay(now) : lastSettledDay(now)
  const next = nextClosingDay(new Date(closeOf(lastDay).getTime() + 1))
  return { lastDay, asOf: dayOf(dayNumber(next) - 1) }
}

/** These authors' entries about trades. */
export async function readEntries(
  { db }: Pick<Deps, 'db'>,
  authors: readonly string[],
): Promise<AuthorEntry[]> {
  const { rows } = await sql<{ index: number; entry: string; sealedTrade: LoggedTrade | null }>`
    select e.index, convert_from(e.bytes, 'UTF8') as entry, t.trade as sealed_trade
      from record_entries e left join record_trades t on t.signal_id = e.signal_id
     where e.author = any(${authors}::uuid[]) and e.kind in ('signal', 'open')`.execute(db)
  return rows.map(({ index, entry, sealedTrade }) => {
    const { kind, time, author, posted, trade, of } = JSON.parse(entry) as LogEntry
    return { index, kind, time, sealedTrade, ...defined({ author, posted, trade, of }) }
  })
}

/** Drops undefined fields. */
const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<{
    [Key in keyof T]: NonNullable<T[Key]>
  }>

/** The UTC day of the log's first trade. Null without one. */
export async function firstDayOf({ db }: Pick<Deps, 'db'>): Promise<string | null> {
  const { rows } = await sql<{ time: string }>`
    select convert_from(bytes, 'UTF8')::jsonb ->> 'time' as time from record_entries
     where kind in ('signal', 'open') order by index limit 1`.execute(db)
  return rows[0]?.time.slice(0, 10) ?? null
}

/**
 * Exchange days with the instants of their closes, from some months before the log's first day up to the last known
 * one.
 */
export const ratingDays = (firstDay: string, lastDay: string): [day: string, close: string][] =>
  exchangeDays(firstInput(new Date(firstDay)), lastDay).map((day) => [day, closeOf(day).toISOString()])

/** The rows of tickers on these days, by ticker. */
export async function readPrices(
  deps: Needs,
  tickers: readonly string[],
  days: readonly (readonly [day: string, close: string])[],
): Promise<Record<string, PriceRow[]>> {
  const all = days.map(([day]) => day)
  const [from = '', to = ''] = [all[0], all.at(-1)]
  const known = new Set(all)
  const read = await readInputs(
    deps,
    tickers.map((ticker) => ({ ticker, from, to, exchangeDays: known })),
  )
  return Object.fromEntries(
    tickers.map((ticker) => [
      ticker,
      (read.get(ticker)?.inputs ?? []).filter(({ day }) => known.has(day)).map(rowOf),
    ]),
  )
}

type Input = NonNullable<
  Awaited<ReturnType<typeof readInputs>> extends ReadonlyMap<string, infer Read> ? Read : never
>['inputs'][number]

const rowOf = ({ day, close, dividend, ratio, volume, isFinal }: Input): PriceRow => ({
  day,
  close: close.toFixed(),
  dividend: dividend.toFixed(),
  ratio: ratio.toFixed(),
  volume: volume === null ? null : String(volume),
  ...(isFinal && { isFinal }),
})

/** The series of T-bills and the index funds for all ratings. Empty before the first signal. */
export async function fundSeries({ db }: Pick<Deps, 'db'>): Promise<SeriesNeed[]> {
  const { rows } = await sql<{ first: Date | null }>`
    select min((convert_from(bytes, 'UTF8')::jsonb ->> 'time')::timestamptz) as first from record_entries
     where index = (select min(index) from record_entries where kind = 'signal')`.execute(db)
  const first = rows[0]?.first
  return first ? seriesOf([CASH, ...FUNDS], first) : []
}

/** The last day up to which the prices of all funds are known; null while one of them was never fetched. */
export async function knownFunds(deps: Pick<Deps, 'db' | 'clock' | 'market'>): Promise<string | null> {
  const now = deps.clock.now()
  if (deps.market.isSample) return lastClosedDay(now)
  return (await marketReadiness(deps.db, await fundSeries(deps), now)).upTo
}

/**
 * The seed of a month-end's monkeys: the root of the last checkpoint of the last day in `/log/days` up to then, or of
 * the first day if all are later. Null without a checkpoint.
 */
export async function seedOf({ db }: Pick<Deps, 'db'>, day: string): Promise<string | null> {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)
  const { rows } = await sql<{ note: string }>`
    (select note from record_checkpoints where at < ${next} order by at desc, size desc limit 1)
    union all
    (select last.note from (select min(at) as at from record_checkpoints) first,
      lateral (select note from record_checkpoints c where c.at < date_trunc('day', first.at, 'UTC') + interval '24 hours'
        order by c.at desc, c.size desc limit 1) last)
    limit 1`.execute(db)
  const note = rows[0]?.note
  return note === undefined ? null : parseCheckpoint(note).root.toString('base64')
}

const DAY_MS = 86_400_000
