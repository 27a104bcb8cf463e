// A server whose market data and broker count as real: the market stand-in answers to real keys, and the linked broker is
// declared real. For tests of what is only shown for records that aren't samples.
import { listenMarket, type ListeningMarket } from '#tools/sandbox/market/listen.ts'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import { systemClock } from '#server/clock.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import type { FreshDatabase } from './database.ts'
import { type LinkedBroker, linkedBroker } from './linked-broker.ts'
import { type Browser, startServer, type TestServer } from './server.ts'

/** A Tuesday morning in New York: the last close is that of Monday the 9th. */
const START = Date.parse('2026-02-10T15:00:00Z')

export type RealMarketServer = TestServer & {
  standIn: ListeningMarket
  broker: TestServer['broker']
  linked: LinkedBroker
  /** Moves the server's clock forward. */
  daysPass(days: number): void
  /** Imports rows under the header `date,type,symbol,quantity,price,amount,fee,currency`; resolves once all is calculated. */
  importRows(browser: Browser, rows: readonly string[]): Promise<void>
  /** Connects the linked broker; resolves once all is calculated. */
  link(browser: Browser): Promise<void>
}

export async function startRealMarketServer(database?: FreshDatabase): Promise<RealMarketServer> {
  const standIn = await listenMarket()
  const linked = linkedBroker()
  let nowMs = START
  const startMs = Date.now()
  const server = await startServer({
    settings: { MASSIVE_API_KEY: 'good' },
    clock: { ...systemClock, now: () => new Date(nowMs + Date.now() - startMs) },
    markets: { massiveUrl: standIn.url, callsAMinute: 60_000 },
    providers: [linked.provider],
    ...(database && { database }),
  })
  return {
    ...server,
    standIn,
    linked,
    daysPass: (days) => void (nowMs += days * 86_400_000),
    async importRows(browser, rows) {
      const body = ['date,type,symbol,quantity,price,amount,fee,currency', ...rows, ''].join('\n')
      const headers = { 'content-type': 'application/octet-stream' }
      const response = await browser.fetch(IMPORT_PATH, { method: 'POST', headers, body })
      const preview = (await response.json()) as Preview
      if (preview.faultCount !== 0) throw new Error(JSON.stringify(preview))
      await browser.call(portfolio.confirmImport, { params: { id: preview.id } })
      await server.jobsDone()
    },
    async link(browser) {
      await browser.call(portfolio.connect, { body: { provider: 'snaptrade' } })
      await browser.call(portfolio.discoverConnections)
      await server.jobsDone()
    },
    async stop() {
      await server.stop()
      await standIn.close()
    },
  }
}

export const DEPOSIT = '2025-01-06,deposit,,,,10000,,USD'
/** Ten shares at the close of that day, which is within its range. */
export function buyAtClose(symbol: string, day: string, shares = 10): string {
  const price = closeOn(symbol, day) ?? NaN
  return `${day},buy,${symbol},${shares},${price},${(-shares * price).toFixed(2)},,USD`
}
