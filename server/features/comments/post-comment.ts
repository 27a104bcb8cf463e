// Comments on a signal, or replies to a comment.
import type { Kysely } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import type { NewComment } from '#shared/contracts/comments.ts'
import { Problem } from '#shared/problems.ts'
import { allowanceOf, faultOfBody, namesIn, refusalOf } from './rules.ts'
import { commentById, type CommentRow, signalOfThread, writtenBy } from './store.ts'
import { readersOf, tellPeople, tellReaders } from './tell.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/**
 * Returns the stored comment, or the first one if the same draft is sent again. Throws `signal_not_found`,
 * `signal_locked`, the reason why the viewer can't reply (`refusalOf`), `comment_not_found` and `comment_gone` for the
 * parent comment, `comments_limit`, `comment_links`, `comment_mentions`, and `comment_taken` if the draft's id belongs
 * to another comment.
 */
export async function postComment(
  deps: Needs,
  writerId: string,
  signalId: string,
  { body, parentId, showsHolding, draftId }: NewComment,
): Promise<CommentRow> {
  const { db, clock, config } = deps
  const signal = await signalOfThread(deps, writerId, signalId)
  if (draftId !== undefined && (await hasStored(db, draftId)))
    return await stored(deps, writerId, signalId, draftId, body)
  const refusal = refusalOf(signal, writerId)
  if (refusal !== null) throw new Problem(refusal)
  const parent = parentId === null ? null : await commentById(deps, writerId, parentId)
  if (parent && parent.signalId !== signalId) throw new Problem('comment_not_found')
  const id = draftId ?? clock.newId()
  const isAdded = await db
    .transaction()
    .execute(async (trx) => {
      // A person's comments are added one at a time, so that two concurrent ones can't both be the last one allowed.
      await trx.selectFrom('users').select('id').where('id', '=', writerId).forNoKeyUpdate().execute()
      // The same draft was sent twice at the same time.
      if (await hasStored(trx, id)) return false
      const now = clock.now()
      const allowance = allowanceOf(
        await writtenBy(trx, writerId, signalId, now),
        now,
        config.commentWaitSeconds,
      )
      if (allowance.waitUntil) throw limitOf(allowance.waitUntil, now)
      const fault = faultOfBody(body, allowance)
      if (fault !== null) throw new Problem(fault)
      // A comment that was deleted in the meantime can't be replied to.
      if (parent) {
        const current = await trx
          .selectFrom('comments')
          .select(['deletedAt', 'hiddenAt'])
          .where('id', '=', parent.id)
          .forShare()
          .executeTakeFirst()
        if (!current || current.deletedAt || current.hiddenAt) throw new Problem('comment_gone')
      }
      const added = await trx
        .insertInto('comments')
        .values({
          id,
          signalId,
          // There is only one level: a reply to a reply is shown below the same comment.
          parentId: parent && (parent.parentId ?? parent.id),
          personId: writerId,
          body,
          createdAt: now,
          showsHolding,
          threadAt: parent?.threadAt ?? now,
          threadId: parent?.threadId ?? id,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) return false
      await tellPeople(trx, deps, {
        commentId: id,
        writerId,
        at: now,
        names: namesIn(body),
        answered: [signal.userId, parent?.personId ?? null],
      })
      await tellReaders(trx, deps, signalId, readersOf(deps, writerId))
      return true
    })
    .catch((error: unknown) => {
      // The account was deleted in the meantime.
      throw violatedConstraint(error) === 'comments_person_id_fkey' ? new Problem('unauthorized') : error
    })
  return isAdded ? await commentById(deps, writerId, id) : await stored(deps, writerId, signalId, id, body)
}

const hasStored = async (db: Kysely<DB>, id: string) =>
  (await db.selectFrom('comments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The comment of a draft that was sent before. */
async function stored(deps: Needs, writerId: string, signalId: string, id: string, body: string) {
  const row = await commentById(deps, writerId, id).catch((error: unknown) => {
    throw error instanceof Problem ? new Problem('comment_taken') : error
  })
  if (row.personId !== writerId || row.signalId !== signalId || row.body !== body)
    throw new Problem('comment_taken')
  return row
}

/** "You can write the next comment in 3 minutes". */
function limitOf(until: Date, now: Date): Problem {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000)
  const hours = Math.ceil(minutes / 60)
  const wait = minutes <= 90 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : `${hours} hours`
  return new Problem('comments_limit', { message: `You can write the next comment in ${wait}` })
}
