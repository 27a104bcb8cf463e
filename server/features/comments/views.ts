// Turns comments into JSON. What was deleted or removed isn't in the response at all.
import type { z } from 'zod'
import { authorView } from '#server/features/users/views.ts'
import type { Comment, GoneBecause, Stake } from '#shared/contracts/comments.ts'
import { editableUntil } from './rules.ts'
import type { CommentRow } from './store.ts'

type Context = {
  viewerId: string
  /** The author of the signal. */
  authorId: string
  now: Date
  stake?: z.input<typeof Stake>[] | undefined
}

export function commentView(
  row: CommentRow,
  { viewerId, authorId, now, stake = [] }: Context,
): z.input<typeof Comment> {
  const gone: GoneBecause | null = row.deletedAt ? 'deleted' : row.hiddenAt ? 'removed' : null
  const isOwn = row.personId === viewerId
  const place = {
    id: row.id,
    parentId: row.parentId,
    createdAt: row.createdAt.toISOString(),
    gone,
    isOwn,
    isAuthor: gone === null && row.personId === authorId,
    ...(row.isReported && { isReported: true as const }),
  }
  const { personId, username } = row
  if (gone !== null || personId === null || username === null) return place
  const editUntil = editableUntil(row.createdAt)
  return {
    ...place,
    writer: authorView({
      id: personId,
      username,
      displayName: row.displayName,
      profileImageUrl: row.profileImageUrl,
      isCreator: row.isCreator ?? false,
      subscriptionPriceInCents: row.subscriptionPriceInCents ?? 0,
    }),
    body: row.body,
    ...(row.editedAt && { editedAt: row.editedAt.toISOString() }),
    ...(row.mentions && { mentions: row.mentions }),
    ...(stake.length > 0 && { stake }),
    ...(isOwn && editUntil > now && { editUntil: editUntil.toISOString() }),
  }
}
