// Market data of Massive, which was Polygon (https://massive.com/docs/rest), through its own SDK.
import { utcDay } from '#shared/rules/dates.ts'
import { Decimal } from 'decimal.js'
import { type DayBar, dollarPair, type Market, MarketBusy, withRange } from './port.ts'
import { withDividends } from './total-return.ts'
import type { ProviderRateLimit } from './provider-rate-limit.ts'

/** Of the free plan; no plan says what it allows in its answers, and a job that waits a little longer harms nobody. */
export const MASSIVE_CALLS_A_MINUTE = 5
/** Without a hint of the provider. */
const REST_MS = 60_000
/** Daily bars of more than a hundred years. */
const LIMIT = 50_000

type Options = {
  key: string
  rateLimit: ProviderRateLimit
  url?: string | undefined
  timeoutMs?: number | undefined
}
/** What the SDK's HTTP client throws; nothing else of it is passed on, for it holds the key. */
type Refusal = {
  message?: string
  response?: { status: number; headers: Record<string, unknown>; data: unknown }
}

export function massiveMarket({ key, rateLimit, url, timeoutMs = 10_000 }: Options): Market {
  const load = async () => {
    const sdk = await import('@massive.com/client-js')
    return { rest: sdk.restClient(key, url), day: sdk.GetStocksAggregatesTimespanEnum.Day }
  }
  let loaded: ReturnType<typeof load> | undefined
  const sdk = () => (loaded ??= load())
  const options = { timeout: timeoutMs }

  /** Resolves with null where the plan does not include what is asked for. */
  async function ask<T>(call: () => Promise<{ status: string; results?: T[] }>): Promise<T[] | null> {
    const answer = await call().catch(refused)
    if (answer === null) return null
    // What is no answer of theirs, such as a proxy's page, must not pass for "nothing there".
    if (answer.status !== 'OK' && answer.status !== 'DELAYED')
      throw new Error('Massive failed: an answer without status')
    return answer.results ?? []
  }
  /** Null for what the plan does not include. */
  async function refused(error: unknown): Promise<null> {
    const { message, response } = error as Refusal
    if (response?.status === 429) {
      const retryAfterMs = Number(response.headers['retry-after']) * 1000 || REST_MS
      await rateLimit.pause(retryAfterMs)
      throw new MarketBusy(retryAfterMs)
    }
    const said = (response?.data as { status?: unknown } | null | undefined)?.status
    if (response?.status === 403 && said === 'NOT_AUTHORIZED') return null
    throw new Error(`Massive failed: ${response ? `status ${response.status}` : message}`)
  }

  async function bars(symbol: string, from: string, to: string, adjusted: boolean): Promise<DayBar[]> {
    const { rest, day } = await sdk()
    const range = { multiplier: 1, timespan: day, from, to, adjusted, limit: LIMIT }
    const found = await ask(() => rest.getStocksAggregates({ stocksTicker: symbol, ...range }, options))
    return (found ?? [])
      .filter(({ c }) => c > 0)
      .map(({ t, c, l, h }) => withRange({ day: utcDay(t), close: new Decimal(c) }, l, h))
  }

  async function paid(symbol: string, from: string, to: string) {
    const { rest } = await sdk()
    const range = {
      exDividendDateGte: from,
      exDividendDateLte: to,
      limit: 5000,
      sort: 'ex_dividend_date.asc',
    }
    return await ask(() => rest.getStocksV1Dividends({ ticker: symbol, ...range }, options))
  }

  return {
    name: 'massive',
    isSample: false,
    async closes(symbol, from, to) {
      await rateLimit.acquire()
      return await bars(symbol, from, to, false)
    },
    // Massive's own adjustment is for splits only.
    async adjustedCloses(symbol, from, to) {
      await rateLimit.acquire(2)
      const closes = await bars(symbol, from, to, true)
      const dividends = await paid(symbol, from, to)
      return withDividends(
        closes,
        (dividends ?? []).flatMap(
          ({ ex_dividend_date: day, cash_amount: cash, split_adjusted_cash_amount: now = cash }) =>
            day && now ? [{ day, amount: new Decimal(now) }] : [],
        ),
      )
    },
    async splits(symbol, from, to) {
      const { rest } = await sdk()
      await rateLimit.acquire()
      const range = { executionDateGte: from, executionDateLte: to, limit: 5000, sort: 'execution_date.asc' }
      const found = await ask(() => rest.getStocksV1Splits({ ticker: symbol, ...range }, options))
      return (found ?? []).flatMap(({ execution_date: day, split_from: before, split_to: after }) =>
        day && before && after ? [{ day, ratio: new Decimal(after).div(before) }] : [],
      )
    },
    async dividends(symbol, from, to) {
      await rateLimit.acquire()
      const found = await paid(symbol, from, to)
      return (
        found?.flatMap(({ ex_dividend_date: day, pay_date: payDay = null, cash_amount: cash, currency }) =>
          day && cash ? [{ day, payDay, amount: new Decimal(cash), currency: currency ?? 'USD' }] : [],
        ) ?? null
      )
    },
    async rates(currency, from, to) {
      const { pair, toDollars } = dollarPair(currency)
      await rateLimit.acquire()
      const found = await bars(`C:${pair}`, from, to, false)
      return found.map(({ day, close }) => ({ day, close: toDollars(close) }))
    },
  }
}

/** A stock's day begins at midnight in New York, a currency's at midnight UTC: both are on that day in UTC. */
