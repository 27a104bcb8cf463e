// Reads people as a viewer may see them. Every feature that shows people uses these queries (docs/decisions/0004).
import { createHash } from 'node:crypto'
import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import { connectionStoppedAt } from '#server/features/portfolio/store.ts'
import { USERNAME_HELD_DAYS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { portfolioOf, suspensionOf } from './page-facts.ts'
import { looksWithoutStaffWords } from './rules.ts'
import {
  isBlocked,
  isVisible,
  isVisibleDespiteBlocks,
  type ViewerContext,
  viewerContext,
  viewerFollows,
  viewerPays,
} from './visibility.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** The people `viewerId` may see (`visibility.ts`), with their counts. Callers add their own conditions. */
export const peopleFor = (deps: Needs, viewerId: string) => peopleIn(deps.db, viewerContext(deps, viewerId))

/** `peopleFor`, for a prepared statement. */
export function peopleIn(db: Kysely<DB>, context: ViewerContext) {
  return db
    .selectFrom('users as u')
    .select((eb) => [
      'u.id',
      'u.username',
      'u.displayName',
      'u.bio',
      'u.profileImageUrl',
      'u.isPublic',
      'u.showsRecordToVisitors',
      'u.joinedFromPage',
      'u.deletionRequestedAt',
      'u.isCreator',
      'u.email',
      'u.emailVerifiedAt',
      'u.stripeOnboardingCompleted',
      'u.subscriptionPriceInCents',
      'u.createdAt',
      // Subqueries instead of joins: they run only for the few rows of a page, after those are found and sorted.
      portfolioOf(eb.ref('u.id')).as('portfolio'),
      connectionStoppedAt(eb.ref('u.id')).as('stoppedAt'),
      suspensionOf(eb.ref('u.id'), context.now).as('suspension'),
      eb.selectFrom('moderators').select('role').whereRef('personId', '=', 'u.id').as('role'),
      eb('u.stripePriceId', 'is not', null).$castTo<boolean>().as('hasPrice'),
      eb
        .selectFrom('followerCounts as c')
        .select('c.followers')
        .whereRef('c.userId', '=', 'u.id')
        .as('followersCount'),
      eb
        .selectFrom('follows')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('followerId', '=', 'u.id')
        .as('followingCount'),
    ])
    .where(isVisible(context, 'u'))
}

export type PersonRow = Awaited<ReturnType<ReturnType<typeof peopleFor>['executeTakeFirstOrThrow']>>

/** `peopleIn` with the columns of a list row. Separate, because counting signals costs more than reading a person. */
export const listedPeopleIn = (db: Kysely<DB>, context: ViewerContext) =>
  peopleIn(db, context).select((eb) => [
    eb
      .selectFrom('signals')
      .select(sql<number>`count(*)::int`.as('n'))
      .whereRef('userId', '=', 'u.id')
      .as('signalsCount'),
    viewerFollows(context, eb.ref('u.id')).as('isFollowing'),
  ])

export type ListedPersonRow = Awaited<
  ReturnType<ReturnType<typeof listedPeopleIn>['executeTakeFirstOrThrow']>
>

const byId = prepared(
  'person_by_id',
  (db, asked: Parameters<ReturnType<typeof viewerContext> & { id: string }>) =>
    peopleIn(db, asked).where('u.id', '=', asked.id),
)

/** Undefined if the person doesn't exist or is hidden from the viewer. */
export const personById = async (
  deps: Pick<Deps, 'statements' | 'clock' | 'config'>,
  viewerId: string,
  id: string,
): Promise<PersonRow | undefined> =>
  (await byId(deps.statements, { ...viewerContext(deps, viewerId), id }))[0]

/** The person with this username, or the one for whom it is reserved. */
export const personByName = (deps: Needs, viewerId: string, username: string) =>
  peopleFor(deps, viewerId)
    .where('u.id', '=', ownerOfName(sql`${username.toLowerCase()}`, deps.clock.now()))
    .executeTakeFirst()

/** The id of the person with a username, or of the one for whom it is reserved. `username` is in lower case. */
export const ownerOfName = (username: Expression<string>, now: Date | Expression<Date>) =>
  sql<string>`coalesce(
    (select id from users where lower(username) = ${username}),
    (select user_id from username_changes where lower(username) = ${username} and ${isHeld(now)}
      order by changed_at desc limit 1))`

/** Whether the username of this row of `username_changes` is still reserved. */
const isHeld = (now: Date | Expression<Date>) =>
  sql<SqlBool>`changed_at > ${now}::timestamptz - ${sql.lit(`${USERNAME_HELD_DAYS * 24} hours`)}::interval`

/**
 * The id of the person for whom a former username is reserved. To keep others from taking it, call this after writing
 * the name in the same transaction: a person who gave it up in the meantime has committed by then.
 */
export async function reservedFor(db: Kysely<DB>, username: string, now: Date): Promise<string | undefined> {
  const change = await db
    .selectFrom('usernameChanges')
    .select('userId')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where(isHeld(now))
    .orderBy('changedAt', 'desc')
    .executeTakeFirst()
  return change?.userId
}

/** Whether a deleted person with a record had this name. Such names are never reassigned. */
export async function isNameOfRecord(db: Kysely<DB>, username: string): Promise<boolean> {
  const found = await db
    .selectFrom('recordNames')
    .select('nameHash')
    .where('nameHash', '=', usernameHash(username))
    .executeTakeFirst()
  return found !== undefined
}

export const usernameHash = (username: string): Buffer =>
  createHash('sha256').update(username.toLowerCase()).digest()

/**
 * Whether a name, with or without staff words, looks like another creator's username, or like the display name of a
 * creator whom the person may see. Display names of hidden creators are excluded, because the answer must not reveal
 * the names of private people. Usernames aren't secret.
 */
export async function looksLikeCreator(
  { db, clock, config }: Needs,
  userId: string,
  name: string,
): Promise<boolean> {
  const skeletons = looksWithoutStaffWords(name)
  const overlap = (column: string) => sql<SqlBool>`${sql.ref(column)} && ${skeletons}::text[]`
  const found = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.isCreator', '=', true)
    .where('u.id', '<>', userId)
    .where((eb) =>
      eb.or([
        overlap('u.usernameSkeletons'),
        eb.and([
          overlap('u.displayNameSkeletons'),
          isVisibleDespiteBlocks(viewerContext({ clock, config }, userId), 'u'),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The maximum number of different bits, out of the 64 of a perceptual hash. In a test with 40 pictures, smaller,
 * brighter, gray and compressed copies differed in up to 8 bits, and different pictures in 18 or more.
 */
const DIFFERENT_BITS_MAX = 10
/** Shorter names are part of too many others. */
const SIMILAR_NAME_MIN = 3

/**
 * Throws `picture_like_creator` if the person's picture, as stored in this transaction, looks like the picture of a
 * visible creator whose username or display name is part of the person's names, or the reverse: "maya1" and "Real Maya"
 * with Maya's picture.
 */
export async function refusePictureOfSimilarCreator(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  db: Kysely<DB>,
  userId: string,
): Promise<void> {
  const found = await db
    .selectFrom('users as me')
    .innerJoin('users as u', (join) =>
      join.on(sql`bit_count(u.picture_hash # me.picture_hash)`, '<=', DIFFERENT_BITS_MAX),
    )
    .select('u.id')
    .where('me.id', '=', userId)
    .where('u.id', '<>', userId)
    .where('u.isCreator', '=', true)
    .where(isVisibleDespiteBlocks(viewerContext({ clock, config }, userId), 'u'))
    .where(
      sql<boolean>`exists (
        select from unnest(me.username_skeletons || me.display_name_skeletons) mine,
          unnest(u.username_skeletons || u.display_name_skeletons) theirs
        where least(length(mine), length(theirs)) >= ${SIMILAR_NAME_MIN}
          and (strpos(mine, theirs) > 0 or strpos(theirs, mine) > 0))`,
    )
    .limit(1)
    .executeTakeFirst()
  if (found) throw new Problem('picture_like_creator')
}

/** Whether the viewer pays one creator without a block between them, as a separate query. */
export async function isPayingFor(deps: Needs, viewerId: string, creatorId: string): Promise<boolean> {
  const context = viewerContext(deps, viewerId)
  const { paid } = await deps.db
    .selectNoFrom((eb) =>
      eb
        .and([viewerPays(context, creatorId), eb.not(isBlocked(context, sql`${creatorId}::uuid`))])
        .$castTo<boolean>()
        .as('paid'),
    )
    .executeTakeFirstOrThrow()
  return paid
}
