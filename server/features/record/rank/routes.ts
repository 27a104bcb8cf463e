// Calls for a person's record and for the board. Open to visitors, for people whom they may see.
import type { Deps } from '#server/deps.ts'
import { decodeCursor, paginate } from '#server/db/page.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { scoresFor } from '../score/outcome-store.ts'
import { outcomeView } from '../score/outcome-view.ts'
import { boardOf, ratingsOf, weeksOf } from '../rate/rating-store.ts'
import { boardRows, fullRecordOf, looksLikeAuthor, postedBy, recordOf, type RecordRow } from './store.ts'
import { premiumView, resultsView, tradeFiguresOf } from './book-figures.ts'
import { endedRows, newcomerRows } from './unlisted-store.ts'
import { boardView, newcomersView, personView, weeksView } from './views.ts'

type Viewer = { id: string } | null

export function rankingRoutes(serve: Serve, deps: Deps): void {
  const { isSample } = deps.market

  /** Throws `user_not_found` for a hidden person as for a person who doesn't exist. */
  const find = async (viewer: Viewer, username: string): Promise<RecordRow> => {
    const isName = looksLikeUsername(username) || looksLikeAuthor(username)
    const row = isName ? await recordOf(deps, viewer?.id ?? null, username) : undefined
    if (!row) throw new Problem('user_not_found')
    return row
  }

  /** Whether the viewer sees the sealed record up to date: the author and subscribers. */
  const isEntitled = (viewer: Viewer, { id, pays }: RecordRow) => id === viewer?.id || pays

  serve(rankings.person, async ({ viewer, params }) => {
    const row = await find(viewer, params.username)
    const { author } = row
    const seesAll = isEntitled(viewer, row)
    const premium = premiumView(row.premium, seesAll)
    if (author === null) return personView(row, { ratings: [], results: resultsView([]), premium }, isSample)
    const full = seesAll && (row.sealed ?? 0) > 0 ? await fullRecordOf(deps, author) : null
    const [ratings, trades] = await Promise.all([
      ratingsOf(deps, author, seesAll),
      tradeFiguresOf(deps, author, seesAll),
    ])
    return personView({ ...row, ...full }, { ratings, results: resultsView(trades), premium }, isSample)
  })

  serve(rankings.days, async ({ viewer, params }) => {
    const row = await find(viewer, params.username)
    const weeks = row.author === null ? [] : await weeksOf(deps, row.author, isEntitled(viewer, row))
    return weeksView(weeks, row.isSample ?? isSample)
  })

  serve(rankings.signals, async ({ viewer, params, query, http }) => {
    const viewerId = viewer?.id ?? STRANGER
    const posted = looksLikeUsername(params.username)
      ? await postedBy(deps, viewerId, params.username, query.limit + 1, decodeCursor(query.cursor))
      : []
    if (posted.length === 0) await find(viewer, params.username)
    const { rows, next } = paginate(posted, query.limit)
    linkNext(http, next)
    const ids = rows.map(({ id }) => id)
    const options = { isSample, showsPrices: deps.config.showsPrices }
    return (await scoresFor(deps, viewerId, ids)).map((signal) => outcomeView(signal, options))
  })

  serve(rankings.board, async ({ viewer, query }) => {
    const [board, rows] = await Promise.all([
      boardOf(deps),
      boardRows(deps, viewer?.id ?? null, isSample, query.ticker),
    ])
    return boardView(board, rows, isSample)
  })

  serve(rankings.newcomers, async ({ viewer }) => {
    const [newcomers, ended] = await Promise.all([
      newcomerRows(deps, viewer?.id ?? null, isSample),
      endedRows(deps, viewer?.id ?? null, isSample),
    ])
    return newcomersView(newcomers, ended, isSample)
  })
}
