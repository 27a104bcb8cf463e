// Reads a person's blocks and mutes, and whether a case is about their picture.
import { type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { CursorPosition } from '#server/db/page.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import {
  hasBlocked,
  isVisible,
  isVisibleDespiteBlocks,
  viewerContext,
} from '#server/features/users/visibility.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/**
 * A person the viewer may block and report: one they can see or have already blocked. A person who blocked the viewer
 * isn't found, as everywhere.
 */
export const reachablePerson = (deps: Needs, viewerId: string, personId: string) => {
  const context = viewerContext(deps, viewerId)
  return deps.db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', personId)
    .where((eb) => eb.or([isVisible(context, 'u'), hasBlocked(context, eb.ref('u.id'))]))
    .executeTakeFirst()
}

/**
 * Whether either person has blocked the other, for many pairs in a query: PostgreSQL reads the blocks of all authors once.
 * `authors`: a table with the authors as `user_id`.
 */
export const isApart = (
  authorId: RawBuilder<unknown>,
  personId: RawBuilder<unknown>,
  authors: RawBuilder<unknown>,
) => sql<SqlBool>`((${authorId}, ${personId}) in (
  select b.blocker_id, b.blocked_id from blocks b join ${authors} a on a.user_id = b.blocker_id
  union all
  select b.blocked_id, b.blocker_id from blocks b join ${authors} a on a.user_id = b.blocked_id))`

const NAMES = ['u.id as userId', 'u.username'] as const

/** The people the viewer blocked, newest first; up to `limit + 1` rows. Private people only have a username. */
export const blocksOf = (deps: Needs, viewerId: string, limit: number, after: CursorPosition) => {
  const context = viewerContext(deps, viewerId)
  const ifVisible =
    (column: 'displayName' | 'profileImageUrl') => (eb: ExpressionBuilder<DB & { u: DB['users'] }, 'u'>) =>
      eb
        .case()
        .when(isVisibleDespiteBlocks(context, 'u'))
        .then(eb.ref(`u.${column}`))
        .end()
        .as(column)
  return deps.db
    .selectFrom('blocks as b')
    .innerJoin('users as u', 'u.id', 'b.blockedId')
    .select(['b.createdAt', ...NAMES])
    .select((eb) => [ifVisible('displayName')(eb), ifVisible('profileImageUrl')(eb)])
    .where('b.blockerId', '=', viewerId)
    .where((eb) => eb(eb.refTuple('b.createdAt', 'b.blockedId'), '<', eb.tuple(after.createdAt, after.id)))
    .orderBy('b.createdAt', 'desc')
    .orderBy('b.blockedId', 'desc')
    .limit(limit + 1)
    .execute()
}
export type BlockRow = Awaited<ReturnType<typeof blocksOf>>[number]

/** The viewer's mutes that haven't ended, newest first. */
export const mutesOf = (deps: Needs, viewerId: string) => {
  const context = viewerContext(deps, viewerId)
  return deps.db
    .selectFrom('mutes as m')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'm.mutedPersonId').on(isVisible(context, 'u')))
    .select(['m.id', 'm.kind', 'm.value', 'm.until', 'm.createdAt'])
    .select([...NAMES, 'u.displayName', 'u.profileImageUrl'])
    .where('m.personId', '=', viewerId)
    .where((eb) => eb.or([eb('m.until', 'is', null), eb('m.until', '>', sql<Date>`${context.now}`)]))
    .orderBy('m.createdAt', 'desc')
    .orderBy('m.id')
    .execute()
}
export type MuteRow = Awaited<ReturnType<typeof mutesOf>>[number]

/**
 * Whether a case is about a profile with this picture. Then its file is kept for moderators when the person replaces it
 * (`place_picture`).
 */
export const isInCase = async (
  { db }: Pick<Deps, 'db'>,
  personId: string,
  picture: string | null,
): Promise<boolean> =>
  picture !== null &&
  (await db
    .selectFrom('cases')
    .select('id')
    .where('authorId', '=', personId)
    .where(sql<boolean>`snapshot ->> 'profileImageUrl' = ${picture}`)
    .executeTakeFirst()) !== undefined
