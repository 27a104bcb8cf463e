// Reads people as a viewer may know them; every feature that shows people asks here (docs/decisions/0004).
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Place } from '#server/db/page.ts'
import type { Users } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { connectionStoppedAt } from '#server/features/portfolio/store.ts'
import { characters } from '#shared/rules/characters.ts'
import { askingAs, follows, isListed, isVisible } from './visibility.ts'

type Asked = Pick<Deps, 'db' | 'clock' | 'config'>

/** People `viewerId` may see (`visibility.ts`), with their counts. Callers add which of them. */
export function peopleFor(deps: Asked, viewerId: string) {
  return deps.db
    .selectFrom('users as u')
    .select((eb) => [
      'u.id',
      'u.username',
      'u.displayName',
      'u.bio',
      'u.profileImageUrl',
      'u.isPublic',
      'u.isCreator',
      'u.email',
      'u.stripeOnboardingCompleted',
      'u.subscriptionPriceInCents',
      'u.createdAt',
      // No join: this is asked for the few rows of a page, after they were found and sorted.
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
    .where(isVisible(askingAs(deps, viewerId), 'u'))
}

/** A person's return and what is said beside it; null where nothing was ever calculated. */
const portfolioOf = (userId: Expression<string>) => sql<{
  performance: string
  source: string
  linkedSince: string | null
  moneyWeighted: string | null
  areFlowsAssumed: boolean | null
} | null>`(select json_build_object('performance', performance, 'source', source, 'linkedSince', linked_since,
    'moneyWeighted', money_weighted, 'areFlowsAssumed', summary -> 'areFlowsAssumed') from performance_summaries where user_id = ${userId})`

export type PersonRow = Awaited<ReturnType<ReturnType<typeof peopleFor>['executeTakeFirstOrThrow']>>

export const personById = (deps: Asked, viewerId: string, id: string) =>
  peopleFor(deps, viewerId).where('u.id', '=', id).executeTakeFirst()

export const personByName = (deps: Asked, viewerId: string, username: string) =>
  peopleFor(deps, viewerId)
    .where(sql`lower(u.username)`, '=', username.toLowerCase())
    .executeTakeFirst()

/** Shorter queries match the start of a word only: they are in most names, and an index finds no two letters within one. */
const ANYWHERE_FROM_CHARACTERS = 3

/** Whether a username or display name matches, as the index `users_names` can tell. Case doesn't count. */
function matches(query: string) {
  const part = query.replace(/[\\%_]/g, '\\$&')
  const [inUsername, inDisplayName] =
    characters(query) < ANYWHERE_FROM_CHARACTERS
      ? [
          [`${part}%`, `%\\_${part}%`],
          [`${part}%`, `% ${part}%`],
        ]
      : [[`%${part}%`], [`%${part}%`]]
  return (eb: ExpressionBuilder<{ u: Users }, 'u'>) =>
    eb.or([
      ...inUsername.map((pattern) => eb('u.username', 'ilike', pattern)),
      ...inDisplayName.map((pattern) => eb('u.displayName', 'ilike', pattern)),
    ])
}

/** Public profiles, newest first, whose names match `query`; one row more than `limit`. */
export function publicPeople(
  deps: Asked,
  viewerId: string,
  asked: { query: string | undefined; limit: number; after: Place },
) {
  const query = (asked.query ?? '').trim()
  return peopleFor(deps, viewerId)
    .where(isListed('u'))
    .where((eb) =>
      eb(eb.refTuple('u.createdAt', 'u.id'), '<', eb.tuple(asked.after.createdAt, asked.after.id)),
    )
    .$if(query !== '', (people) => people.where(matches(query)))
    .orderBy('u.createdAt', 'desc')
    .orderBy('u.id', 'desc')
    .limit(asked.limit + 1)
    .execute()
}

const SUGGESTED = 5

/** Up to five public people with most followers among those the viewer neither is nor follows; creators first. */
export async function suggestedPeople(deps: Asked, viewerId: string) {
  // One after the other, so that each is a walk down the index of counts that ends after a few people.
  const creators = await mostFollowed(deps, viewerId, true, SUGGESTED)
  const rest = SUGGESTED - creators.length
  return rest === 0 ? creators : [...creators, ...(await mostFollowed(deps, viewerId, false, rest))]
}

const mostFollowed = (deps: Asked, viewerId: string, isCreator: boolean, limit: number) =>
  peopleFor(deps, viewerId)
    .innerJoin('followerCounts as most', 'most.userId', 'u.id')
    .where(isListed('u'))
    .where('u.isCreator', '=', isCreator)
    .where('u.id', '<>', viewerId)
    .where((eb) => eb.not(follows({ viewerId }, eb.ref('u.id'))))
    .orderBy('most.followers', 'desc')
    .orderBy('most.userId')
    .limit(limit)
    .execute()
