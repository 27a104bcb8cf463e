// The one card that pays for all of a person's subscriptions and their plan.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const SavedCard = z.object({
  /** Such as "visa". */
  brand: z.string(),
  last4: z.string(),
  /** The card is valid through this month of the full year. */
  expMonth: z.int(),
  expYear: z.int(),
})
export type SavedCard = z.output<typeof SavedCard>

export const savedCard = {
  card: endpoint({
    method: 'GET',
    path: '/api/billing/card',
    summary: 'The viewer’s saved card, without its number; null without one',
    access: 'member',
    reply: SavedCard.nullable(),
  }),
  session: endpoint({
    method: 'POST',
    path: '/api/billing/card-session',
    summary: 'A secret with which the card form shows the viewer’s saved card; null without a customer',
    access: 'member',
    limit: 'checkout',
    reply: z.object({ clientSecret: z.string().nullable() }),
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/billing/change-card',
    summary: 'Opens the provider’s form for another card, which then pays for everything',
    access: 'member',
    limit: 'checkout',
    reply: z.object({ url: z.string() }),
  }),
}
