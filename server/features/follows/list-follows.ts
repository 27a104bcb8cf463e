// Reads a person's followers and the people they follow, newest follow first, as far as the viewer may see them.
import type { CursorPosition } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { listedPeopleFor } from '#server/features/users/store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
type List = { personId: string; limit: number; after: CursorPosition }

/** Builds the query for the people in column `listed` of the follows whose column `of` is the person. */
const peopleOfFollows =
  (listed: 'followerId' | 'followingId', of: 'followerId' | 'followingId') =>
  (deps: Needs, viewerId: string, { personId, limit, after }: List) =>
    listedPeopleFor(deps, viewerId)
      .innerJoin('follows as f', `f.${listed}`, 'u.id')
      .select('f.createdAt as followedAt')
      .where(`f.${of}`, '=', personId)
      .where((eb) => eb(eb.refTuple('f.createdAt', `f.${listed}`), '<', eb.tuple(after.createdAt, after.id)))
      .orderBy('f.createdAt', 'desc')
      .orderBy(`f.${listed}`, 'desc')
      .limit(limit + 1)
      .execute()

/** Returns up to `limit + 1` rows, for `paginate`. A cursor's id is that of the listed person. */
export const followersOf = peopleOfFollows('followerId', 'followingId')
export const followedBy = peopleOfFollows('followingId', 'followerId')
