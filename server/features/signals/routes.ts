// Calls for the feed, a person's signals, one signal, and posting.
import type { z } from 'zod'
import { paginate, decodeCursor } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { personById } from '#server/features/users/store.ts'
import { viewerContext } from '#server/features/users/visibility.ts'
import { NotModified, type ReplyVersions } from '#server/http/etags.ts'
import { type Http, linkNext, type Serve } from '#server/http/serve.ts'
import type { ListedOutcome } from '#shared/contracts/outcomes.ts'
import { signals } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { withdrawSignal } from './hide-signal.ts'
import { postSignal } from './post-signal.ts'
import {
  everyonePage,
  personPage,
  personTickerPage,
  signalById,
  type ListedSignal,
  tickerPage,
} from './store.ts'
import { timelinePage, timelineVersion, versionOfRows } from './timeline-page.ts'
import { signalView, usefulAfterExit } from './views.ts'

/** The outcomes of a list's signals by id, as the viewer may see them (server/features/record). */
type OutcomesFor = (
  viewerId: string,
  signals: readonly ListedSignal[],
) => Promise<ReadonlyMap<string, z.input<typeof ListedOutcome>>>

export function signalRoutes(
  serve: Serve,
  deps: Deps,
  versions: ReplyVersions,
  { outcomesFor, onPremium }: { outcomesFor: OutcomesFor; onPremium: (authorId: string) => Promise<void> },
): void {
  const { statements } = deps

  const pageBefore = (viewerId: string, query: { limit: number; cursor?: string | undefined }) => {
    const { createdAt: beforeAt, id: beforeId } = decodeCursor(query.cursor)
    return { ...viewerContext(deps, viewerId), beforeAt, beforeId, limit: query.limit + 1 }
  }

  const viewsOf = async (rows: readonly ListedSignal[], viewerId: string) => {
    const outcomes = await outcomesFor(viewerId, rows)
    return rows.map((row) => {
      const outcome = outcomes.get(row.id)
      const view = signalView(row, viewerId)
      return outcome ? { ...view, outcome, ...usefulAfterExit(row, outcome.status) } : view
    })
  }

  const answerPage = async (rows: ListedSignal[], viewerId: string, limit: number, http: Http) => {
    const page = paginate(rows, limit)
    linkNext(http, page.next)
    return await viewsOf(page.rows, viewerId)
  }

  serve(signals.feed, async ({ viewer, query, http }) => {
    const page = pageBefore(viewer.id, query)
    const answer = (rows: ListedSignal[]) => answerPage(rows, viewer.id, query.limit, http)
    if (query.ticker !== undefined)
      return await answer(await tickerPage(statements, { ...page, ticker: query.ticker }))
    if (query.scope === 'everyone') return await answer(await everyonePage(statements, page))
    // The page keeps the ETag, because most responses are unchanged (web/features/signals/load-pages.ts).
    const forViewer = (version: string | undefined) => `${viewer.id} ${query.limit} ${version}`
    const known = versions.ofClient(http.request)
    if (known && known.version === forViewer((await timelineVersion(statements, page))[0]?.version))
      return new NotModified(known.etag)
    const rows = await timelinePage(statements, page)
    versions.set(http.reply, forViewer(versionOfRows(rows)))
    return await answer(rows)
  })

  serve(signals.byUser, async ({ viewer, params, query, http }) => {
    const page = { ...pageBefore(viewer.id, query), authorId: params.id }
    const rows =
      query.ticker === undefined
        ? await personPage(statements, page)
        : await personTickerPage(statements, { ...page, ticker: query.ticker })
    // No rows means that the person posted nothing, doesn't exist, or is hidden from this viewer.
    if (rows.length === 0 && !(await personById(deps, viewer.id, params.id)))
      throw new Problem('user_not_found')
    return await answerPage(rows, viewer.id, query.limit, http)
  })

  serve(signals.byId, async ({ viewer, params }) => {
    const row = await signalById(deps, viewer.id, params.id)
    // The same response whether the signal doesn't exist or its author is hidden (spec answer 18).
    if (!row) throw new Problem('signal_not_found')
    return (await viewsOf([row], viewer.id))[0]!
  })

  serve(signals.withdraw, async ({ viewer, params }) =>
    signalView(await withdrawSignal(deps, viewer.id, params.id), viewer.id),
  )

  serve(signals.post, async ({ viewer, body }) => {
    const { isComparedWithClose, ...row } = await postSignal(deps, viewer.id, body)
    // If it fails, the hourly sweep does it later.
    if (body.isPremium) await onPremium(viewer.id).catch(() => {})
    return { ...signalView(row, viewer.id), ...(isComparedWithClose === false && { isComparedWithClose }) }
  })
}
