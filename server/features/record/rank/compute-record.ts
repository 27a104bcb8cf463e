// Computes authors' records from the scores of their signals, and saves them.
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
    await waitForOthers(trx, [author])
    const counted = await countsByAudience(trx, [author])
    for (const audience of AUDIENCES) {
      const counts = counted[audience].get(author)
      if (!counts) continue
      const { numUpdatedRows } = await trx
        .updateTable(TABLES[audience])
        .set({ ...counts, computedAt: clock.now() })
        .where('author', '=', author)
        .where('method', '=', METHOD)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
    }
    return counted.everyone.has(author)
  })
}

const AUDIENCES: readonly ScoreAudience[] = ['everyone', 'subscribers']

/** Subscribers have a record of their own only while one of the author's premium trades is new. */
async function countsByAudience(
  trx: Database,
  authors: readonly string[],
): Promise<Record<ScoreAudience, ReadonlyMap<string, Counts>>> {
  const everyone = await countSignals(trx, authors, 'everyone')
  const sealed = [...everyone].flatMap(([author, counts]) => (counts.sealed > 0 ? [author] : []))
  const others = [...everyone.keys()].filter((author) => !sealed.includes(author))
  if (others.length > 0)
    await trx
      .deleteFrom('recordFullPeople')
      .where('author', 'in', others)
      .where('method', '=', METHOD)
      .execute()
  return {
    everyone,
    subscribers: sealed.length > 0 ? await countSignals(trx, sealed, 'subscribers') : new Map(),
  }
}

/** Takes the authors' locks in a fixed order, so that two calls can't deadlock. */
const waitForOthers = (trx: Database, authors: readonly string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended('rank ' || author, 0)) from unnest(${authors.toSorted()}::text[]) author`.execute(
    trx,
  )

export const computeRecord = (deps: Pick<Deps, 'db' | 'clock'>, author: string): Promise<void> =>
  computeRecords(deps, [author])

/** Can run twice at the same time: the second run waits for the first. Does nothing for authors without scores. */
export async function computeRecords(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  authors: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await waitForOthers(trx, authors)
    await trx.deleteFrom('recordTradeFigures').where('author', 'in', authors).execute()
    const counted = await countsByAudience(trx, authors)
    const forecasts = Map.groupBy(await readForecasts(trx, authors), ({ author }) => author)
    for (const audience of AUDIENCES) {
      const own = [...counted[audience]]
      const ids = own.map(([author]) => author)
      const positions = Map.groupBy(await readPositions(trx, ids, audience), ({ author }) => author)
      const people = own.map(([author, counts]) => {
        const opened = positions.get(author) ?? []
        const asOf = opened.reduce<string | null>(
          (newest, one) => (one.asOf > (newest ?? '') ? one.asOf : newest),
          null,
        )
        return { author, ...counts, asOf, ...recordFigures(opened, forecasts.get(author) ?? []) }
      })
      await savePeople(trx, audience, people, clock.now())
      await saveBooks(trx, audience, positions)
    }
  })
}

type Position = Trade & { author: string; asOf: string; isSealed: boolean }

/** Subscribers see the same open book as everybody. */
async function saveBooks(db: Database, audience: ScoreAudience, positions: ReadonlyMap<string, Position[]>) {
  const isEarly = audience === 'subscribers'
  const rows = [...positions].flatMap(([author, all]) =>
    [...Map.groupBy(all, ({ isSealed }) => (isSealed ? 'sealed' : 'open'))]
      .filter(([book]) => book === 'sealed' || !isEarly)
      .map(([book, trades]) => ({ author, book, isEarly, ...tradeFigures(trades) })),
  )
  if (rows.length > 0) await db.insertInto('recordTradeFigures').values(rows).execute()
}

async function readPositions(
  db: Database,
  authors: readonly string[],
  audience: ScoreAudience,
): Promise<Position[]> {
  if (authors.length === 0) return []
  const { rows } = await sql<Position>`
    select author, ticker, is_sealed, exit_day::text, trading_days, is_thin, return::float8, excess::float8,
        coalesce(as_of, entry_day)::text as as_of, coalesce(exit_day, as_of, entry_day)::text as day
      from ${scoresVisibleTo(audience, authors)} scores
      where not is_hidden and does = 'opens' and entry_day is not null
        and (exit_day is null or exit_day > entry_day)
      order by author, entry_day, signal_id, ticker`.execute(db)
  return rows
}

/**
 * The authors' closed positions from signals with one ticker and a stated confidence, as everybody sees them: premium
 * positions are left out for 90 days, including what they close or extend.
 */
async function readForecasts(
  db: Database,
  authors: readonly string[],
): Promise<(Forecast & { author: string })[]> {
  const { rows } = await sql<Forecast & { author: string }>`
    select s.author, (g.details ->> 'confidence')::float8 / 100 as confidence, s.excess::float8
      from ${scoresVisibleTo('everyone', authors)} s join signals g on g.id = s.signal_id
     where not s.is_hidden and s.does = 'opens' and s.status = 'closed' and s.excess is not null
       and g.details ? 'confidence'`.execute(db)
  return rows
}

type Person = Counts & RecordFigures & { author: string; asOf: string | null }

async function savePeople(
  db: Database,
  audience: ScoreAudience,
  people: readonly Person[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map((person) => ({ ...person, method: METHOD, computedAt: now }))
  const columns = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[]
  await db
    .insertInto(TABLES[audience])
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['author', 'method'])
        .doUpdateSet((eb) =>
          Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    )
    .execute()
}
