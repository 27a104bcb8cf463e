// Calculates an author's record from the scores of their signals: the days of the paper portfolio, and the figures.
import { type Kysely, sql, type Transaction } from 'kysely'
import { BENCHMARK } from '#server/adapters/market/port.ts'
import type { Deps } from '#server/deps.ts'
import type { DB } from '#server/db/tables.ts'
import { METHOD } from '../score/method.ts'
import { type Book, scoresIn, TABLES } from './books.ts'
import { brierScore, type Forecast, readForecasts } from './calibration.ts'
import { type Counts, countSignals } from './count-signals.ts'
import { aDayLater, type Followed } from './day-later.ts'
import { histogramOf } from './histogram.ts'
import { type PaperDay, paperDays } from './paper-portfolio.ts'
import { perPosition } from './per-position.ts'
import { type GrowthReader, openGrowthReader } from './read-growth.ts'
import type { ShareGrowth } from './share-growth.ts'
import { yearlyExcess } from '#shared/rules/yearly-excess.ts'

type Database = Kysely<DB> | Transaction<DB>

/**
 * Counts an author's signals again, after new ones were posted: until their close they change no other figure. False for an author
 * without a record.
 */
export async function countAgain(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  author: string,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await waitForOthers(trx, author)
    const shown = await countSignals(trx, author, 'shown')
    for (const book of await booksOf(trx, author, shown)) {
      const counts = book === 'shown' ? shown : await countSignals(trx, author, book)
      const { numUpdatedRows } = await trx
        .updateTable(TABLES[book].people)
        .set({ ...counts, computedAt: clock.now() })
        .where('author', '=', author)
        .where('method', '=', METHOD)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
    }
    return shown !== null
  })
}

/** The books that an author's record is saved in: two while a premium trade is new. */
async function booksOf(trx: Database, author: string, shown: Counts | null): Promise<Book[]> {
  if (!shown) return []
  if (shown.sealed > 0) return ['shown', 'full']
  await trx.deleteFrom('recordFullPeople').where('author', '=', author).where('method', '=', METHOD).execute()
  await trx.deleteFrom('recordFullDays').where('author', '=', author).where('method', '=', METHOD).execute()
  return ['shown']
}

