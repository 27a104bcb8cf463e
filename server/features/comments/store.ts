// Reads comments, as far as the viewer may see them. Callers have checked that the viewer may read the signal.
import { type Kysely, sql } from 'kysely'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { signalById, type SignalRow, signalsFor } from '#server/features/signals/store.ts'
import {
  isAuthorVisible,
  isLocked,
  isVisible,
  type ViewerContext,
  viewerContext,
} from '#server/features/users/visibility.ts'
import { Problem } from '#shared/problems.ts'
import type { Written } from './rules.ts'
import { isCommentShown } from './visibility.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>
type Viewing = { viewerId: string; now: Date; graceDays: number }
type Mentions = { name: string; username: string }[] | null

const threadSignal = prepared('thread_signal', (db, asked: Parameters<Viewing & { id: string }>) =>
  db
    .selectFrom(signalsFor(db, asked).where('g.id', '=', asked.id).as('rows'))
    .selectAll()
    .where(isAuthorVisible(asked)),
)

/** The signal of a thread. Throws `signal_not_found` if its author is hidden from the viewer, and `signal_locked`. */
export async function signalOfThread(deps: Needs, viewerId: string, id: string): Promise<SignalRow> {
  const [signal] = await threadSignal(deps.statements, { ...viewerContext(deps, viewerId), id })
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

/** The order of a thread, which is also that of its index. */
const ORDER = ['c.threadAt', 'c.threadId', 'c.isReply', 'c.createdAt', 'c.id'] as const

/** A position before all comments. */
const BEGINNING: Place = {
  threadAt: new Date(0),
  threadId: '00000000-0000-0000-0000-000000000000',
  isReply: false,
  createdAt: new Date(0),
  id: '00000000-0000-0000-0000-000000000000',
}

type Asked = Viewing & Place & { signalId: string; limit: number }

const pageOf = (name: string, compared: string, direction: 'asc' | 'desc') =>
  prepared(name, (db, asked: Parameters<Asked>) => {
    const columns = sql.join(ORDER.map((column) => sql.ref(column)))
    const place = sql`(${asked.threadAt}::timestamptz, ${asked.threadId}::uuid, ${asked.isReply}::boolean,
      ${asked.createdAt}::timestamptz, ${asked.id}::uuid)`
    let query = shownComments(db, asked)
      .where('c.signalId', '=', asked.signalId)
      .where(sql<boolean>`(${columns}) ${sql.raw(compared)} ${place}`)
      .limit(asked.limit)
    for (const column of ORDER) query = query.orderBy(column, direction)
    return query
  })
const SIDES = {
  after: pageOf('comments_after', '>', 'asc'),
  from: pageOf('comments_from', '>=', 'asc'),
  before: pageOf('comments_before', '<', 'desc'),
}

/**
 * The nearest comments of a thread on one side of a place, up to `limit`, in the thread's order. `place`: null for the
 * beginning.
 */
export async function commentsBeside(
  deps: Needs,
  viewerId: string,
  signalId: string,
  { side, place, limit }: { side: keyof typeof SIDES; place: Place | null; limit: number },
): Promise<CommentRow[]> {
  const { threadAt, threadId, isReply, createdAt, id } = place ?? BEGINNING
  const rows = await SIDES[side](deps.statements, {
    ...viewerContext(deps, viewerId),
    signalId,
    limit,
    threadAt,
    threadId,
    isReply,
    createdAt,
    id,
  })
  return side === 'before' ? rows.toReversed() : rows
}

const oneComment = prepared('comment_by_id', (db, asked: Parameters<Viewing & { id: string }>) =>
  shownComments(db, asked).where('c.id', '=', asked.id),
)

/** A comment of a thread that the viewer may read. Throws `comment_not_found`. */
export async function commentOfThread(
  deps: Needs,
  viewerId: string,
  signalId: string,
  id: string,
): Promise<CommentRow> {
  const [row] = await oneComment(deps.statements, { ...viewerContext(deps, viewerId), id })
  if (row?.signalId !== signalId) throw new Problem('comment_not_found')
  return row
}

/** A comment that the viewer sees, of a signal that they may read. Throws `comment_not_found`. */
export async function commentById(deps: Needs, viewerId: string, id: string): Promise<CommentRow> {
  const [row] = await oneComment(deps.statements, { ...viewerContext(deps, viewerId), id })
  const signal = row && (await signalById(deps, viewerId, row.signalId))
  if (!signal || isLocked(signal, viewerId)) throw new Problem('comment_not_found')
  return row
}

/** The previous versions of an edited comment. */
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

/** The viewer's comments of the last 24 hours, including deleted ones. */
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
