// Rate limits: strict ones are counted in the database at once, the general one in memory and written every second.
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '#server/deps.ts'
import { RATE_LIMITS, type RateLimitName } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

export type RateLimits = {
  /**
   * Counts a request against a strict limit and returns the count in the current window. `key`: a person's id or an
   * address. Throws `Problem('too_many_requests')`.
   */
  consume(name: RateLimitName, key: string): Promise<number>
  /** Resets a count, for example after a successful sign-in. */
  reset(name: RateLimitName, key: string): Promise<void>
  /** Counts a request against the general limit. Throws `Problem('too_many_requests')`. */
  count(key: string): void
  /** Writes the remaining counts and stops. */
  close(): Promise<void>
}

/**
 * The address of a request's client. An IPv6 address is cut to its /64, the usual size of one customer's network; an
 * IPv4 address in IPv6 notation becomes plain IPv4. A client that has reset its connection has no address.
 */
export function clientAddress(request: FastifyRequest): string {
  const address = ((request.ip as string | undefined) ?? 'gone').replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
    .slice(0, 4)
    .join(':')
}

/** The maximum number of counts in memory, which take about 20 MB. */
const KEYS_MAX = 100_000

export function openRateLimits({
  pool,
  clock,
  config,
  log,
}: Pick<Deps, 'pool' | 'clock' | 'config' | 'log'>): RateLimits {
  if (!config.rateLimits)
    return { consume: async () => 0, reset: async () => {}, count: () => {}, close: async () => {} }

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
  /** `total`: of all copies of the server, as far as known. `unwritten`: counted here and not yet written. */
  let counts = new Map<string, { total: number; unwritten: number }>()

  async function writeCounts() {
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
    // Written counts may be dropped, because with the next request the row restores the total within a second.
    if (current.size > KEYS_MAX)
      for (const [key, { unwritten }] of current) if (unwritten === 0) current.delete(key)
  }
  let lastWrite = Promise.resolve()
  const interval = setInterval(() => {
    // Chained, so that a slow database never gets a second write while the first is running.
    lastWrite = lastWrite
      .then(writeCounts)
      .catch((error: unknown) =>
        log.warn(
          { event: 'request_counts_failed', error: String(error) },
          'request counts could not be written',
        ),
      )
  }, 1000).unref()

  return {
    async consume(name, key) {
      try {
        return (await limiters.get(name)?.consume(key))?.consumedPoints ?? 0
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes)
          throw new Problem('too_many_requests', { retryAfterSeconds: rejection.msBeforeNext / 1000 })
        throw rejection
      }
    },
    async reset(name, key) {
      await limiters.get(name)?.delete(key)
    },
    count(key) {
      const now = clock.now().getTime()
      const start = now - (now % (windowSeconds * 1000))
      if (start !== windowStart) {
        windowStart = start
        counts = new Map()
      }
      const count = counts.get(key) ?? { total: 0, unwritten: 0 }
      counts.set(key, count)
      count.total += 1
      count.unwritten += 1
      if (count.total > points)
        throw new Problem('too_many_requests', {
          retryAfterSeconds: (start + windowSeconds * 1000 - now) / 1000,
        })
    },
    async close() {
      clearInterval(interval)
      await lastWrite
      await writeCounts().catch(() => {})
    },
  }
}
