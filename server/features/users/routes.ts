// Calls for reading people and updating one's own profile.
import { paginate, decodeCursor } from '#server/db/page.ts'
import type { Origin } from '#server/audit/origin.ts'
import type { Deps } from '#server/deps.ts'
import { openLimiter } from '#server/limiter.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { requireReauthentication } from '#server/http/session.ts'
import { users } from '#shared/contracts/users.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { publicPeople, publicPersonNamed } from './search.ts'
import { unseenAlerts } from '#server/features/alerts/store.ts'
import { personById, personByName } from './store.ts'
import { addsPublicText, dropPicture, updateProfile } from './update-profile.ts'
import { ownUserView, userView } from './views.ts'

/**
 * Changes a price that is already on offer. Passed in because the creators feature also updates the price at Stripe.
 */
type ChangePrice = (userId: string, priceInCents: number, by: Origin) => Promise<unknown>

/**
 * Concurrent searches. More would compete for the database's CPUs with each other and with the feed, and each quick
 * search would take as long as the slow ones (docs/decisions/0015-people-search.md).
 */
const SEARCHES_MAX = 2
/** How long a search waits for others, which is as long as other calls wait for a connection. */
const SEARCH_WAIT_MS = 500

export function userRoutes(serve: Serve, deps: Deps, changePrice: ChangePrice): void {
  const searches = openLimiter({ concurrency: SEARCHES_MAX, waitMs: SEARCH_WAIT_MS })
  serve(users.list, async ({ viewer, query, http }) => {
    const { limit } = query
    const after = decodeCursor(query.cursor)
    const people = await searches.run(() =>
      publicPeople(deps, viewer.id, { query: query.query, limit, after }),
    )
    const page = paginate(people, limit)
    linkNext(http, page.next)
    // A person with exactly that name comes first, regardless of newer matches. At most one row more than a page.
    const name = query.query?.trim() ?? ''
    const isExact = query.cursor === undefined && looksLikeUsername(name)
    const named = isExact ? await publicPersonNamed(deps, viewer.id, name) : undefined
    const others = page.rows.filter(({ id }) => id !== named?.id)
    return [...(named ? [named] : []), ...others].map(userView)
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

  serve(users.updateProfile, async ({ viewer, body, http: { by } }) => {
    const before = await personById(deps, viewer.id, viewer.id)
    if (viewer.restrictions.includes('post') && addsPublicText(body, before))
      throw new Problem('profile_suspended')
    // People sign in with their username.
    const isRenamed = body.username?.toLowerCase() !== before?.username.toLowerCase()
    if (body.subscriptionPrice !== undefined || (body.username !== undefined && isRenamed))
      await requireReauthentication(deps, viewer)
    const isPriceSaved = await updateProfile({ ...deps, by }, viewer.id, body)
    if (body.subscriptionPrice !== undefined && !isPriceSaved)
      await changePrice(viewer.id, body.subscriptionPrice, by)
    const row = await personById(deps, viewer.id, viewer.id)
    if (!row) throw new Problem('unauthorized')
    if (before?.profileImageUrl && before.profileImageUrl !== row.profileImageUrl)
      await dropPicture(deps, viewer.id, before.profileImageUrl)
    return ownUserView(row, await unseenAlerts(deps, viewer.id))
  })
}
