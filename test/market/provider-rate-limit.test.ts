// Providers are called no more often than they allow, by any number of servers.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MarketBusy } from '#server/adapters/market/port.ts'
import { providerRateLimit } from '#server/adapters/market/provider-rate-limit.ts'
import { type MarketSandbox, openMarketSandbox } from './market-sandbox.ts'

let place: MarketSandbox
beforeAll(async () => void (place = await openMarketSandbox({ callsAMinute: 5 })))
afterAll(() => place.stop())

const waitOf = async (attempt: Promise<void>) => {
  const refusal: unknown = await attempt.catch((error: unknown) => error)
  return refusal instanceof MarketBusy ? refusal.retryAfterMs : (refusal ?? 0)
}

test('processes share one rate limit', async () => {
  const script = join(import.meta.dirname, 'rate-limited-process.ts')
  const taker = async () => {
    const args = ['--no-warnings', script, place.database.url, 'processes', '240', '4']
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return JSON.parse(stdout) as number[]
  }
  const had = (await Promise.all([taker(), taker()])).flat().toSorted((a, b) => a - b)
  expect(had).toHaveLength(8)
  // 250 ms each. A process may notice its turn a little late.
  expect((had[7] ?? 0) - (had[0] ?? 0)).toBeGreaterThan(7 * 250 - 100)
})

test('a call that would wait longer than a moment fails with the waiting time', async () => {
  const rateLimit = providerRateLimit(place.db, 'slow', 5)
  expect(await waitOf(rateLimit.acquire())).toBe(0)
  const wait = await waitOf(rateLimit.acquire())
  expect(wait).toBeGreaterThan(11_000)
  expect(wait).toBeLessThanOrEqual(12_000)
})

test('two calls at once count as two', async () => {
  const rateLimit = providerRateLimit(place.db, 'pairs', 5)
  expect(await waitOf(rateLimit.acquire(2))).toBe(0)
  expect(await waitOf(rateLimit.acquire())).toBeGreaterThan(23_000)
})

test('a pause requested by a provider applies to all servers and is never shortened', async () => {
  const [one, other] = [
    providerRateLimit(place.db, 'resting', 60_000),
    providerRateLimit(place.db, 'resting', 60_000),
  ]
  await one.pause(30_000)
  await one.pause(2000)
  expect(await waitOf(other.acquire())).toBeGreaterThan(29_000)
})

test('a market whose turn is far away makes no request', async () => {
  const market = place.market('massive', { callsAMinute: 5 })
  expect(await market.closes('ACME', '2025-07-01', '2025-07-01')).toHaveLength(1)
  await expect(market.closes('ACME', '2025-07-01', '2025-07-01')).rejects.toThrow(MarketBusy)
  expect(place.sandbox.calls).toHaveLength(1)
})
