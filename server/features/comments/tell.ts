// Notifies the people that a comment mentions or replies to, and open pages that show the thread. What they may see is
// determined when they read it.
import { sql, type Transaction } from 'kysely'
import { duePush } from '#server/alerts/due-push.ts'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { ownerOfName } from '#server/features/users/store.ts'

type Told = {
  commentId: string
  writerId: string
  at: Date
  /** Mentioned usernames, in lower case. */
  names: readonly string[]
  /** The authors of the signal and of the comment that this replies to; null for one who has left. */
  answered: readonly (string | null)[]
}

/**
 * Stores the mentions of a comment, and alerts for the people it concerns. Nobody gets a second alert for the same
 * comment. Locks the mentioned people's rows, so that none is deleted before this commits.
 */
export async function tellPeople(
  trx: Transaction<DB>,
  { commentId, writerId, at, names, answered }: Told,
): Promise<void> {
  await trx.deleteFrom('commentMentions').where('commentId', '=', commentId).execute()
  const mentioned =
    names.length === 0
      ? []
      : (
          await sql<{ userId: string }>`
            insert into comment_mentions (comment_id, name, user_id)
            select ${commentId}::uuid, found.name, u.id
              from (select name, ${ownerOfName(sql`name`, sql<Date>`${at}::timestamptz`)} as user_id
                from unnest(${[...names]}::text[]) as name offset 0) as found
              join users u on u.id = found.user_id and not u.is_former
              for key share of u
            returning user_id`.execute(trx)
        ).rows.map(({ userId }) => userId)
  const people = new Map<string, 'reply' | 'mention'>()
  for (const id of answered) if (id !== null) people.set(id, 'reply')
  for (const id of mentioned) people.set(id, 'mention')
  people.delete(writerId)
  if (people.size === 0) return
  const added = await trx
    .insertInto('commentAlerts')
    .values([...people].map(([personId, kind]) => ({ personId, commentId, createdAt: at, kind })))
    .onConflict((conflict) => conflict.columns(['personId', 'commentId']).doNothing())
    .returning('personId')
    .execute()
  const told = added.map(({ personId }) => personId)
  await duePush(trx, at, told)
  await notify(trx, told, 'alerts')
}

/**
 * The maximum number of people whose pages are notified. Other pages reload the thread when they become visible again.
 */
const READERS_MAX = 2000

/** Notifies the pages that show the thread. */
export async function tellReaders(
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  signalId: string,
): Promise<void> {
  const readers = await trx
    .selectFrom('threadReaders')
    .select('personId')
    .where('signalId', '=', signalId)
    .where('until', '>', clock.now())
    .orderBy('until', 'desc')
    .limit(READERS_MAX)
    .execute()
  await notify(
    trx,
    readers.map(({ personId }) => personId),
    'comments',
  )
}
