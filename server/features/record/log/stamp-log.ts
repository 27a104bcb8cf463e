// Has an external time-stamping authority stamp the log before each close and after each day (RFC 3161,
// docs/record.md).
import type { Deps } from '#server/deps.ts'
import { closeOf, exchangeDays } from '#engine/market/exchange-days.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { requestStamp, StampError } from '#server/adapters/time-stamp.ts'

const DAY_MS = 86_400_000

/**
 * Closing orders are accepted until then, so a signal in a checkpoint stamped before the close came before its price.
 */
const BEFORE_CLOSE_MS = 600_000

/**
 * The latest of today's first instant (UTC) and, on an exchange day, ten minutes before the close: 15:50 in New York,
 * or 12:50.
 */
export function stampTime(now: Date): Date {
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
  const day = utcDay(now)
  const [exchangeDay] = exchangeDays(day, day)
  const beforeClose = exchangeDay === undefined ? null : new Date(closeOf(day).getTime() - BEFORE_CLOSE_MS)
  return beforeClose !== null && now >= beforeClose ? beforeClose : today
}

/**
 * Requests a stamp for the last checkpoint before the newest time at which one is due, unless it has one. The job runs
 * every ten minutes, so a failure is only recorded. Missed times stay without a stamp, because a later stamp covers
 * their entries too.
 */
export async function stampLog(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const { db, clock, config, log } = deps
  if (config.tsaUrl === undefined) return
  const last = await db
    .selectFrom('recordCheckpoints as c')
    .leftJoin('recordStamps as s', 's.size', 'c.size')
    .select(['c.size', 'c.note', 's.at as stampedAt'])
    .where('c.at', '<', stampTime(clock.now()))
    .orderBy('c.at', 'desc')
    .orderBy('c.size', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.stampedAt !== null) return
  const { size, note } = last
  try {
    const stamp = await requestStamp({ url: config.tsaUrl }, Buffer.from(note), clock.newToken())
    await db
      .insertInto('recordStamps')
      .values({ size, ...stamp })
      .onConflict((conflict) => conflict.column('size').doNothing())
      .execute()
    await db.updateTable('recordLog').set({ stampFault: null }).execute()
  } catch (error) {
    if (!(error instanceof StampError)) throw error
    log.warn({ event: 'stamp_failed', error: error.message }, 'the log could not be stamped; trying again')
    await db.updateTable('recordLog').set({ stampFault: error.message }).execute()
  }
}

export type Stamps = { newest: { day: string; at: Date } | null; fault: string | null }

/** The stamps for the log's page. Null if there are none and no authority is configured. */
export async function stampsOf({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Stamps | null> {
  const newest = await db
    .selectFrom('recordStamps as s')
    .innerJoin('recordCheckpoints as c', 'c.size', 's.size')
    .select(['s.at', 'c.at as signedAt'])
    .orderBy('s.size', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (config.tsaUrl === undefined && !newest) return null
  const log = await db.selectFrom('recordLog').select('stampFault').executeTakeFirst()
  return {
    newest: newest ? { day: utcDay(newest.signedAt), at: newest.at } : null,
    fault: config.tsaUrl === undefined ? null : (log?.stampFault ?? null),
  }
}
