// The feed, a person's signals, and posting one.
import { pageOf, readCursor } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { personById } from '#server/features/users/store.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { signals } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { postSignal } from './post-signal.ts'
import { everyonePage, personPage, signalById, type SignalRow, tickerPage, timelinePage } from './store.ts'
import { signalView } from './views.ts'

export function signalRoutes(serve: Serve, deps: Deps): void {
  const { pool, clock, config } = deps

  type Asked = Parameters<typeof timelinePage> extends [unknown, ...infer Values] ? Values : never
  const asked = (viewerId: string, query: { limit: number; cursor?: string | undefined }): Asked => {
    const { createdAt, id } = readCursor(query.cursor)
    return [viewerId, clock.now(), config.pastDueGraceDays, createdAt, id, query.limit + 1]
  }
  const paged = (rows: SignalRow[], limit: number) =>
    pageOf(
      rows.map((row) => ({ ...row, createdAt: row.created_at })),
      limit,
    )

  serve(signals.feed, async ({ viewer, query, http }) => {
    const values = asked(viewer.id, query)
    const ask = query.scope === 'everyone' ? everyonePage : timelinePage
    const rows =
      query.ticker === undefined
        ? await ask(pool, ...values)
        : await tickerPage(pool, ...values, query.ticker)
    const page = paged(rows, query.limit)
    linkNext(http, page.next)
    return page.rows.map((row) => signalView(row, viewer.id))
  })

  serve(signals.byUser, async ({ viewer, params, query, http }) => {
    const rows = await personPage(pool, ...asked(viewer.id, query), params.id)
    // No rows may mean a quiet person, or one this viewer may not know of.
    if (rows.length === 0 && !(await personById(deps, viewer.id, params.id)))
      throw new Problem('user_not_found')
    const page = paged(rows, query.limit)
    linkNext(http, page.next)
    return page.rows.map((row) => signalView(row, viewer.id))
  })

  serve(signals.byId, async ({ viewer, params }) => {
    const [row] = await signalById(pool, viewer.id, clock.now(), config.pastDueGraceDays, params.id)
    // Of somebody hidden from this viewer there is nothing either (answer 18).
    if (!row) throw new Problem('signal_not_found')
    return signalView(row, viewer.id)
  })

  serve(signals.post, async ({ viewer, body }) => signalView(await postSignal(deps, viewer, body), viewer.id))
}
