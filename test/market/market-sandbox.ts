// Both adapters against the sandbox, with their rate limits in a database of their own.
import type { Bar } from '#engine/market/prices.ts'
import { pino } from 'pino'
import type { MarketOptions } from '#tools/sandbox/market/requests.ts'
import { listenMarket, type ListeningMarket } from '#tools/sandbox/market/listen.ts'
import { openMarket } from '#server/adapters/market/open.ts'
import type { Market } from '#server/adapters/market/port.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'

export const log = pino({ level: 'silent' })
/** Fast enough for tests. The rate limit still applies. */
const CALLS_A_MINUTE = 60_000
const KEYS = { massiveKey: 'good', alpaca: { keyId: 'good', secret: 'good' } }
export type Which = 'massive' | 'alpaca' | 'both'

export type MarketSandbox = {
  sandbox: ListeningMarket
  database: FreshDatabase
  db: ReturnType<typeof openTestDatabase>['db']
  market(which: Which, more?: { key?: string; callsAMinute?: number; timeoutMs?: number }): Market
  stop(): Promise<void>
}

export async function openMarketSandbox(options: MarketOptions = {}): Promise<MarketSandbox> {
  const [sandbox, database] = await Promise.all([listenMarket(options), freshDatabase()])
  const { db } = openTestDatabase(database.url, log, 4)
  return {
    sandbox,
    database,
    db,
    market(which, { key = 'good', callsAMinute = CALLS_A_MINUTE, timeoutMs } = {}) {
      const market = {
        massiveKey: which === 'alpaca' ? undefined : key,
        alpaca: which === 'massive' ? undefined : { ...KEYS.alpaca, secret: key },
      }
      const urls = { massiveUrl: sandbox.url, alpacaUrl: sandbox.url }
      return openMarket(
        { config: { market }, db, log },
        { ...urls, callsAMinute, ...(timeoutMs && { timeoutMs }) },
      )
    },
    async stop() {
      await Promise.all([sandbox.close(), db.destroy()])
      await database.drop()
    },
  }
}

/** Days and closes, for short expectations. */
export const plain = (bars: Bar[]): [string, number][] =>
  bars.map(({ day, close }) => [day, close.toNumber()])
