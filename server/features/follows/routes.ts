// Calls for following people, and suggestions of whom to follow.
import type { Deps } from '#server/deps.ts'
import { personById, suggestedPeople } from '#server/features/users/store.ts'
import { userView } from '#server/features/users/views.ts'
import type { Serve } from '#server/http/serve.ts'
import { follows } from '#shared/contracts/follows.ts'
import { Problem } from '#shared/problems.ts'
import { follow, isFollowing, unfollow } from './follow.ts'

export function followRoutes(serve: Serve, deps: Deps): void {
  serve(follows.status, async ({ viewer, params }) => {
    // A hidden person gets the same answer as one who doesn't exist, whether followed before or not (spec answer 18).
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

  serve(follows.suggestions, async ({ viewer }) => (await suggestedPeople(deps, viewer.id)).map(userView))
}
