// Reads who follows a person and whom they follow, newest follow first, as far as the viewer may see these people.
import type { CursorPosition } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { listedPeopleFor } from '#server/features/users/store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
type List = { personId: string; limit: number; after: CursorPosition }

/** Returns up to `limit + 1` rows, for `paginate`. A cursor's id is the follower's. */
export const followersOf = (deps: Needs, viewerId: string, { personId, limit, after }: List) =>
  listedPeopleFor(deps, viewerId)
    .innerJoin('follows as f', 'f.followerId', 'u.id')
    .select('f.createdAt as followedAt')
    .where('f.followingId', '=', personId)
    .where((eb) => eb(eb.refTuple('f.createdAt', 'f.followerId'), '<', eb.tuple(after.createdAt, after.id)))
    .orderBy('f.createdAt', 'desc')
    .orderBy('f.followerId', 'desc')
    .limit(limit + 1)
    .execute()

/** Returns up to `limit + 1` rows, for `paginate`. A cursor's id is that of the followed person. */
export const followedBy = (deps: Needs, viewerId: string, { personId, limit, after }: List) =>
  listedPeopleFor(deps, viewerId)
    .innerJoin('follows as f', 'f.followingId', 'u.id')
    .select('f.createdAt as followedAt')
    .where('f.followerId', '=', personId)
    .where((eb) => eb(eb.refTuple('f.createdAt', 'f.followingId'), '<', eb.tuple(after.createdAt, after.id)))
    .orderBy('f.createdAt', 'desc')
    .orderBy('f.followingId', 'desc')
    .limit(limit + 1)
    .execute()
