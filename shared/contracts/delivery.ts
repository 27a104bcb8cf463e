// How fast a signal reached its readers.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../wire.ts'

export const Delivery = z.object({
  /** In how many feeds it is, and within how many ms after the post it was in the last of them; null while it is delivered. */
  feeds: z.int().nullable(),
  feedsMs: z.int().nullable(),
  /** How many devices a push service took it for. */
  handed: z.int(),
  /** Within how many ms half of them were handed it, and the last one; null without any. */
  halfMs: z.int().nullable(),
  lastMs: z.int().nullable(),
})
export type Delivery = z.output<typeof Delivery>

export const delivery = {
  receipt: endpoint({
    method: 'GET',
    path: '/api/signals/:id/delivery',
    summary: 'How fast a signal reached its readers; null for signals from before this was measured',
    access: 'member',
    params: z.object({ id: Id }),
    reply: Delivery.nullable(),
  }),
}
