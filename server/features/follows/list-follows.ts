// Reads a person's followers and the people they follow, newest follow first, as far as the viewer may see them.
import type { CursorPosition } from '#server/db/page.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import { listedPeopleIn } from '#server/features/users/store.ts'
import { viewerContext } from '#server/features/users/visibility.ts'

type Needs = Pick<Deps, 'statements' | 'clock' | 'config'>
type List = { personId: string; limit: number; after: CursorPosition }
type Asked = ReturnType<typeof viewerContext> & {
  personId: string
  rows: number
  afterAt: Date
  afterId: string
}

/** Reads the people in column `listed` of the follows whose column `of` is the person. */
function peopleOfFollows(
  name: string,
  listed: 'followerId' | 'followingId',
  of: 'followerId' | 'followingId',
) {
  const page = prepared(name, (db, asked: Parameters<Asked>) =>
    listedPeopleIn(db, asked)
      .innerJoin('follows as f', `f.${listed}`, 'u.id')
      .select('f.createdAt as followedAt')
      .where(`f.${of}`, '=', asked.personId)
      .where((eb) =>
        eb(eb.refTuple('f.createdAt', `f.${listed}`), '<', eb.tuple(asked.afterAt, asked.afterId)),
      )
      .orderBy('f.createdAt', 'desc')
      .orderBy(`f.${listed}`, 'desc')
      .limit(asked.rows),
  )
  return async (deps: Needs, viewerId: string, { personId, limit, after }: List) =>
    await page(deps.statements, {
      ...viewerContext(deps, viewerId),
      personId,
      rows: limit + 1,
      afterAt: after.createdAt,
      afterId: after.id,
    })
}

/** Returns up to `limit + 1` rows, for `paginate`. A cursor's id is that of the listed person. */
export const followersOf = peopleOfFollows('followers', 'followerId', 'followingId')
export const followedBy = peopleOfFollows('followed', 'followingId', 'followerId')
