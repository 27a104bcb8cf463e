// Reads people as a viewer may see them. Every feature that shows people reads them here (docs/decisions/0004).
import { type Expression, type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { connectionStoppedAt } from '#server/features/portfolio/store.ts'
import type { PerformanceSource } from '#shared/rules/performance.ts'
import { isListed, isVisible, type ViewerContext, viewerContext, viewerFollows } from './visibility.ts'

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
      'u.deletionRequestedAt',
      'u.isCreator',
      'u.email',
      'u.emailVerifiedAt',
      'u.stripeOnboardingCompleted',
      'u.subscriptionPriceInCents',
      'u.createdAt',
      // Subqueries, not joins: they run only for the few rows of a page, once those are found and sorted.
      portfolioOf(eb.ref('u.id')).as('portfolio'),
      connectionStoppedAt(eb.ref('u.id')).as('stoppedAt'),
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

/** A person's return and what is shown beside it; null if it was never calculated. */
const portfolioOf = (userId: Expression<string>) => sql<{
  performance: string
  source: PerformanceSource
  linkedSince: string | null
  moneyWeighted: string | null
  areFlowsAssumed: boolean | null
} | null>`(select json_build_object('performance', performance, 'source', source, 'linkedSince', linked_since,
    'moneyWeighted', money_weighted, 'areFlowsAssumed', summary -> 'areFlowsAssumed') from performance_summaries where user_id = ${userId})`

export type PersonRow = Awaited<ReturnType<ReturnType<typeof peopleFor>['executeTakeFirstOrThrow']>>

/** `peopleFor`, with what the rows of a list show. Apart, since counting signals costs more than reading a person. */
export const listedPeopleFor = (deps: Needs, viewerId: string) =>
  peopleFor(deps, viewerId).select((eb) => [
    eb
      .selectFrom('signals')
      .select(sql<number>`count(*)::int`.as('n'))
      .whereRef('userId', '=', 'u.id')
      .as('signalsCount'),
    viewerFollows({ viewerId }, eb.ref('u.id')).as('isFollowing'),
  ])

export type ListedPersonRow = Awaited<
  ReturnType<ReturnType<typeof listedPeopleFor>['executeTakeFirstOrThrow']>
>

export const personById = (deps: Needs, viewerId: string, id: string) =>
  peopleFor(deps, viewerId).where('u.id', '=', id).executeTakeFirst()

export const personByName = (deps: Needs, viewerId: string, username: string) =>
  peopleFor(deps, viewerId)
    .where(sql`lower(u.username)`, '=', username.toLowerCase())
    .executeTakeFirst()

const SUGGESTIONS = 5

/** The five most followed public people whom the viewer doesn't follow yet; creators first. */
export async function suggestedPeople(deps: Needs, viewerId: string) {
  // Two queries, so that each only reads the first few entries of the index on follower counts.
  const creators = await mostFollowed(deps, viewerId, true, SUGGESTIONS)
  const rest = SUGGESTIONS - creators.length
  return rest === 0 ? creators : [...creators, ...(await mostFollowed(deps, viewerId, false, rest))]
}

const mostFollowed = (deps: Needs, viewerId: string, isCreator: boolean, limit: number) =>
  listedPeopleFor(deps, viewerId)
    .innerJoin('followerCounts as most', 'most.userId', 'u.id')
    .where(isListed('u'))
    .where('u.isCreator', '=', isCreator)
    .where('u.id', '<>', viewerId)
    .where((eb) => eb.not(viewerFollows({ viewerId }, eb.ref('u.id'))))
    .orderBy('most.followers', 'desc')
    .orderBy('most.userId')
    .limit(limit)
    .execute()
