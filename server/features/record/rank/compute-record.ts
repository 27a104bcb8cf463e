// Computes an author's record from the scores of their signals, and saves it.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { DB } from '#server/db/tables.ts'
import { METHOD } from '#engine/scoring/method.ts'
import type { Forecast } from '#engine/scoring/ranking/calibration.ts'
import { recordFigures, type RecordFigures } from '#engine/scoring/ranking/record-figures.ts'
import { type Trade, tradeFigures } from '#engine/scoring/ranking/trade-figures.ts'
import { type ScoreAudience, scoresVisibleTo, TABLES } from './visible-scores.ts'
import { type Counts, countSignals } from './count-signals.ts'

type Database = Kysely<DB> | Transaction<DB>

/**
 * Updates an author's signal counts after a post. Until the next close, new signals change no other figure. False for
 * an author without a record.
 */
export async function countAgain(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  author: string,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await waitForOthers(trx, author)
    const publicCounts = await countSignals(trx, author, 'everyone')
    for (const audience of await audiencesOf(trx, author, publicCounts)) {
      const counts = audience === 'everyone' ? publicCounts : await countSignals(trx, author, audience)
      const { numUpdatedRows } = await trx
        .updateTable(TABLES[audience])
        .set({ ...counts, computedAt: clock.now() })
        .where('author', '=', author)
        .where('method', '=', METHOD)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
    }
    return publicCounts !== null
  })
}

/** The audiences for which an author's record is saved: two while a premium trade is new. */
async function audiencesOf(
  trx: Database,
  author: string,
  publicCounts: Counts | null,
): Promise<ScoreAudience[]> {
  if (!publicCounts) return []
  if (publicCounts.sealed > 0) return ['everyone', 'subscribers']
  await trx.deleteFrom('recordFullPeople').where('author', '=', author).where('method', '=', METHOD).execute()
  return ['everyone']
}

const waitForOthers = (trx: Database, author: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`rank ${author}`}, 0))`.execute(trx)

/** Can run twice at the same time: the second run waits for the first. Does nothing for an author without scores. */
export async function computeRecord(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  author: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await waitForOthers(trx, author)
    const publicCounts = await countSignals(trx, author, 'everyone')
    const forecasts = publicCounts ? await readForecasts(trx, author) : []
    await trx.deleteFrom('recordTradeFigures').where('author', '=', author).execute()
    for (const audience of await audiencesOf(trx, author, publicCounts)) {
      const counts = audience === 'everyone' ? publicCounts : await countSignals(trx, author, audience)
      if (!counts) continue
      const positions = await readPositions(trx, author, audience)
      const asOf = positions.reduce<string | null>(
        (newest, one) => (one.asOf > (newest ?? '') ? one.asOf : newest),
        null,
      )
      const figures = { asOf, ...recordFigures(positions, forecasts) }
      await savePerson(trx, { author, audience, counts, figures, now: clock.now() })
      await saveBooks(trx, author, audience, positions)
    }
  })
}

type Position = Trade & { asOf: string; isSealed: boolean }

/** Subscribers see the open book as everybody does. */
async function saveBooks(db: Database, author: string, audience: ScoreAudience, positions: Position[]) {
  const isEarly = audience === 'subscribers'
  const rows = [...Map.groupBy(positions, ({ isSealed }) => (isSealed ? 'sealed' : 'open'))]
    .filter(([book]) => book === 'sealed' || !isEarly)
    .map(([book, trades]) => ({ author, book, isEarly, ...tradeFigures(trades) }))
  if (rows.length > 0) await db.insertInto('recordTradeFigures').values(rows).execute()
}

async function readPositions(db: Database, author: string, audience: ScoreAudience): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select ticker, is_sealed, exit_day::text, trading_days, is_thin, return::float8, excess::float8,
        coalesce(as_of, entry_day)::text as as_of, coalesce(exit_day, as_of, entry_day)::text as day
      from ${scoresVisibleTo(audience, author)} scores
      where not is_hidden and does = 'opens' and entry_day is not null
        and (exit_day is null or exit_day > entry_day)
      order by entry_day, signal_id, ticker`.execute(db)
  return rows
}

/**
 * An author's closed positions from signals with one ticker and a stated confidence, as everybody sees them: premium
 * positions are left out for 90 days, including what they close or extend.
 */
async function readForecasts(db: Database, author: string): Promise<Forecast[]> {
  const { rows } = await sql<Forecast>`
    select (g.details ->> 'confidence')::float8 / 100 as confidence, s.excess::float8
      from ${scoresVisibleTo('everyone', author)} s join signals g on g.id = s.signal_id
     where not s.is_hidden and s.does = 'opens' and s.status = 'closed' and s.excess is not null
       and g.details ? 'confidence'`.execute(db)
  return rows
}

type Computed = {
  author: string
  audience: ScoreAudience
  counts: Counts
  figures: RecordFigures & { asOf: string | null }
  now: Date
}

async function savePerson(db: Database, { author, audience, counts, figures, now }: Computed): Promise<void> {
  const row = { ...counts, ...figures, computedAt: now }
  await db
    .insertInto(TABLES[audience])
    .values({ author, method: METHOD, ...row })
    .onConflict((conflict) => conflict.columns(['author', 'method']).doUpdateSet(row))
    .execute()
}
