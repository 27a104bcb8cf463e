// Scores new signals before their first close. They only depend on the author's position at that time, so that
// thousands of older signals needn't be read.
import type { Deps } from '#server/deps.ts'
import { lastClosedDay } from '#engine/market/exchange-days.ts'
import { finalValueOf } from '#server/market/share-events.ts'
import { firstEntryDay } from '#engine/scoring/method.ts'
import { type Held, positionsOf } from '#engine/scoring/positions.ts'
import { type Calendar, calendarOf, pricePath } from '#engine/scoring/price-path.ts'
import { lastKnownDays } from './needed-series.ts'
import { namesOf } from './read-market.ts'
import type { ScoringTools } from './read-batch.ts'
import { plainScoreOf, type Score, tradeOf } from '#engine/scoring/score-position.ts'
import type { OfTicker } from '#engine/scoring/score-tickers.ts'
import { type DuePair, saveScores, setWaiting } from './scores-store.ts'
import {
  type PositionRow,
  requestFullScoring,
  type OpenPosition,
  type OpenPositionRow,
  openPositionsOf,
} from './open-positions-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/** The openers of the author's open position, in the full and in the public scores. Null if there is none. */
type Openers = { full: PositionRow | null; open: PositionRow | null }
type Appended = { scores: Score[]; publicScores: Score[] }

/**
 * Scores the new signals of the pairs that have been due longest. If older scores of a pair may change too, all of it
 * becomes due. `isKnown` and `requestPrices` as in `scoreDue`. Returns the number of pairs.
 */
export async function appendPosted(
  deps: Needs,
  { isKnown, requestPrices }: Pick<ScoringTools, 'isKnown' | 'requestPrices'>,
  max: number,
): Promise<number> {
  const { db, clock, market } = deps
  const now = clock.now()
  const calendarFor = openCalendars()
  const saved: Record<'scores' | 'publicScores', OfTicker<Score>[]> = { scores: [], publicScores: [] }
  const [done, incomplete]: [DuePair[], DuePair[]] = [[], []]
  const positions = await openPositionsOf(db, max)
  for (const position of positions) {
    const { due } = position
    const openers = openersOf(position, market.isSample)
    const isPending = position.fresh.every((row) => firstEntryDay(row.postedAt) > lastClosedDay(now))
    const last = openers && isPending ? await lastDayOf(deps, position, openers, isKnown) : null
    if (last?.day === null) {
      await setWaiting(db, due.ticker, true)
      await requestPrices(due.ticker)
      continue
    }
    const appended = openers && last ? append(position, openers, calendarFor(last.day, openers)) : null
    if (!appended) incomplete.push(due)
    else {
      done.push(due)
      for (const key of ['scores', 'publicScores'] as const)
        saved[key].push(...appended[key].map((score) => ({ ...score, ticker: due.ticker })))
    }
  }
  if (incomplete.length > 0) await requestFullScoring(db, incomplete)
  if (done.length > 0)
    await saveScores(
      db,
      { done, ...saved, restated: [], ended: [], isPosted: true },
      { now, isSample: market.isSample },
    )
  return positions.length
}

/** Null if these rows don't determine the author's position. */
function openersOf({ rows, fresh }: OpenPosition, isSample: boolean): Openers | null {
  const older = rows.filter(({ isFresh }) => !isFresh)
  const isInOrder = rows.slice(older.length).every(({ isFresh }) => isFresh)
  if (fresh.length === 0 || !isInOrder || older.some((row) => row.isSample !== isSample)) return null
  const full = openerOf(older, (row) => row)
  const open = openerOf(
    older.filter(({ isSealed }) => !isSealed),
    (row) => row.publicRow ?? row,
  )
  return full === undefined || open === undefined ? null : { full, open }
}

/** The opener of the position after the last row; null if there is none. Undefined if it isn't among the rows. */
function openerOf(
  rows: readonly OpenPositionRow[],
  scoreOf: (row: OpenPositionRow) => PositionRow,
): PositionRow | null | undefined {
  const last = rows.at(-1)
  if (!last) return null
  const { does, of, reason } = scoreOf(last)
  if (does === null && reason === 'no_prices') return undefined
  const row = does === 'opens' ? last : does === 'adds' ? rows.find(({ signalId }) => signalId === of) : null
  if (!row) return row
  const opener = scoreOf(row)
  if (opener.status === 'closed') return null
  return opener.does === 'opens' ? opener : undefined
}

