// How fast a signal reached its readers.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../wire.ts'

export const Delivery = z.object({
  /**
   * The number of feeds that contain it, and how many ms after the post it was in all of them; null during delivery.
   */
  feeds: z.int().nullable(),
  feedsMs: z.int().nullable(),
  /** The number of devices for which a push service accepted it. */
  handed: z.int(),
  /** How many ms after the post it was accepted for half of them, and for the last one; null without any. */
  halfMs: z.int().nullable(),
  lastMs: z.int().nullable(),
  /** The number of further devices that got it after their owners' quiet hours. */
  handedAfterQuiet: z.int(),
  /** The number of further devices whose push service only accepted it on a later try. */
  handedLater: z.int(),
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
