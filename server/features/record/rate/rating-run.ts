// A rating run: which authors it rates, and its progress.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { monthEnds } from '#engine/rating/likely-skill.ts'
import { CASH, FUNDS } from '#engine/rating/method.ts'
import { type TradingDays, daysBefore, lastWholeDay } from '#engine/rating/trading-days.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { isContinued, ratingInputs } from './rating-due.ts'
import { firstDayOf, knownDays } from './rating-input.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

export type RatingRun = { day: string; size: number; inputs: string; startedAt: Date; after: string | null }

/** A correction may be committed a little later than its timestamp. */
const OVERLAP_MS = 60_000
/**
 * Calendar days that always cover the 21 exchange days after a post. If the share doesn't trade in that time, the trade
 * is dropped.
 */
const ENTRY_DAYS = 45

export async function currentRun({ db }: Pick<Deps, 'db'>): Promise<RatingRun | undefined> {
  return await db
    .selectFrom('recordRatingRun')
    .select(['size', 'inputs', 'startedAt', 'after', sql<string>`day::text`.as('day')])
    .executeTakeFirst()
}

/** Begins a run for the oldest month-end that isn't evaluated yet, or for today if there is none. */
export async function startRun(deps: Needs, days: TradingDays, startedAt: Date): Promise<RatingRun> {
  const { db, market } = deps
  const { text } = await ratingInputs(deps)
  const { asOf } = knownDays(deps)
  const first = (await firstDayOf(deps)) ?? asOf
  return await db.transaction().execute(async (trx) => {
    const board = await trx
      .selectFrom('recordBoard')
      .select(['inputs', 'size', 'ratedAt', sql<string | null>`day::text`.as('day')])
      .select(sql<string | null>`decided::text`.as('decided'))
      .executeTakeFirst()
    const monthEnd = monthEnds(first, asOf).find((end) => end > (board?.decided ?? ''))
    const day = monthEnd ?? asOf
    const before = board && isContinued(board.inputs, market) ? lastRunOf(board) : null
    const isWhole = before === null || (await hasNewFunds(trx, before.ratedAt))
    // The board stays due until there is a run for today.
    const inputs = monthEnd === undefined ? text : `${text} month-end`
    const { rows } = await sql<{ size: number }>`
      insert into record_rating_run (day, size, started_at, inputs, is_whole)
      values (${day}::date, (select coalesce(max(index) + 1, 0) from record_entries), ${startedAt}, ${inputs}, ${isWhole})
      returning size`.execute(trx)
    if (isWhole) await sql`insert into record_ratings_due select author from record_authors`.execute(trx)
    else await addDue(trx, { before, day, days })
    return { day, size: rows[0]?.size ?? 0, inputs, startedAt, after: null }
  })
}

type LastRun = { day: string; size: number; ratedAt: Date }

/** Null if the board was made by an earlier release, which rated the whole log at once. */
const lastRunOf = ({ day, size, ratedAt }: { [Key in keyof LastRun]: LastRun[Key] | null }): LastRun | null =>
  day !== null && size !== null && ratedAt !== null ? { day, size, ratedAt } : null

/** Whether a fund's prices were corrected, which changes every record. */
async function hasNewFunds(trx: Transaction<DB>, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from market_series where symbol = any(${[...FUNDS, CASH]}::text[]) and corrected_at > ${overlapped(since)} limit 1`.execute(
    trx,
  )
  return rows.length > 0
}
const overlapped = (since: Date) => new Date(since.getTime() - OVERLAP_MS)

type Change = {
  before: LastRun
  day: string
  days: TradingDays
}

/** Adds the authors whose ratings may have changed. All others have no new week, trade or price. */
async function addDue(trx: Transaction<DB>, { before, day, days }: Change): Promise<void> {
  const hasNewWeek = (['open', 'sealed'] as const).some(
    (book) => lastWholeDay(days, day, book) !== lastWholeDay(days, before.day, book),
  )
  const since = overlapped(before.ratedAt)
  const entered = daysBefore(before.day, ENTRY_DAYS)
  // Entries are roughly in the order of their times, and a checkpoint has all entries that were posted a minute before
  // it.
  const from = hasNewWeek
    ? sql`least(${before.size}, coalesce((select size from record_checkpoints where at < ${entered}::date order by at desc, size desc limit 1), 0))`
    : sql`${before.size}`
  await sql`
    with recursive corrected as (
      select symbol from market_series where corrected_at > ${since}
      union select symbol from record_inputs where stored_at > ${since} and day <= ${before.day}::date
      union select r.old_symbol from market_renames r join corrected c on c.symbol = r.new_symbol
    )
    insert into record_ratings_due
    select author from record_ratings where ended_on is null and ${hasNewWeek}::boolean
    union select author from record_entries where index >= ${from} and kind in ('signal', 'open')
    union select s.author from record_scores s join corrected c on c.symbol = s.ticker where s.method = ${METHOD}
    -- A sealed record isn't shown from the day on which an unopened trade is due.
    union select e.author from record_trades t join record_entries e on e.index = t.index
     where t.opened is null and t.opens_at >= ${before.day}::date - 2 and t.opens_at < ${day}::date + 2`.execute(
    trx,
  )
}

/** Ends a run after its rows were published. */
export async function endRun(trx: Transaction<DB>): Promise<void> {
  await trx.deleteFrom('recordRatingRun').execute()
  await trx.deleteFrom('recordRatingsNext').execute()
  await trx.deleteFrom('recordRatingsDue').execute()
}
