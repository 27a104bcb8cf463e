// Market data of Alpaca (https://docs.alpaca.markets/reference/stockbars), through its own SDK.
import { coinOfPair, type CorporateAction, type DayBar, type Split } from '#engine/market/prices.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { Decimal } from 'decimal.js'
import { closeOf } from '#engine/market/exchange-days.ts'
import { dollarPair, type Market, MarketBusy, withRange } from './port.ts'
import type { ProviderRateLimit } from './provider-rate-limit.ts'

/** The rate limit of the free plan. */
export const ALPACA_CALLS_A_MINUTE = 200
/** The pause after a 429 response without a wait time. */
const REST_MS = 60_000
/** Enough for forty years of daily bars. */
const LIMIT = 10_000

type Options = {
  keyId: string
  secret: string
  rateLimit: ProviderRateLimit
  url?: string | undefined
  timeoutMs?: number | undefined
}
/** The fields of an SDK error that we read. The rest isn't passed on. */
type SdkError = { message?: string; status?: number; retryAfterMs?: number; cause?: { message?: string } }

const mergerOf = (symbol: string, effectiveDate: Date) => ({
  kind: 'merger' as const,
  day: utcDay(effectiveDate),
  symbol,
})
/** A missing currency usually means dollars. */
const isInDollars = ({ currency }: { currency?: string }) => !currency || currency === 'USD'

