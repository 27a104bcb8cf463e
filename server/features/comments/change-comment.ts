// Edits and deletes a person's own comment, and removes comments after a moderator's decision.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { Problem } from '#shared/problems.ts'
import { allowanceOf, editableUntil, faultOfBody, namesIn } from './rules.ts'
import { commentById, type CommentRow, writtenBy } from './store.ts'
import { readersOf, tellPeople, tellReaders } from './tell.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/** Locks the viewer's own comment. Throws `comment_not_found` for another's. */
async function lockOwn(trx: Transaction<DB>, writerId: string, id: string) {
  const comment = await trx
    .selectFrom('comments')
    .selectAll()
    .where('id', '=', id)
    .where('personId', '=', writerId)
    .forUpdate()
    .executeTakeFirst()
  if (!comment) throw new Problem('comment_not_found')
  return comment
}

/**
 * Keeps the previous text as a version. Throws `comment_not_found`, `comment_gone`, `comment_final` after 15 minutes,
 * `comment_links` and `comment_mentions`.
 */
export async function editComment(
  deps: Needs,
  writerId: string,
  id: string,
  body: string,
): Promise<CommentRow> {
  // Throws if the writer can no longer read the signal.
  await commentById(deps, writerId, id)
  await deps.db.transaction().execute(async (trx) => {
    const comment = await lockOwn(trx, writerId, id)
    if (comment.deletedAt || comment.hiddenAt) throw new Problem('comment_gone')
    if (comment.body === body) return
    const now = deps.clock.now()
    if (editableUntil(comment.createdAt) <= now) throw new Problem('comment_final')
    const written = await writtenBy(trx, writerId, comment.signalId, now)
    const fault = faultOfBody(body, allowanceOf(written, now, 0))
    if (fault !== null) throw new Problem(fault)
    await trx
      .insertInto('commentVersions')
      .values({ commentId: id, createdAt: comment.editedAt ?? comment.createdAt, body: comment.body })
      // After two edits in one millisecond, the text between them was never shown.
      .onConflict((conflict) => conflict.columns(['commentId', 'createdAt']).doNothing())
      .execute()
    await trx.updateTable('comments').set({ body, editedAt: now }).where('id', '=', id).execute()
    await tellPeople(trx, deps, { commentId: id, writerId, at: now, names: namesIn(body), answered: [] })
    await tellReaders(trx, deps, comment.signalId, readersOf(deps, writerId))
  })
  return await commentById(deps, writerId, id)
}

/**
 * Deletes the text, its versions and its mentions, but keeps the comment's place. Also works for a signal that the
 * writer can no longer see. Can be repeated. Throws `comment_not_found`.
 */
export async function deleteComment(deps: Needs, writerId: string, id: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const comment = await lockOwn(trx, writerId, id)
    if (comment.deletedAt) return
    await trx
      .updateTable('comments')
      .set({ body: '', editedAt: null, showsHolding: false, deletedAt: deps.clock.now() })
      .where('id', '=', id)
      .execute()
    for (const table of ['commentVersions', 'commentMentions', 'commentAlerts'] as const)
      await trx.deleteFrom(table).where('commentId', '=', id).execute()
    await tellReaders(trx, deps, comment.signalId, readersOf(deps, writerId))
  })
}

/** Removes a comment's text by a decision, or shows it again. Can be repeated. */
export async function setCommentHidden(
  trx: Transaction<DB>,
  deps: Pick<Deps, 'clock'>,
  id: string,
  isHidden: boolean,
): Promise<void> {
  const comment = await trx
    .updateTable('comments')
    .set({ hiddenAt: isHidden ? deps.clock.now() : null })
    .where('id', '=', id)
    .where('hiddenAt', isHidden ? 'is' : 'is not', null)
    .returning('signalId')
    .executeTakeFirst()
  if (comment) await tellReaders(trx, deps, comment.signalId)
}
