// Creator Mode: whether a person has it.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const creators = {
  status: endpoint({
    method: 'GET',
    path: '/api/creator-status',
    summary: 'Whether the viewer has a paid creator plan',
    access: 'member',
    reply: z.object({ isCreator: z.boolean() }),
  }),
}
