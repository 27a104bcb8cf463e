// Two providers as one: what the first doesn't have, or can't tell now, is asked of the second.
import { utcDay } from '#shared/rules/dates.ts'
import type { Logger } from 'pino'
import { type Bar, type Market, MarketBusy } from './port.ts'

const DAY_MS = 86_400_000
/** A first close so much later than asked for is where the first provider's history ends, or the share's begins. */
const LATE_DAYS = 10

export function firstOfTwo(first: Market, second: Market, log: Logger): Market {
  /** Throws what the second throws, but `MarketBusy` of the first where that one is sooner. */
  async function either<T>(ask: (market: Market) => Promise<T[]>): Promise<T[]> {
    let refusal: unknown
    const found = await ask(first).catch((error: unknown) => {
      refusal = error
      if (!(error instanceof MarketBusy))
        log.warn({ error: String(error) }, `${first.name} could not be asked; asking ${second.name}`)
      return []
    })
    if (found.length > 0) return found
    return await ask(second).catch((error: unknown) => {
      const [one, other] = [refusal, error].map((each) => (each instanceof MarketBusy ? each : null))
      throw one && other && one.retryAfterMs < other.retryAfterMs ? one : (other ?? one ?? error)
    })
  }

  /** Facts of single days may come from both: the second tells of the days before those the first knows. */
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
    // Adjusted closes of two providers don't continue each other: the one that goes back further tells all of it.
    async adjustedCloses(symbol, from, to) {
      const found = await either((market) => market.adjustedCloses(symbol, from, to))
      const start = found[0]?.day
      if (start === undefined || Date.parse(start) - Date.parse(from) <= LATE_DAYS * DAY_MS) return found
      const other = await second.adjustedCloses(symbol, from, to)
      return (other[0]?.day ?? '9999') < start ? other : found
    },
  }
}
