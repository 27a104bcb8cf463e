// Calls for a person's record and for the board. Open to visitors, for people whom they may see.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { decodeCursor, paginate } from '#server/db/page.ts'
import { excerptOf, hiddenView } from '#server/features/signals/views.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { rankings, type RecordSignal } from '#shared/contracts/rankings.ts'
import type { Wire } from '#shared/endpoint.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { type ScoredForViewer, scoresFor } from '../score/outcome-store.ts'
import { outcomeView } from '../score/outcome-view.ts'
import { boardOf, ratingsOf, weeksOf } from '../rate/rating-store.ts'
import { boardRows, fullRecordOf, looksLikeAuthor, postedBy, recordOf, type RecordRow } from './store.ts'
import { premiumView, resultsView, tradeFiguresOf } from './book-figures.ts'
import { endedRows, newcomerRows } from './unlisted-store.ts'
import { boardView, newcomersView, personView, weeksView } from './views.ts'

/** The beginning of a signal's text, or the reason why it is no longer shown. Empty if the viewer may not read it. */
function textView(
  signal: ScoredForViewer,
): Pick<z.input<typeof RecordSignal>, 'excerpt' | 'hidden' | 'hiddenAt'> {
  if (signal.content === null) return {}
  const shown = hiddenView(signal)
  return shown ?? { excerpt: excerptOf(signal.content) }
}

type Viewer = { id: string } | null
type Wires = typeof rankings

/** What anyone may read about records. `viewer` is null for a visitor. */
export type RecordReader = {
  /** The first three methods throw `user_not_found`, whether the person is hidden or doesn't exist. */
  person: (viewer: Viewer, username: string) => Promise<Wire<Wires['person']>>
  weeks: (viewer: Viewer, username: string) => Promise<Wire<Wires['days']>>
  signals: (
    viewer: Viewer,
    username: string,
    page: { limit: number; cursor?: string | undefined },
  ) => Promise<{ outcomes: Wire<Wires['signals']>; next: string | null }>
  board: (viewer: Viewer, ticker?: string) => Promise<Wire<Wires['board']>>
  newcomers: (viewer: Viewer) => Promise<Wire<Wires['newcomers']>>
}

export function openRecordReader(deps: Deps): RecordReader {
  const { isSample } = deps.market

  const find = async (viewer: Viewer, username: string): Promise<RecordRow> => {
    const isName = looksLikeUsername(username) || looksLikeAuthor(username)
    const row = isName ? await recordOf(deps, viewer?.id ?? null, username) : undefined
    if (!row) throw new Problem('user_not_found')
    return row
  }

  /** Whether the viewer sees the sealed record up to date: the author and subscribers. */
  const isEntitled = (viewer: Viewer, { id, pays }: RecordRow) => id === viewer?.id || pays

  return {
    async person(viewer, username) {
      const row = await find(viewer, username)
      const { author } = row
      const seesAll = isEntitled(viewer, row)
      const premium = premiumView(row.premium, seesAll)
      if (author === null)
        return personView(row, { ratings: [], results: resultsView([]), premium }, isSample)
      const full = seesAll && (row.sealed ?? 0) > 0 ? await fullRecordOf(deps, author) : null
      const [ratings, trades] = await Promise.all([
        ratingsOf(deps, author, seesAll),
        tradeFiguresOf(deps, author, seesAll),
      ])
      return personView({ ...row, ...full }, { ratings, results: resultsView(trades), premium }, isSample)
    },

    async weeks(viewer, username) {
      const row = await find(viewer, username)
      const weeks = row.author === null ? [] : await weeksOf(deps, row.author, isEntitled(viewer, row))
      return weeksView(weeks, row.isSample ?? isSample)
    },

    async signals(viewer, username, { limit, cursor }) {
      const viewerId = viewer?.id ?? STRANGER
      const posted = looksLikeUsername(username)
        ? await postedBy(deps, viewerId, username, limit + 1, decodeCursor(cursor))
        : []
      if (posted.length === 0) await find(viewer, username)
      const { rows, next } = paginate(posted, limit)
      const ids = rows.map(({ id }) => id)
      const options = { isSample, showsPrices: deps.config.showsPrices }
      const outcomes = (await scoresFor(deps, viewerId, ids)).map((signal) => ({
        ...outcomeView(signal, options),
        ...textView(signal),
      }))
      return { outcomes, next }
    },

    async board(viewer, ticker) {
      const [board, rows] = await Promise.all([
        boardOf(deps),
        boardRows(deps, viewer?.id ?? null, isSample, ticker),
      ])
      return boardView(board, rows, isSample)
    },

    async newcomers(viewer) {
      const [newcomers, ended] = await Promise.all([
        newcomerRows(deps, viewer?.id ?? null, isSample),
        endedRows(deps, viewer?.id ?? null, isSample),
      ])
      return newcomersView(newcomers, ended, isSample)
    },
  }
}

export function rankingRoutes(serve: Serve, reader: RecordReader): void {
  serve(rankings.person, async ({ viewer, params }) => reader.person(viewer, params.username))

  serve(rankings.days, async ({ viewer, params }) => reader.weeks(viewer, params.username))

  serve(rankings.signals, async ({ viewer, params, query, http }) => {
    const { outcomes, next } = await reader.signals(viewer, params.username, query)
    linkNext(http, next)
    return outcomes
  })

  serve(rankings.board, async ({ viewer, query }) => reader.board(viewer, query.ticker))

  serve(rankings.newcomers, async ({ viewer }) => reader.newcomers(viewer))
}
