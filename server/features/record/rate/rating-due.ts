// Determines when records have to be rated again: after the last close of each week, and when a price or trade of an
// earlier week has changed.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { LAG_DAYS } from '#engine/rating/method.ts'
import { daysBefore, lastWholeDay, tradingDays } from '#engine/rating/trading-days.ts'
import { closeOf } from '#engine/market/exchange-days.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { knownDays, knownFunds, ratingDays } from './rating-input.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/** How long the ratings wait for missing prices after the last close of a week. */
const PATIENCE_MS = 48 * 3_600_000
/** Marks that the funds' prices are known up to the week's end. */
const ALL_FUNDS = 'all'

export type RatingInputs = {
  /** Everything besides trades that all ratings depend on. A different text makes them due. */
  text: string
  /** All prices up to the week's end are stored. */
  isComplete: boolean
  weekEnd: string
}

export async function ratingInputs({ db, ...needs }: Needs): Promise<RatingInputs> {
  const { lastDay, asOf } = knownDays(needs)
  const recent = tradingDays(ratingDays(lastDay, lastDay))
  const weekEnd = recent.days[lastWholeDay(recent, asOf, 'open')] ?? lastDay
  const { rows } = await sql<{ restated: Date | null; isWaiting: boolean }>`
    select (select max(stored_at) from record_inputs where version > 0) as restated,
      exists (select from record_due where not is_posted)
        or exists (select from record_scoring where day < ${weekEnd}::date) as is_waiting`.execute(db)
  const { restated = null, isWaiting = false } = rows[0] ?? {}
  const fundsUpTo = await knownFunds({ db, ...needs })
  const hasFunds = fundsUpTo !== null && fundsUpTo >= weekEnd
  const funds = hasFunds ? ALL_FUNDS : (fundsUpTo ?? 'none')
  const parts = [needs.market.name, METHOD, funds, weekEnd, restated?.toISOString() ?? '']
  return { text: parts.join(' '), isComplete: hasFunds && !isWaiting, weekEnd }
}

/**
 * Whether a new run can build on ratings with these inputs: they have the same market and method, and all fund prices
 * were known.
 */
export const isContinued = (before: string, { name }: Pick<Deps['market'], 'name'>): boolean =>
  before.startsWith(`${name} ${METHOD} ${ALL_FUNDS} `)

/**
 * Whether records have to be rated again. Only on a server with scores and, for two days after a week's last close,
 * only if all prices of the week are stored.
 */
export async function isRatingDue(deps: Needs): Promise<boolean> {
  const { db, clock } = deps
  const scoring = await db.selectFrom('recordScoring').select('method').executeTakeFirst()
  if (scoring?.method !== METHOD) return false
  if (await db.selectFrom('recordRatingRun').select('day').executeTakeFirst()) return true
  const board = await db.selectFrom('recordBoard').select(['inputs', 'size', 'ratedAt']).executeTakeFirst()
  const { text, isComplete, weekEnd } = await ratingInputs(deps)
  const waitedMs = clock.now().getTime() - closeOf(weekEnd).getTime()
  if (!isComplete && waitedMs <= PATIENCE_MS) return false
  return board?.inputs !== text || (await hasLateTrade(deps, board.size ?? 0, weekEnd))
}

/** How many of the new entries are checked. Entries are ordered by time, so late ones come first. */
const LATE_MAX = 100

/**
 * Whether the log has a trade since then that affects the week's results: one that was posted in time but waited for
 * the log, or the late opening of one whose author was private when it was due.
 */
async function hasLateTrade(deps: Needs, size: number, weekEnd: string): Promise<boolean> {
  const dueUntil = daysBefore(knownDays(deps).asOf, LAG_DAYS)
  const { rows } = await sql<{ isLate: boolean }>`
    select exists (
      select from (select kind, bytes from record_entries where index >= ${size} order by index limit ${LATE_MAX}) first
       where kind = 'signal' and (convert_from(bytes, 'UTF8')::jsonb ->> 'time')::timestamptz < ${closeOf(weekEnd)})
      or exists (
        select from record_entries e join record_entries o on o.index = (convert_from(e.bytes, 'UTF8')::jsonb ->> 'of')::bigint
         where e.kind = 'open' and e.index >= ${size}
           and (convert_from(o.bytes, 'UTF8')::jsonb ->> 'time')::timestamptz < ${dueUntil}::date + 1) as is_late`.execute(
    deps.db,
  )
  return rows[0]?.isLate ?? false
}
