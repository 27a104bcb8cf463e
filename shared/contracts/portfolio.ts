// The own portfolio: holdings with percent since purchase, and the account's return.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../wire.ts'

export const Holding = z.object({
  id: Id,
  ticker: z.string(),
  companyName: z.string(),
  percentReturn: z.string(),
})

export const portfolio = {
  read: endpoint({
    method: 'GET',
    path: '/api/portfolio',
    summary: 'The own holdings, whether a broker is connected, and the overall return',
    access: 'member',
    reply: z.object({ holdings: z.array(Holding), connected: z.boolean(), performance: z.string() }),
  }),
}
