// Rates the authors of a run, a few hundred at a time, and stages their rows until the run ends.
import { type Insertable, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { followerOf, filledByWeek, largestDrop } from '#engine/rating/follower.ts'
import { publishedFigures, rounded } from '#engine/rating/published-figures.ts'
import { type AuthorEntry, rateAuthors } from '#engine/rating/rate-authors.ts'
import type { RatedRecord } from '#engine/rating/rate-records.ts'
import { readEntries } from './rating-input.ts'
import type { RatingMarket } from './rating-market.ts'
import type { RatingRun } from './rating-run.ts'

type Needs = Pick<Deps, 'db' | 'market'>

/** Large enough that queries cost little, and small enough for little memory. */
const AUTHORS_MAX = 200

type Batch = { authors: string[]; entries: AuthorEntry[] }

/**
 * Rates the remaining authors; false if it had to stop early. A run can be killed at any moment, and continues after
 * the last saved batch.
 */
export async function rateBatches(
  deps: Needs,
  run: RatingRun,
  prices: RatingMarket,
  mustStop: () => boolean,
): Promise<boolean> {
  let after = run.after
  let reading = readBatch(deps, after)
  for (;;) {
    const { authors, entries } = await reading
    const last = authors.at(-1)
    if (last === undefined) return true
    // While one batch is rated, the database reads the next one.
    reading = readBatch(deps, last)
    const rows = await rateBatch(deps, entries, run.day, prices)
    await saveBatch(deps, { rows, after, last })
    after = last
    if (mustStop()) {
      await reading
      return false
    }
  }
}

async function readBatch(deps: Needs, after: string | null): Promise<Batch> {
  const rows = await deps.db
    .selectFrom('recordRatingsDue')
    .select('author')
    .$if(after !== null, (query) => query.where('author', '>', after))
    .orderBy('author')
    .limit(AUTHORS_MAX)
    .execute()
  const authors = rows.map(({ author }) => author)
  return { authors, entries: authors.length > 0 ? await readEntries(deps, authors) : [] }
}

type Row = Insertable<DB['recordRatingsNext']>

async function rateBatch(
  { market: { isSample } }: Needs,
  entries: readonly AuthorEntry[],
  asOf: string,
  prices: RatingMarket,
): Promise<Row[]> {
  await prices.load(tickersOf(entries))
  const { records, early } = rateAuthors(entries, { asOf, ...prices })
  return [
    ...records.map((record) => ({ ...rowOf(record, prices), isSample })),
    ...early.map((record) => ({ ...rowOf(record, prices), isSample, isEarly: true })),
  ]
}

export function* tickersOf(entries: readonly AuthorEntry[]): Generator<string> {
  for (const { trade, sealedTrade } of entries) {
    yield* trade?.tickers ?? []
    yield* sealedTrade?.tickers ?? []
  }
}

/** Throws if another copy of the server has saved a batch of the same run in the meantime. */
async function saveBatch(
  { db }: Pick<Deps, 'db'>,
  { rows, after, last }: { rows: Row[]; after: string | null; last: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('recordRatingRun')
      .set({ after: last })
      .where(sql<boolean>`after is not distinct from ${after}::uuid`)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Error('Another server is rating the same records')
    if (rows.length > 0) await trx.insertInto('recordRatingsNext').values(rows).execute()
  })
}

function rowOf(record: RatedRecord, { market, sums }: RatingMarket): Omit<Row, 'isSample'> {
  const { id, positions, counts, weekly, figures, missing, isActive, last, recentMean } = record
  const [author = '', book = ''] = id.split('/')
  const shown = figures && publishedFigures(figures)
  const follower = followerOf(record, market, sums)
  const ended = positions.reduce((latest, { exit }) => Math.max(latest, exit ?? 0), 0)
  return {
    author,
    book,
    asOf: market.days[last] ?? '',
    since: market.days[market.weekStarts[weekly.firstWeek] ?? 0] ?? '',
    trades: counts.trades,
    entryDays: counts.entryDays,
    activeDays: counts.activeDays,
    results: weekly.ys,
    filled: filledByWeek(record, market),
    days: shown?.days ?? null,
    df: shown?.df ?? null,
    isYearly: shown?.yearly ?? null,
    mean: shown?.mean ?? null,
    low: shown?.low ?? null,
    high: shown?.high ?? null,
    lowYear: figures?.lowYear ?? null,
    t: figures?.t ?? null,
    p: figures?.p ?? null,
    slopes: shown?.slopes ?? null,
    drawdown: rounded(largestDrop(record, market), RATIO_DECIMALS),
    laterMean: follower && rounded(follower.mean, RATIO_DECIMALS),
    laterLow: follower && rounded(follower.low, RATIO_DECIMALS),
    laterHigh: follower && rounded(follower.high, RATIO_DECIMALS),
    endedOn: isActive ? null : (market.days[ended] ?? null),
    isRated: missing.length === 0 && figures !== null,
    recentMean,
    tickers: [...new Set(positions.map(({ ticker }) => ticker))].toSorted(),
  }
}

const RATIO_DECIMALS = 4
