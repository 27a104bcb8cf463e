// Reading people and changing the own profile.
import { pageOf, readCursor } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { users } from '#shared/contracts/users.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { personById, personByName, publicPeople } from './store.ts'
import { updateProfile } from './update-profile.ts'
import { ownUserView, userView } from './views.ts'

export function userRoutes(serve: Serve, deps: Deps): void {
  serve(users.list, async ({ viewer, query, http }) => {
    const { limit } = query
    const people = await publicPeople(deps, viewer.id, {
      query: query.query,
      limit,
      after: readCursor(query.cursor),
    })
    const page = pageOf(people, limit)
    linkNext(http, page.next)
    return page.rows.map(userView)
  })

  serve(users.byName, async ({ viewer, params }) => {
    const row = looksLikeUsername(params.username)
      ? await personByName(deps, viewer.id, params.username)
      : undefined
    if (!row) throw new Problem('user_not_found')
    return userView(row)
  })

  serve(users.byId, async ({ viewer, params }) => {
    const row = await personById(deps, viewer.id, params.id)
    if (!row) throw new Problem('user_not_found')
    return userView(row)
  })

  serve(users.updateProfile, async ({ viewer, body }) => {
    await updateProfile(deps, viewer.id, body)
    const row = await personById(deps, viewer.id, viewer.id)
    if (!row) throw new Problem('unauthorized')
    return ownUserView(row)
  })
}
