// Subscriptions of members to creators.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../wire.ts'

export const billing = {
  status: endpoint({
    method: 'GET',
    path: '/api/subscriptions/status/:id',
    summary: 'Whether the viewer may read the premium signals of this creator as a subscriber',
    access: 'member',
    params: z.object({ id: Id }),
    reply: z.object({ isSubscribed: z.boolean() }),
  }),
}