export function alpacaMarket({ keyId, secret, rateLimit, url, timeoutMs = 10_000 }: Options): Market {
  const load = async () => {
    const { marketData } = await import('@alpacahq/alpaca-trade-api/rest')
    // The SDK's retries and rate limits are off, because they don't know about the other copies of the server.
    const settings = new marketData.Configuration({ keyId, secret, timeoutMs, ...(url && { basePath: url }) })
    return {
      stocks: new marketData.StockApi(settings),
      forex: new marketData.ForexApi(settings),
      crypto: new marketData.CryptoApi(settings),
      actions: new marketData.CorporateActionsApi(settings),
    }
  }
  let loaded: ReturnType<typeof load> | undefined
  const sdk = () => (loaded ??= load())

  /** Resolves with null if the plan doesn't include the data, or if the symbol isn't valid. */
  async function ask<T>(call: () => Promise<T>): Promise<T | null> {
    await rateLimit.acquire()
    return await call().catch(translateError)
  }
  async function translateError(error: unknown): Promise<null> {
    const { message = '', status, retryAfterMs, cause } = error as SdkError
    if (status === 429) {
      // If the reset time is in the past, the provider's clock differs from ours.
      const waitMs = Math.max(retryAfterMs ?? REST_MS, 1000)
      await rateLimit.pause(waitMs)
      throw new MarketBusy(waitMs)
    }
    if (status === 400 || status === 422) return null
    // A wrong key returns the same status and must not be mistaken for "no data".
    if (status === 403 && !/^forbidden\.?$/i.test(message.trim())) return null
    throw new Error(`Alpaca failed: ${status ? `status ${status}` : (cause?.message ?? message)}`)
  }

  async function bars(
    symbol: string,
    from: string,
    to: string,
    adjustment: 'raw' | 'all',
  ): Promise<DayBar[]> {
    const { stocks, crypto } = await sdk()
    const range = { start: new Date(from), end: closeOf(to), timeframe: '1Day', limit: LIMIT }
    const coin = coinOfPair(symbol)
    const symbols = coin === null ? symbol : `${coin}/USD`
    const found = await ask(async () =>
      coin === null
        ? await stocks.stockBars({ symbols, adjustment, feed: 'sip', ...range })
        : await crypto.cryptoBars({ loc: 'us', symbols, ...range }),
    )
    const own = found?.bars[symbols] ?? []
    return (
      own
        .filter(({ c }) => c > 0)
        // A stock's day begins at midnight in New York, a currency's at midnight UTC: both are the same day in UTC. The
        // SDK types timestamps as dates, but in lists by symbol they are text at run time, which `utcDay` accepts.
        .map(({ t, c, l: low, h: high, v: volume }) =>
          withRange({ day: utcDay(t), close: new Decimal(c) }, { low, high, volume }),
        )
    )
  }

  return {
    name: 'alpaca',
    isSample: false,
    closes: (symbol, from, to) => bars(symbol, from, to, 'raw'),
    adjustedCloses: (symbol, from, to) => bars(symbol, from, to, 'all'),
    async splits(symbol, from, to) {
      const { actions } = await sdk()
      const types = 'forward_split,reverse_split,stock_dividend'
      const range = { start: new Date(from), end: new Date(to), limit: 1000 }
      const found = await ask(() => actions.corporateActions({ symbols: symbol, types, ...range }))
      const { forwardSplits = [], reverseSplits = [], stockDividends = [] } = found?.corporateActions ?? {}
      const splits: Split[] = [
        ...[...forwardSplits, ...reverseSplits].map(({ exDate, newRate, oldRate }) => ({
          day: utcDay(exDate),
          ratio: new Decimal(newRate).div(oldRate),
        })),
        ...stockDividends.map(({ exDate, rate }) => ({
          day: utcDay(exDate),
          ratio: new Decimal(rate).plus(1),
        })),
      ]
      return splits.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    },
    async dividends(symbol, from, to) {
      const { actions } = await sdk()
      const range = { start: new Date(from), end: new Date(to), limit: 1000 }
      const found = await ask(() =>
        actions.corporateActions({ symbols: symbol, types: 'cash_dividend', ...range }),
      )
      if (found === null) return null
      const dividends = (found.corporateActions.cashDividends ?? []).map(
        ({ exDate, payableDate, rate, currency = 'USD' }) => ({
          day: utcDay(exDate),
          payDay: payableDate ? utcDay(payableDate) : null,
          amount: new Decimal(rate),
          currency,
        }),
      )
      return dividends.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    },
    async corporateActions(symbol, from, to) {
      const { actions } = await sdk()
      const types = 'name_change,cash_merger,stock_merger,stock_and_cash_merger,spin_off'
      const range = { start: new Date(from), end: new Date(to), limit: 1000 }
      const found = await ask(() => actions.corporateActions({ symbols: symbol, types, ...range }))
      if (found === null) return null
      const { nameChanges = [], spinOffs = [], ...mergers } = found.corporateActions
      const { cashMergers = [], stockMergers = [], stockAndCashMergers = [] } = mergers
      const all: CorporateAction[] = [
        ...nameChanges.map(({ oldSymbol, newSymbol, processDate }) => {
          const nothing = { ratio: new Decimal(1), cash: null }
          return {
            kind: 'rename' as const,
            day: utcDay(processDate),
            symbol: oldSymbol,
            newSymbol,
            ...nothing,
          }
        }),
        ...cashMergers.filter(isInDollars).map(({ acquireeSymbol, effectiveDate, rate }) => ({
          ...mergerOf(acquireeSymbol, effectiveDate),
          newSymbol: null,
          ratio: null,
          cash: new Decimal(rate),
        })),
        ...[
          ...stockMergers.map((one) => ({ ...one, cashRate: null })),
          ...stockAndCashMergers.filter(isInDollars),
        ].map((one) => ({
          ...mergerOf(one.acquireeSymbol, one.effectiveDate),
          newSymbol: one.acquirerSymbol,
          ratio: new Decimal(one.acquirerRate).div(one.acquireeRate),
          cash: one.cashRate === null ? null : new Decimal(one.cashRate),
          currency: one.currency,
        })),
        ...spinOffs.map(({ sourceSymbol, newSymbol, exDate, newRate, sourceRate }) => ({
          kind: 'spin_off' as const,
          day: utcDay(exDate),
          symbol: sourceSymbol,
          newSymbol,
          ratio: new Decimal(newRate).div(sourceRate),
          cash: null,
        })),
      ]
      return all
        .filter(({ symbol: before, newSymbol }) => before !== newSymbol)
        .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    },
    // Not every plan includes forex.
    async rates(currency, from, to) {
      const { forex } = await sdk()
      const { pair, toDollars } = dollarPair(currency)
      const range = { start: new Date(from), end: closeOf(to), timeframe: '1Day', limit: LIMIT }
      const found = await ask(() => forex.rates({ currencyPairs: pair, ...range }))
      const own = found?.rates[pair] ?? []
      return own
        .filter(({ mp }) => mp > 0)
        .map(({ mp, t }) => ({ day: utcDay(t), close: toDollars(new Decimal(mp)) }))
    },
    // The market data API has no names. The trading API does, but its host depends on whether the keys are
    // for paper trading.
    instruments: async () => [],
  }
}
