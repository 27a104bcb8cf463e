// Tickers, the names of their instruments, and their prices.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SEARCH_MAX } from '../limits.ts'
import { Day, Id, Instant, Paging, text, Ticker } from '../wire.ts'
import { Ratio } from './outcomes.ts'
import { SignalType } from './signals.ts'
import { Author } from './users.ts'

export const NamedTicker = z.object({
  ticker: z.string(),
  /** Such as "NVIDIA" or "Gold futures". */
  name: z.string(),
})
export type NamedTicker = z.output<typeof NamedTicker>

export const PricePeriod = z.enum(['1M', '6M', '1Y', 'All'], 'period must be 1M, 6M, 1Y or All')
export type PricePeriod = z.output<typeof PricePeriod>

/** Closes in US dollars, and returns with dividends as ratios (0.05 is 5%). */
export const TickerPrices = z.object({
  ticker: z.string(),
  /** Null if no company, fund or index of that symbol is known. */
  name: z.string().nullable(),
  currency: z.literal('USD'),
  /** The share's current symbol and its first day, if it was renamed. */
  renamed: z.object({ ticker: z.string(), since: Day }).nullable(),
  isSample: z.boolean(),
  /** Whether prices are being fetched. Request them again in a few seconds. */
  isFetching: z.boolean(),
  /** Whether several requests to the provider have failed. They are retried. */
  hasFailed: z.boolean().default(false),
  /** The last close and the return of its day. Null without prices in the period and the two weeks before it. */
  latest: z.object({ day: Day, close: z.number(), change: z.number().nullable() }).nullable(),
  /** With `postedAt`: the time of the first close at least ten minutes later. */
  entryAt: Instant.nullable(),
  /** The number of trading days in the period after its first close. */
  tradingDays: z.int(),
  /**
   * From the first close of the period to the last: every trading day of the last 370, and the last one of each week
   * before. Empty before the entry. `close` is adjusted for later splits. `own` and `benchmark` (SPY) are returns since
   * the first point. `benchmark` is null without prices of SPY, and for SPY itself.
   */
  points: z.array(
    z.object({ day: Day, close: z.number(), own: z.number(), benchmark: z.number().nullable() }),
  ),
})
export type TickerPrices = z.output<typeof TickerPrices>

const SignalCounts = z.object({ buy: z.int(), sell: z.int(), comment: z.int() })
export type SignalCounts = z.output<typeof SignalCounts>

/** The number of signals about a ticker that the viewer may read, in total and by author. */
export const TickerCalls = z.object({
  /** Whether there are more signals in the period than are counted. The newest are counted. */
  isCapped: z.boolean(),
  /** Ascending UTC days with at least one signal. */
  days: z.array(SignalCounts.extend({ day: Day })),
  /** Ordered by their last signal, newest first. */
  callers: z.array(
    SignalCounts.extend({
      author: Author,
      last: z.object({ id: Id, signalType: SignalType, createdAt: Instant }),
      /** Trades on the ticker that ran for an exchange day, and their average lead over SPY. Null with fewer than three. */
      trades: z.object({ count: z.int(), meanExcess: Ratio }).nullable(),
    }),
  ),
})
export type TickerCalls = z.output<typeof TickerCalls>

export const tickers = {
  search: endpoint({
    method: 'GET',
    path: '/api/tickers',
    summary: 'Tickers whose symbols or names match, best match first',
    access: 'member',
    query: z.object({
      limit: Paging.limit,
      query: text('query is missing').max(SEARCH_MAX, 'query is too long'),
    }),
    reply: z.array(NamedTicker),
  }),
  mostCalled: endpoint({
    method: 'GET',
    path: '/api/tickers/most-called',
    summary: 'Known tickers that most people posted on in the last month, most first',
    access: 'member',
    reply: z.array(NamedTicker),
  }),
  prices: endpoint({
    method: 'GET',
    path: '/api/tickers/:ticker/prices',
    summary: 'Closes of a ticker and its return against SPY, over a period or since the entry of a signal',
    access: 'member',
    params: z.object({ ticker: Ticker }),
    query: z.object({
      period: PricePeriod.default('1Y'),
      /**
       * Instead of a period: since the entry of a signal posted at this time, the first close at least ten
       * minutes later.
       */
      postedAt: Instant.optional(),
    }),
    reply: TickerPrices,
  }),
  calls: endpoint({
    method: 'GET',
    path: '/api/tickers/:ticker/calls',
    summary: 'How many signals about a ticker were posted over a period, and by whom',
    access: 'member',
    params: z.object({ ticker: Ticker }),
    query: z.object({ period: PricePeriod.default('1Y') }),
    reply: TickerCalls,
  }),
}
