// Reading people and changing the own profile.
import { pageOf, readCursor } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import type { Viewer } from '#server/http/session.ts'
import { users } from '#shared/contracts/users.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { forgetPicture } from './forget-picture.ts'
import { personById, personByName, publicPeople } from './store.ts'
import { updateProfile } from './update-profile.ts'
import { ownUserView, userView } from './views.ts'

/** Changes a price that subscribers can already agree to; the creators' side does that, for Stripe has to know. */
type ChangePrice = (viewer: Viewer, priceInCents: number) => Promise<unknown>

export function userRoutes(serve: Serve, deps: Deps, changePrice: ChangePrice): void {
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
    const before = await personById(deps, viewer.id, viewer.id)
    const isPriceOpen = await updateProfile(deps, viewer, body)
    if (body.subscriptionPrice !== undefined && !isPriceOpen)
      await changePrice(viewer, body.subscriptionPrice)
    const row = await personById(deps, viewer.id, viewer.id)
    if (!row) throw new Problem('unauthorized')
    const gone = row.profileImageUrl === before?.profileImageUrl ? null : before?.profileImageUrl
    await forgetPicture(deps, gone ?? null)
    return ownUserView(row)
  })
}