const waitForOthers = (trx: Database, author: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`rank ${author}`}, 0))`.execute(trx)

/** Can run twice at the same time: the second run waits for the first. Does nothing for an author without scores. */
export async function computeRecord(
  { db, clock, market: { isSample } }: Pick<Deps, 'db' | 'clock' | 'market'>,
  author: string,
  readGrowth: GrowthReader = openGrowthReader(isSample),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await waitForOthers(trx, author)
    const shown = await countSignals(trx, author, 'shown')
    const forecasts = shown ? await readForecasts(trx, author) : []
    for (const book of await booksOf(trx, author, shown)) {
      const counts = book === 'shown' ? shown : await countSignals(trx, author, book)
      if (!counts) continue
      const positions = await readPositions(trx, author, book)
      // Thin shares are scored and never ranked.
      const ranked = positions.filter(({ isThin }) => !isThin)
      const shares = await readGrowth(trx, ranked)
      const computed = {
        author,
        book,
        asOf: shares?.asOf ?? null,
        counts,
        positions,
        ...(shares ? paperDaysOf(ranked, shares) : NO_DAYS),
        forecasts,
        now: clock.now(),
      }
      await savePerson(trx, computed)
      await saveDays(trx, computed)
    }
  })
}

type ScoredPosition = Followed & {
  tradingDays: number | null
  isThin: boolean
  return: number | null
  excess: number | null
}

async function readPositions(db: Database, author: string, book: Book): Promise<ScoredPosition[]> {
  const { rows } = await sql<ScoredPosition>`
    select ticker, side, weight::float8, coalesce(beta, 1)::float8 as beta, coalesce(tilt, 0)::float8 as tilt,
        entry_day::text, exit_day::text, exit_reason, trading_days, is_thin, return::float8, excess::float8
      from ${scoresIn(book, author)} scores
      where not is_shut and does = 'opens' and entry_day is not null
        and (exit_day is null or exit_day > entry_day)
      order by entry_day, signal_id, ticker`.execute(db)
  return rows
}

/** The author's days, and those of somebody who acts a day later. */
type Days = { days: readonly PaperDay[]; later: readonly PaperDay[] }
const NO_DAYS: Days = { days: [], later: [] }

function paperDaysOf(positions: readonly Followed[], { growth, tradedDays }: ShareGrowth): Days {
  const days = tradedDays(BENCHMARK)
  const followed = aDayLater(positions, tradedDays)
  return { days: paperDays(positions, days, growth), later: paperDays(followed, days, growth) }
}

type Computed = {
  author: string
  book: Book
  asOf: string | null
  counts: Counts
  positions: readonly ScoredPosition[]
  forecasts: readonly Forecast[]
  now: Date
} & Days

async function savePerson(
  db: Database,
  { author, book, asOf, counts, positions, days, later, forecasts, now }: Computed,
): Promise<void> {
  const results = positions.flatMap((position) => {
    const { return: own, excess, tradingDays } = position
    return own !== null && excess !== null && (tradingDays ?? 0) > 0 ? [{ return: own, excess }] : []
  })
  const each = perPosition(results)
  const paper = yearlyExcess(days)
  const follower = yearlyExcess(later)
  const histogram = histogramOf(results.map(({ excess }) => excess))
  const row = {
    ...counts,
    computedAt: now,
    asOf,
    positions: positions.length,
    thin: positions.filter(({ isThin }) => isThin).length,
    positionsOpen: positions.filter(({ exitDay }) => exitDay === null).length,
    scoredPositions: results.length,
    meanReturn: ratio(each?.mean),
    medianReturn: ratio(each?.median),
    meanExcess: ratio(each?.meanExcess),
    medianExcess: ratio(each?.medianExcess),
    averageWin: ratio(each?.averageWin),
    averageLoss: ratio(each?.averageLoss),
    worst: ratio(each?.worst),
    wins: each?.wins ?? 0,
    hitRate: ratio(each?.hitRate),
    hitLow: ratio(each?.hitLow),
    hitHigh: ratio(each?.hitHigh),
    days: paper?.days ?? 0,
    activeDays: paper?.activeDays ?? 0,
    mean: ratio(paper?.mean),
    error: ratio(paper?.error),
    low: ratio(paper?.low),
    high: ratio(paper?.high),
    drawdown: ratio(paper?.drawdown),
    forecasts: forecasts.length,
    brier: ratio(brierScore(forecasts)),
    laterMean: ratio(follower?.mean),
    laterLow: ratio(follower?.low),
    laterHigh: ratio(follower?.high),
    histogram: histogram?.counts ?? null,
    histogramStep: ratio(histogram?.step),
  }
  await db
    .insertInto(TABLES[book].people)
    .values({ author, method: METHOD, ...row })
    .onConflict((conflict) => conflict.columns(['author', 'method']).doUpdateSet(row))
    .execute()
}

/** Writes only the days that changed. */
async function saveDays(
  db: Database,
  { author, book, days }: Pick<Computed, 'author' | 'book' | 'days'>,
): Promise<void> {
  const list = days.map(({ day }) => day)
  const table = sql.table(TABLES[book].days)
  await sql`insert into ${table} as known (author, method, day, places, excess)
    select ${author}::uuid, ${METHOD}, day, places, excess
      from unnest(${list}::date[], ${days.map(({ places }) => ratio(places))}::numeric[],
        ${days.map(({ excess }) => ratio(excess))}::numeric[]) as computed (day, places, excess)
    on conflict (author, method, day) do update set places = excluded.places, excess = excluded.excess
      where (known.places, known.excess) is distinct from (excluded.places, excluded.excess)`.execute(db)
  await sql`delete from ${table} where author = ${author} and method = ${METHOD}
    and day <> all(${list}::date[])`.execute(db)
}

/** As published: with 8 decimals. */
const ratio = (value: number | null | undefined): string | null => value?.toFixed(8) ?? null
