// A rate limit for calls to a market data provider, stored in the database and shared by all copies of the server.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { MarketBusy } from './port.ts'

export type ProviderRateLimit = {
  /** Waits until this many calls may be made in a row. Throws `MarketBusy` if the wait is longer than `MAX_WAIT_MS`. */
  acquire(calls?: number): Promise<void>
  /** Blocks all calls for this long, as the provider asked. */
  pause(ms: number): Promise<void>
}

/** The longest wait inside a job. For a longer wait, the job is enqueued again. */
const MAX_WAIT_MS = 1000
/** A timer may end this much before the time by the database's clock. */
const EARLY_MS = 20

/**
 * Calls are evenly spaced, because a counter per calendar minute allows twice as many around its boundary. All copies
 * use the database's clock.
 */
export function providerRateLimit(db: Db, provider: string, callsAMinute: number): ProviderRateLimit {
  const gapMs = 60_000 / callsAMinute
  const after = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`

  async function waitMs(calls: number): Promise<number> {
    const taken = await db
      .insertInto('providerRateLimits')
      .values({ provider, nextAt: after(calls * gapMs) })
      .onConflict((conflict) =>
        conflict
          .column('provider')
          .doUpdateSet({ nextAt: after(calls * gapMs) })
          .where('providerRateLimits.nextAt', '<=', sql<Date>`clock_timestamp()`),
      )
      .returning('provider')
      .executeTakeFirst()
    if (taken) return 0
    const { wait } = await db
      .selectFrom('providerRateLimits')
      .select(sql<number>`extract(epoch from next_at - clock_timestamp())::float8 * 1000`.as('wait'))
      .where('provider', '=', provider)
      .executeTakeFirstOrThrow()
    return Math.max(wait, 1)
  }

  return {
    async acquire(calls = 1) {
      let patience = MAX_WAIT_MS
      for (let wait = await waitMs(calls); wait > 0; wait = await waitMs(calls)) {
        if (wait > Math.max(patience, EARLY_MS)) throw new MarketBusy(wait)
        patience -= wait
        await sleep(wait)
      }
    },
    async pause(ms) {
      await db
        .insertInto('providerRateLimits')
        .values({ provider, nextAt: after(ms) })
        .onConflict((conflict) =>
          conflict.column('provider').doUpdateSet({
            nextAt: sql<Date>`greatest(provider_rate_limits.next_at, excluded.next_at)`,
          }),
        )
        .execute()
    },
  }
}
