// Market data of Massive (formerly Polygon; https://massive.com/docs/rest), through its own SDK.
import { coinOfPair, type CorporateAction, type DayBar } from '#engine/market/prices.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { Decimal } from 'decimal.js'
import { dollarPair, type Market, MarketBusy, withRange } from './port.ts'
import { withDividends } from './total-return.ts'
import type { ProviderRateLimit } from './provider-rate-limit.ts'

/** The rate limit of the free plan. Responses don't state a plan's limit, and a slower job does no harm. */
export const MASSIVE_CALLS_A_MINUTE = 5
/** The pause after a 429 response without a wait time. */
const REST_MS = 60_000
/** Enough for more than a hundred years of daily bars. */
const LIMIT = 50_000
/** The most instruments in one response. */
const INSTRUMENTS_MAX = 1000

type Options = {
  key: string
  rateLimit: ProviderRateLimit
  url?: string | undefined
  timeoutMs?: number | undefined
}
/** The fields of an SDK error that we read. The rest isn't passed on, because it contains the key. */
type SdkError = {
  message?: string
  response?: { status: number; headers: Record<string, unknown>; data: unknown }
}

export function massiveMarket({ key, rateLimit, url, timeoutMs = 10_000 }: Options): Market {
  const load = async () => {
    const sdk = await import('@massive.com/client-js')
    return {
      rest: sdk.restClient(key, url),
      day: sdk.GetStocksAggregatesTimespanEnum.Day,
      activeStocks: {
        market: sdk.ListTickersMarketEnum.Stocks,
        active: true,
        sort: sdk.ListTickersSortEnum.Ticker,
        order: sdk.ListTickersOrderEnum.Asc,
      },
    }
  }
  let loaded: ReturnType<typeof load> | undefined
  const sdk = () => (loaded ??= load())
  // The key must not follow a redirect to another host.
  const options = { timeout: timeoutMs, maxRedirects: 0 }

  /** Resolves with null if the plan doesn't include the data. */
  async function ask<T>(call: () => Promise<{ status?: string; results?: T[] }>): Promise<T[] | null> {
    const answer = await call().catch(translateError)
    if (answer === null) return null
    // A response from something else, such as a proxy's page, must not be mistaken for "no data".
    if (answer.status !== 'OK' && answer.status !== 'DELAYED')
      throw new Error('Massive failed: a response without a status')
    return answer.results ?? []
  }
  /** Null if the plan doesn't include the data. */
  async function translateError(error: unknown): Promise<null> {
    const { message, response } = error as SdkError
    if (response?.status === 429) {
      const retryAfterMs = Number(response.headers['retry-after']) * 1000 || REST_MS
      await rateLimit.pause(retryAfterMs)
      throw new MarketBusy(retryAfterMs)
    }
    const said = (response?.data as { status?: unknown } | null | undefined)?.status
    if (response?.status === 403 && said === 'NOT_AUTHORIZED') return null
    throw new Error(`Massive failed: ${response ? `status ${response.status}` : message}`)
  }
  /** Null if the plan doesn't include the data, or if there is none under this name. */
  async function askForOne<T>(call: () => Promise<{ status?: string; results?: T }>): Promise<T | null> {
    const wrapped = async () => {
      const { status, results } = await call().catch((error: unknown) => {
        if ((error as SdkError).response?.status === 404) return { status: 'OK', results: undefined }
        throw error
      })
      return { ...(status !== undefined && { status }), results: results === undefined ? [] : [results] }
    }
    return (await ask(wrapped))?.[0] ?? null
  }

  /** A company's symbols, by the first day of each. `id`: its current symbol, or its composite FIGI. */
  async function symbolsOf(id: string): Promise<{ day: string; symbol: string }[]> {
    const { rest } = await sdk()
    const found = await askForOne(() => rest.getEvents({ id, types: 'ticker_change' }, options))
    const changes = (found?.events ?? []).flatMap(({ date: day, ticker_change: change }) =>
      change?.ticker ? [{ day, symbol: change.ticker }] : [],
    )
    return changes.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  }

  async function bars(symbol: string, from: string, to: string, adjusted: boolean): Promise<DayBar[]> {
    const { rest, day } = await sdk()
    const range = { multiplier: 1, timespan: day, from, to, adjusted, limit: LIMIT }
    const found = await ask(() => rest.getStocksAggregates({ stocksTicker: symbol, ...range }, options))
    return (found ?? [])
      .filter(({ c }) => c > 0)
      .map(({ t, c, l: low, h: high, v: volume }) =>
        withRange({ day: utcDay(t), close: new Decimal(c) }, { low, high, volume }),
      )
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
      const coin = coinOfPair(symbol)
      return await bars(coin === null ? symbol : `X:${coin}USD`, from, to, false)
    },
    // Massive's own adjustment covers only splits.
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
    // Massive has no mergers and no spin-offs. It finds a company by its current symbol. The ticker's details for an
    // earlier day say which company had the symbol then.
    async corporateActions(symbol, from, to) {
      const { rest } = await sdk()
      await rateLimit.acquire()
      const current = await symbolsOf(symbol)
      const since = current.find((one) => one.symbol === symbol)?.day ?? '9999-12-31'
      const symbols = [current]
      if (since > from) {
        await rateLimit.acquire(2)
        const then = await askForOne(() => rest.getTicker({ ticker: symbol, date: from }, options))
        if (then?.composite_figi) symbols.push(await symbolsOf(then.composite_figi))
      }
      const renames = symbols.flatMap((own) =>
        own.flatMap(({ day, symbol: newSymbol }, index): CorporateAction[] => {
          const before = own[index - 1]?.symbol ?? newSymbol
          if (before === newSymbol || day < from || day > to) return []
          return [{ kind: 'rename', day, symbol: before, newSymbol, ratio: new Decimal(1), cash: null }]
        }),
      )
      const distinct = new Map(renames.map((one) => [`${one.day} ${one.symbol} ${one.newSymbol}`, one]))
      return [...distinct.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
    },
    async rates(currency, from, to) {
      const { pair, toDollars } = dollarPair(currency)
      await rateLimit.acquire()
      const found = await bars(`C:${pair}`, from, to, false)
      return found.map(({ day, close }) => ({ day, close: toDollars(close) }))
    },
    async instruments(after) {
      const { rest, activeStocks } = await sdk()
      await rateLimit.acquire()
      const range = { ...activeStocks, limit: INSTRUMENTS_MAX, ...(after !== '' && { tickerGt: after }) }
      const found = await ask(() => rest.listTickers(range, options))
      return (found ?? []).map(({ ticker: symbol, name }) => ({ symbol, name }))
    },
  }
}
