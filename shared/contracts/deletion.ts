// Deleting an account, and canceling the deletion.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, text } from '../wire.ts'
import { OwnUser } from './users.ts'

export const DeletionRequest = z.object({
  username: text('Type your username')
    .trim()
    .min(1, 'Type your username')
    .max(100, 'This isn’t your username'),
})

export const deletion = {
  request: endpoint({
    method: 'POST',
    path: '/api/account-deletion',
    summary: 'Hides the account and signs it out everywhere; it is deleted 14 days later',
    access: 'member',
    body: DeletionRequest,
    reply: z.object({ deletedAt: Instant }),
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/api/account-deletion',
    summary: 'Keeps the account after all; keeping one that isn’t being deleted changes nothing',
    access: 'member',
    isForLeaving: true,
    reply: OwnUser,
  }),
}