/** The last day for which the ticker was or can be scored; null while its prices are missing. Null if unknown here. */
async function lastDayOf(
  deps: Needs,
  { due: { ticker }, fresh }: OpenPosition,
  { full, open }: Openers,
  isKnown: (symbol: string) => boolean,
): Promise<{ day: string | null } | null> {
  const asOf = [full, open].flatMap((opener) => (opener ? [opener.asOf] : []))
  const [known = null] = asOf
  if (asOf.length > 0) return known !== null && asOf.every((day) => day === known) ? { day: known } : null
  const symbols = ((await namesOf(deps, [ticker])).get(ticker) ?? []).map(({ symbol }) => symbol)
  const [first] = fresh
  if (!first || !symbols.some(isKnown)) return null
  const hasEnded = !deps.market.isSample && (await finalValueOf(deps.db, symbols.at(-1) ?? ticker)) !== null
  if (hasEnded) return null
  const days = await lastKnownDays(deps, [{ ticker, symbols, firstPost: first.postedAt }])
  return { day: days.get(ticker) ?? null }
}

/** Null if older scores change and the public scores differ from the full ones. */
function append({ rows, fresh }: OpenPosition, openers: Openers, calendar: Calendar): Appended | null {
  const before = { full: heldOf(openers.full, calendar), open: heldOf(openers.open, calendar) }
  if (before.full === undefined || before.open === undefined) return null
  const later = pricePath([], calendar)
  const scoresOf = (of: readonly OpenPositionRow[], held: Held | null) =>
    positionsOf(of.map(tradeOf), later, calendar, held).map((placed) => plainScoreOf(placed, calendar))
  const scores = scoresOf(fresh, before.full)
  const unsealed = fresh.filter(({ isSealed }) => !isSealed)
  const known = new Set(scores.map((score) => JSON.stringify(score)))
  const publicScores = scoresOf(unsealed, before.open).filter((score) => !known.has(JSON.stringify(score)))
  const ended = [before.full, before.open].flatMap((held) => (held?.opener.reason ? [held.opener] : []))
  if (ended.length === 0) return { scores, publicScores }
  if (rows.some(({ isSealed, publicRow }) => isSealed || publicRow)) return null
  return { scores: [...ended.slice(0, 1).map((one) => plainScoreOf(one, calendar)), ...scores], publicScores }
}

/** The position that is open after the last known close. Undefined if its days aren't in the calendar. */
function heldOf(opener: PositionRow | null, { placeOf, known }: Calendar): Held | null | undefined {
  if (!opener) return null
  const trade = tradeOf(opener)
  const isPending = opener.status === 'pending'
  const first = placeOf.get(isPending ? trade.firstDay : (opener.entryDay ?? ''))
  if (first === undefined && !isPending) return undefined
  const entry = isPending ? Math.max(first ?? 0, known) : (first ?? 0)
  const end = isPending ? entry + trade.horizonDays : placeOf.get(opener.endsOn ?? '')
  if (end === undefined) return undefined
  const { signalId, side } = opener
  const nothing = { reason: null, of: null, exit: null, exitReason: null, ends: null }
  return {
    opener: { ...nothing, signalId, side, does: 'opens', isPending, entry: isPending ? null : entry },
    entry,
    end,
  }
}

/** Calendars begin with a year, so that most pairs share one. */
function openCalendars() {
  const calendars = new Map<string, Calendar>()
  return (lastDay: string, { full, open }: Openers): Calendar => {
    const first = [lastDay, ...[full, open].flatMap((opener) => opener?.entryDay ?? [])].toSorted()[0]
    const from = `${(first ?? lastDay).slice(0, 4)}-01-01`
    const key = `${from} ${lastDay}`
    const calendar = calendars.get(key) ?? calendarOf(from, lastDay)
    calendars.set(key, calendar)
    return calendar
  }
}
