// How often one may ask: tight limits are counted in the database at once, the general one in memory and settled every second.
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '#server/deps.ts'
import { RATE_LIMITS, type RateLimitName } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

export type Limits = {
  /** Counts one request of `who` against a tight limit. Throws `Problem('too_many_requests')` beyond it. */
  spend(name: RateLimitName, who: string): Promise<void>
  /** Gives the counts of `who` back, as after a successful sign-in. */
  forgive(name: RateLimitName, who: string): Promise<void>
  /** Counts one request against the general limit. Throws `Problem('too_many_requests')` beyond it. */
  count(who: string): void
  /** Writes the counts not yet settled and stops. */
  close(): Promise<void>
}

/**
 * The address a request comes from; of an IPv6 one only the /64, which is what one customer of a network gets, and of
 * an IPv4 one written as IPv6 the plain one.
 */
export function addressOf(request: FastifyRequest): string {
  const address = request.ip.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
    .slice(0, 4)
    .join(':')
}

/** Addresses and people whose counts are kept in memory; about 20 MB of them. */
const REMEMBERED_MAX = 100_000

export function openLimits({
  pool,
  clock,
  config,
  log,
}: Pick<Deps, 'pool' | 'clock' | 'config' | 'log'>): Limits {
  if (!config.rateLimits)
    return { spend: async () => {}, forgive: async () => {}, count: () => {}, close: async () => {} }

  const limiters = new Map(
    Object.entries(RATE_LIMITS).map(([name, { points, windowSeconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: windowSeconds,
      }),
    ]),
  )

  const { points, windowSeconds } = RATE_LIMITS.general
  let windowStart = 0
  /** Requests known of all copies together, and those of this copy not yet written. */
  let counts = new Map<string, { total: number; unwritten: number }>()

  async function settle() {
    const [window, current] = [windowStart, counts]
    const written = [...current]
      .filter(([, count]) => count.unwritten > 0)
      .map(([key, count]) => ({ key, count, requests: count.unwritten }))
    if (written.length === 0) return
    for (const { count } of written) count.unwritten = 0
    try {
      const { rows } = await pool.query<{ key: string; requests: number }>(
        `insert into request_counts as c (key, window_start, requests)
         select key, $2, requests from unnest($1::text[], $3::int[]) as t(key, requests) order by key
         on conflict (key, window_start) do update set requests = c.requests + excluded.requests
         returning key, requests`,
        [written.map(({ key }) => key), new Date(window), written.map(({ requests }) => requests)],
      )
      for (const { key, requests } of rows) {
        const count = current.get(key)
        if (count) count.total = requests + count.unwritten
      }
    } catch (error) {
      for (const { count, requests } of written) count.unwritten += requests
      throw error
    }
    // Written down, so it can be forgotten here: whoever comes back is counted on from the row within a second.
    if (current.size > REMEMBERED_MAX)
      for (const [key, { unwritten }] of current) if (unwritten === 0) current.delete(key)
  }
  let settled = Promise.resolve()
  const settling = setInterval(() => {
    // In turn, so that a slow database is not asked again while it has yet to answer.
    settled = settled
      .then(settle)
      .catch((error: unknown) => log.warn({ error: String(error) }, 'request counts were not written'))
  }, 1000).unref()

  return {
    async spend(name, who) {
      try {
        await limiters.get(name)?.consume(who)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes)
          throw new Problem('too_many_requests', { retryAfterSeconds: refusal.msBeforeNext / 1000 })
        throw refusal
      }
    },
    async forgive(name, who) {
      await limiters.get(name)?.delete(who)
    },
    count(who) {
      const now = clock.now().getTime()
      const start = now - (now % (windowSeconds * 1000))
      if (start !== windowStart) {
        windowStart = start
        counts = new Map()
      }
      const count = counts.get(who) ?? { total: 0, unwritten: 0 }
      counts.set(who, count)
      count.total += 1
      count.unwritten += 1
      if (count.total > points)
        throw new Problem('too_many_requests', {
          retryAfterSeconds: (start + windowSeconds * 1000 - now) / 1000,
        })
    },
    async close() {
      clearInterval(settling)
      await settled
      await settle().catch(() => {})
    },
  }
}
