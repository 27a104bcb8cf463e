// A market that falls back to a second provider for data that the first one lacks or can't return now.
import type { Bar, CorporateAction } from '#engine/market/prices.ts'
import { utcDay } from '#shared/rules/dates.ts'
import type { Log } from '#server/log.ts'
import { type Market, MarketBusy } from './port.ts'

const DAY_MS = 86_400_000
/** Two providers may date the same corporate action differently. */
const SAME_ACTION_DAYS = 10
/** If the first close is this much later than requested, the provider's history or the share's trading begins there. */
const LATE_DAYS = 10

export function marketWithFallback(first: Market, second: Market, log: Log): Market {
  /** Throws the second provider's error, or the first provider's `MarketBusy` if its wait is shorter. */
  async function either<T>(ask: (market: Market) => Promise<T[]>): Promise<T[]> {
    let firstError: unknown
    const found = await ask(first).catch((error: unknown) => {
      firstError = error
      if (!(error instanceof MarketBusy))
        log.warn(
          { event: 'market_fallback', error: String(error) },
          `${first.name} failed; asking ${second.name}`,
        )
      return []
    })
    if (found.length > 0) return found
    return await ask(second).catch((error: unknown) => {
      const [one, other] = [firstError, error].map((each) => (each instanceof MarketBusy ? each : null))
      throw one && other && one.retryAfterMs < other.retryAfterMs ? one : (other ?? one ?? error)
    })
  }

  /** Combines both: the second provider adds the days before the first one's data begins. */
  async function both<T extends Bar>(
    ask: (market: Market, to: string) => Promise<T[]>,
    from: string,
    to: string,
  ): Promise<T[]> {
    const found = await either((market) => ask(market, to))
    const start = found[0]?.day
    if (start === undefined || Date.parse(start) - Date.parse(from) <= LATE_DAYS * DAY_MS) return found
    const before = utcDay(Date.parse(start) - DAY_MS)
    return [...(await ask(second, before)), ...found]
  }

  return {
    name: 'massive, alpaca',
    isSample: false,
    closes: (symbol, from, to) => both((market, end) => market.closes(symbol, from, end), from, to),
    rates: (currency, from, to) => both((market, end) => market.rates(currency, from, end), from, to),
    splits: (symbol, from, to) => either((market) => market.splits(symbol, from, to)),
    async dividends(symbol, from, to) {
      let isIncluded = false
      const found = await either(async (market) => {
        const answer = await market.dividends(symbol, from, to)
        isIncluded ||= answer !== null
        return answer ?? []
      })
      return isIncluded ? found : null
    },
    // Massive has only renames and Alpaca's data begins later, so this calls both. If one fails, the other's answer is
    // used until tomorrow.
    async corporateActions(symbol, from, to) {
      const answers: (CorporateAction[] | null)[] = []
      const ask = async (market: Market) => {
        answers.push(await market.corporateActions(symbol, from, to))
        return []
      }
      await either(ask).catch((error: unknown) => {
        if (answers.length === 0) throw error
      })
      const included = answers.filter((found) => found !== null)
      return included.length === 0 ? null : distinctActions(included.flat())
    },
    // Adjusted closes of two providers can't be mixed, so the one that goes back further is used alone.
    async adjustedCloses(symbol, from, to) {
      const found = await either((market) => market.adjustedCloses(symbol, from, to))
      const start = found[0]?.day
      if (start === undefined || Date.parse(start) - Date.parse(from) <= LATE_DAYS * DAY_MS) return found
      const other = await second.adjustedCloses(symbol, from, to)
      return (other[0]?.day ?? '9999') < start ? other : found
    },
    // Pages of two providers can't be mixed.
    instruments: (after) => first.instruments(after),
  }
}

/** Removes actions that both providers report, keeping the first provider's version. */
function distinctActions(actions: readonly CorporateAction[]): CorporateAction[] {
  const found: CorporateAction[] = []
  for (const one of actions) {
    const isSame = (other: CorporateAction) =>
      other.kind === one.kind &&
      other.symbol === one.symbol &&
      other.newSymbol === one.newSymbol &&
      Math.abs(Date.parse(other.day) - Date.parse(one.day)) <= SAME_ACTION_DAYS * DAY_MS
    if (!found.some(isSame)) found.push(one)
  }
  return found.toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
