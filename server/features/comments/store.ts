// Reads comments, as far as the viewer may see them. Callers have checked that the viewer may read the signal.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { signalById, type SignalRow } from '#server/features/signals/store.ts'
import { isLocked, isVisible, type ViewerContext, viewerContext } from '#server/features/users/visibility.ts'
import { Problem } from '#shared/problems.ts'
import type { Written } from './rules.ts'
import { isCommentShown } from './visibility.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
type Mentions = { name: string; username: string }[] | null

/** The signal of a thread. Throws `signal_not_found` if its author is hidden from the viewer, and `signal_locked`. */
export async function signalOfThread(deps: Needs, viewerId: string, signalId: string): Promise<SignalRow> {
  const signal = await signalById(deps, viewerId, signalId)
  if (!signal) throw new Problem('signal_not_found')
  if (isLocked(signal, viewerId)) throw new Problem('signal_locked')
  return signal
}

const shownComments = (db: Kysely<DB>, context: ViewerContext) =>
  db
    .selectFrom('comments as c')
    .leftJoin('users as w', 'w.id', 'c.personId')
    .select(['c.id', 'c.signalId', 'c.parentId', 'c.personId', 'c.body', 'c.createdAt', 'c.editedAt'])
    .select(['c.deletedAt', 'c.hiddenAt', 'c.showsHolding', 'c.threadAt', 'c.threadId', 'c.isReply'])
    .select(['w.username', 'w.displayName', 'w.profileImageUrl', 'w.isCreator', 'w.subscriptionPriceInCents'])
    .select((eb) => [
      sql<Mentions>`case when strpos(${eb.ref('c.body')}, '@') > 0 then (
        select jsonb_agg(jsonb_build_object('name', m.name, 'username', mentioned.username) order by m.name)
          from comment_mentions m join users mentioned on mentioned.id = m.user_id
         where m.comment_id = ${eb.ref('c.id')} and ${isVisible(context, 'mentioned')}) end`.as('mentions'),
      sql<boolean>`((select true from reports where reporter_id = ${context.viewerId} and subject_id = ${eb.ref('c.id')}
        and subject_kind = 'comment' and closed_at is null) is true)`.as('isReported'),
    ])
    .where(isCommentShown(context, 'c', 'w'))

export type CommentRow = Awaited<ReturnType<ReturnType<typeof shownComments>['executeTakeFirstOrThrow']>>
export type Place = Pick<CommentRow, 'threadAt' | 'threadId' | 'isReply' | 'createdAt' | 'id'>

/** The order of a thread, in which its index is. */
const ORDER = ['c.threadAt', 'c.threadId', 'c.isReply', 'c.createdAt', 'c.id'] as const

const placeOf = ({ threadAt, threadId, isReply, createdAt, id }: Place) =>
  sql`(${threadAt}::timestamptz, ${threadId}::uuid, ${isReply}::boolean, ${createdAt}::timestamptz, ${id}::uuid)`

/** Up to `limit` comments of a thread in its order, on one side of a place, the nearest ones. */
export async function commentsBeside(
  deps: Needs,
  viewerId: string,
  signalId: string,
  { side, place, limit }: { side: 'after' | 'from' | 'before'; place: Place | null; limit: number },
): Promise<CommentRow[]> {
  const isBefore = side === 'before'
  let query = shownComments(deps.db, viewerContext(deps, viewerId)).where('c.signalId', '=', signalId)
  if (place) {
    const compared = { after: sql`>`, from: sql`>=`, before: sql`<` }[side]
    const columns = sql.join(ORDER.map((column) => sql.ref(column)))
    query = query.where(sql<boolean>`(${columns}) ${compared} ${placeOf(place)}`)
  }
  for (const column of ORDER) query = query.orderBy(column, isBefore ? 'desc' : 'asc')
  const rows = await query.limit(limit).execute()
  return isBefore ? rows.toReversed() : rows
}

/** A comment that the viewer sees, of a signal that they may read. Throws `comment_not_found`. */
export async function commentById(deps: Needs, viewerId: string, id: string): Promise<CommentRow> {
  const row = await shownComments(deps.db, viewerContext(deps, viewerId))
    .where('c.id', '=', id)
    .executeTakeFirst()
  const signal = row && (await signalById(deps, viewerId, row.signalId))
  if (!signal || isLocked(signal, viewerId)) throw new Problem('comment_not_found')
  return row
}

/** What an edited comment said before. */
export const versionsOf = ({ db }: Pick<Deps, 'db'>, id: string) =>
  db
    .selectFrom('commentVersions')
    .select(['createdAt', 'body'])
    .where('commentId', '=', id)
    .orderBy('createdAt')
    .execute()

export async function countOf({ db }: Pick<Deps, 'db'>, signalId: string): Promise<number> {
  const row = await db
    .selectFrom('signalCounts')
    .select('comments')
    .where('signalId', '=', signalId)
    .executeTakeFirst()
  return row?.comments ?? 0
}

const DAY_MS = 86_400_000

/** What the viewer wrote in the last 24 hours, deleted comments too. */
export async function writtenBy(
  db: Kysely<DB>,
  viewerId: string,
  signalId: string,
  now: Date,
): Promise<Written> {
  const since = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<Written>`
    select u.created_at as account_since, count(c.id)::int as day,
        (count(c.id) filter (where c.signal_id = ${signalId}))::int as thread,
        min(c.created_at) as first_of_day,
        min(c.created_at) filter (where c.signal_id = ${signalId}) as first_of_thread,
        max(c.created_at) filter (where c.signal_id = ${signalId}) as last_of_thread
      from users u left join comments c on c.person_id = u.id and c.created_at > ${since}
     where u.id = ${viewerId}
     group by u.id`.execute(db)
  const [written] = rows
  // The account was deleted after the session check.
  if (!written) throw new Problem('unauthorized')
  return written
}
