// How often a provider may be asked, by all copies of the server together: each call takes its turn in the database.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { MarketBusy } from './port.ts'

export type ProviderRateLimit = {
  /**
   * Waits for the turn of that many calls, made one right after the other. Throws `MarketBusy` when it is more than a
   * moment off.
   */
  acquire(calls?: number): Promise<void>
  /** Nobody asks for so long: the provider said so. */
  pause(ms: number): Promise<void>
}

/** So long a job may stand and wait; longer, and it does better to come again. */
const MOMENT_MS = 1000

/**
 * ProviderRateLimit are spread evenly, for a count that starts anew each minute lets twice as many through around the full one. Time
 * is the database's, which all copies share.
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
      let patience = MOMENT_MS
      for (let wait = await waitMs(calls); wait > 0; wait = await waitMs(calls)) {
        if (wait > patience) throw new MarketBusy(wait)
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
