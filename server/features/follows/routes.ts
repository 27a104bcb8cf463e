// Calls for following people, lists of who follows whom, and suggestions of whom to follow.
import { decodeCursor, paginate } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { personById } from '#server/features/users/store.ts'
import { listedUserView } from '#server/features/users/views.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { follows } from '#shared/contracts/follows.ts'
import { Problem } from '#shared/problems.ts'
import { follow, isFollowing, unfollow } from './follow.ts'
import { followedBy, followersOf } from './list-follows.ts'
import { suggestions } from './suggest.ts'

export function followRoutes(serve: Serve, deps: Deps): void {
  serve(follows.status, async ({ viewer, params }) => {
    // A hidden person gets the same answer as a person who doesn't exist, even if followed before (spec answer 18).
    if (!(await personById(deps, viewer.id, params.id))) throw new Problem('user_not_found')
    return { isFollowing: await isFollowing(deps, viewer.id, params.id) }
  })

  serve(follows.follow, async ({ viewer, body }) => {
    await follow(deps, viewer.id, body.followingId)
    return { isFollowing: true }
  })

  serve(follows.unfollow, async ({ viewer, params }) => {
    await unfollow(deps, viewer.id, params.id)
    return { isFollowing: false }
  })

  const suggest = suggestions(deps)
  serve(follows.suggestions, ({ viewer }) => suggest(viewer.id))

  const lists = [
    { call: follows.followers, list: followersOf },
    { call: follows.following, list: followedBy },
  ]
  for (const { call, list } of lists)
    serve(call, async ({ viewer, params, query: { limit, cursor }, http }) => {
      if (!(await personById(deps, viewer.id, params.id))) throw new Problem('user_not_found')
      const rows = await list(deps, viewer.id, { personId: params.id, limit, after: decodeCursor(cursor) })
      const page = paginate(
        rows.map((row) => ({ id: row.id, createdAt: row.followedAt, view: listedUserView(row) })),
        limit,
      )
      linkNext(http, page.next)
      return page.rows.map(({ view }) => view)
    })
}
