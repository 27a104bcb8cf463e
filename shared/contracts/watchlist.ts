// The viewer's watch list of tickers.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Ticker } from '../wire.ts'
import { TickerPrices } from './tickers.ts'

export const WatchedTicker = TickerPrices.pick({
  ticker: true,
  name: true,
  isSample: true,
  isFetching: true,
  latest: true,
}).extend({
  /** Signals of the last seven days that the viewer may read; at most 100 are counted. */
  signalsThisWeek: z.int(),
})
export type WatchedTicker = z.output<typeof WatchedTicker>

const WatchStatus = z.object({ isWatched: z.boolean() })

export const watchlist = {
  list: endpoint({
    method: 'GET',
    path: '/api/watchlist',
    summary: 'The tickers the viewer watches with their last closes, newest on the list first',
    access: 'member',
    reply: z.array(WatchedTicker),
  }),
  add: endpoint({
    method: 'PUT',
    path: '/api/watchlist/:ticker',
    summary: 'Adds a ticker to the watch list; adding it twice changes nothing',
    access: 'member',
    params: z.object({ ticker: Ticker }),
    reply: WatchStatus,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/watchlist/:ticker',
    summary: 'Removes a ticker from the watch list; removing it twice changes nothing',
    access: 'member',
    params: z.object({ ticker: Ticker }),
    reply: WatchStatus,
  }),
}
