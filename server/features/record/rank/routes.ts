// Calls for a person's record and for the board. Open to visitors, for people whom they may see.
import type { Deps } from '#server/deps.ts'
import { decodeCursor, paginate } from '#server/db/page.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { scoresFor } from '../score/outcome-store.ts'
import { outcomeView } from '../score/outcome-view.ts'
import { whyNotRanked } from '#engine/scoring/ranking/ranking-minimum.ts'
import {
  boardRows,
  daysOf,
  endedRows,
  fullRecordOf,
  newcomerRows,
  postedBy,
  rankedPeople,
  recordOf,
  type RecordRow,
} from './store.ts'
import { boardView, hasFigures, listed, newcomersView, personView, recordStatsOf } from './views.ts'

type Viewer = { id: string } | null

export function rankingRoutes(serve: Serve, deps: Deps): void {
  const { isSample } = deps.market

  /** Throws `user_not_found` for a hidden person as for a person who doesn't exist. */
  const find = async (viewer: Viewer, username: string): Promise<RecordRow> => {
    const row = looksLikeUsername(username) ? await recordOf(deps, viewer?.id ?? null, username) : undefined
    if (!row) throw new Problem('user_not_found')
    return row
  }

  /** The record with sealed trades, for the author and subscribers. Null if no trade is sealed. */
  const findFull = async (viewer: Viewer, { id, pays, author, sealed }: RecordRow) =>
    author !== null && (sealed ?? 0) > 0 && (id === viewer?.id || pays)
      ? ((await fullRecordOf(deps, author)) ?? null)
      : null

  serve(rankings.person, async ({ viewer, params }) => {
    const row = await find(viewer, params.username)
    const full = await findFull(viewer, row)
    const stats = recordStatsOf(row)
    const isRanked = stats !== null && whyNotRanked(stats, isSample).length === 0
    const ranked = isRanked ? await rankedPeople(deps, isSample) : null
    return personView({ ...row, ...full }, { shown: row, ranked, isSample })
  })

  serve(rankings.days, async ({ viewer, params }) => {
    const row = await find(viewer, params.username)
    const full = await findFull(viewer, row)
    const days =
      row.author !== null && hasFigures(full ?? row)
        ? await daysOf(deps, row.author, full ? 'subscribers' : 'everyone')
        : []
    return { method: METHOD, sample: row.isSample ?? isSample, days }
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
    const ranked = await rankedPeople(deps, isSample)
    const authors = listed(ranked).map(({ author }) => author)
    const rows = authors.length > 0 ? await boardRows(deps, viewer?.id ?? null, authors, query.ticker) : []
    return boardView(ranked, rows, isSample)
  })

  serve(rankings.newcomers, async ({ viewer }) => {
    const [newcomers, ended] = await Promise.all([
      newcomerRows(deps, viewer?.id ?? null, isSample),
      endedRows(deps, isSample),
    ])
    return newcomersView(newcomers, ended, isSample)
  })
}
