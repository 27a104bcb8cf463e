// Notifies the people that a comment mentions or replies to, and open pages that show the thread. What they may see is
// determined when they read it. The pages of people who may not see the writer aren't notified.
import { sql, type Transaction } from 'kysely'
import { duePush } from '#server/alerts/due-push.ts'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { ownerOfName } from '#server/features/users/store.ts'
import { isBlocked, isListed, viewerPays } from '#server/features/users/visibility.ts'

type Needs = Pick<Deps, 'clock' | 'config'>

/** Whether a person may see the writer, for many people at once. `person`: the column with their ids. */
const maySeeWriter = ({ clock, config }: Needs, writerId: string, person: string) => {
  const context = { viewerId: sql.ref<string>(person), now: clock.now(), graceDays: config.pastDueGraceDays }
  return sql<boolean>`(not ${isBlocked({ viewerId: writerId }, sql.ref(person))} and (${viewerPays(context, writerId)}
    or exists (select from users writer where writer.id = ${writerId} and ${isListed('writer')})))`
}

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
  deps: Needs,
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
    .returning(['personId', maySeeWriter(deps, writerId, 'commentAlerts.personId').as('isTold')])
    .execute()
  const told = added.flatMap(({ personId, isTold }) => (isTold ? [personId] : []))
  await duePush(trx, at, told)
  await notify(trx, told, 'alerts')
}

/**
 * The maximum number of people whose pages are notified. Other pages reload the thread when they become visible again.
 */
const READERS_MAX = 2000

/** Notifies the pages that show the thread. `maySee`: which readers; for a writer's change, `readersOf` the writer. */
export async function tellReaders(
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  signalId: string,
  maySee = sql<boolean>`true`,
): Promise<void> {
  const readers = await trx
    .selectFrom('threadReaders')
    .select('personId')
    .where('signalId', '=', signalId)
    .where('until', '>', clock.now())
    .where(maySee)
    .orderBy('until', 'desc')
    .limit(READERS_MAX)
    .execute()
  await notify(
    trx,
    readers.map(({ personId }) => personId),
    'comments',
  )
}

/** The readers of a thread who may see this writer. */
export const readersOf = (deps: Needs, writerId: string) =>
  maySeeWriter(deps, writerId, 'threadReaders.personId')
