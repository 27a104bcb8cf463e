// The feed, a person's signals, and posting one.
import { pageOf, readCursor } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { personById } from '#server/features/users/store.ts'
import { askingAs } from '#server/features/users/visibility.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { signals } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { postSignal } from './post-signal.ts'
import { everyonePage, personPage, signalById, tickerPage, timelinePage } from './store.ts'
import { signalView } from './views.ts'

export function signalRoutes(serve: Serve, deps: Deps): void {
  const { statements } = deps

  const pageBefore = (viewerId: string, query: { limit: number; cursor?: string | undefined }) => {
    const { createdAt: beforeAt, id: beforeId } = readCursor(query.cursor)
    return { ...askingAs(deps, viewerId), beforeAt, beforeId, limit: query.limit + 1 }
  }

  serve(signals.feed, async ({ viewer, query, http }) => {
    const asked = pageBefore(viewer.id, query)
    const ask = query.scope === 'everyone' ? everyonePage : timelinePage
    const rows =
      query.ticker === undefined
        ? await ask(statements, asked)
        : await tickerPage(statements, { ...asked, ticker: query.ticker })
    const page = pageOf(rows, query.limit)
    linkNext(http, page.next)
    return page.rows.map((row) => signalView(row, viewer.id))
  })

  serve(signals.byUser, async ({ viewer, params, query, http }) => {
    const rows = await personPage(statements, { ...pageBefore(viewer.id, query), authorId: params.id })
    // No rows may mean a quiet person, or one this viewer may not know of.
    if (rows.length === 0 && !(await personById(deps, viewer.id, params.id)))
      throw new Problem('user_not_found')
    const page = pageOf(rows, query.limit)
    linkNext(http, page.next)
    return page.rows.map((row) => signalView(row, viewer.id))
  })

  serve(signals.byId, async ({ viewer, params }) => {
    const row = await signalById(deps, viewer.id, params.id)
    // Of somebody hidden from this viewer there is nothing either (answer 18).
    if (!row) throw new Problem('signal_not_found')
    return signalView(row, viewer.id)
  })

  serve(signals.post, async ({ viewer, body }) => signalView(await postSignal(deps, viewer, body), viewer.id))
}
