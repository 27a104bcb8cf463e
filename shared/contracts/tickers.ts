// Tickers and the names of what they stand for.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SEARCH_MAX } from '../limits.ts'
import { Paging, text } from '../wire.ts'

export const NamedTicker = z.object({
  ticker: z.string(),
  /** Such as "NVIDIA" or "Gold futures". */
  name: z.string(),
})
export type NamedTicker = z.output<typeof NamedTicker>

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
}
