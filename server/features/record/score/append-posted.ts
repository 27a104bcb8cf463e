// Scores new signals before their first close. They only depend on the author's position at that time, so that
// thousands of older signals don't need to be read.
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

/** A book with new signals, and the opener of its open position; null if there is none. */
type FreshBook = { rows: readonly OpenPositionRow[]; opener: PositionRow | null }

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
  const scores: OfTicker<Score>[] = []
  const [done, incomplete]: [DuePair[], DuePair[]] = [[], []]
  const positions = await openPositionsOf(db, max)
  for (const position of positions) {
    const { due } = position
    const books = freshBooksOf(position, market.isSample)
    const isPending = position.fresh.every((row) => firstEntryDay(row.postedAt) > lastClosedDay(now))
    const last = books && isPending ? await lastDayOf(deps, position, books, isKnown) : null
    if (last?.day === null) {
      await setWaiting(db, due.ticker, true)
      await requestPrices(due.ticker)
      continue
    }
    const appended = books && last ? append(books, calendarFor(last.day, books)) : null
    if (!appended) incomplete.push(due)
    else {
      done.push(due)
      scores.push(...appended.map((score) => ({ ...score, ticker: due.ticker })))
    }
  }
  if (incomplete.length > 0) await requestFullScoring(db, incomplete)
  if (done.length > 0)
    await saveScores(
      db,
      { done, scores, restated: [], ended: [], isPosted: true },
      { now, isSample: market.isSample },
    )
  return positions.length
}

/** The books with new signals. Null if these rows don't determine the author's positions. */
function freshBooksOf({ rows, fresh }: OpenPosition, isSample: boolean): FreshBook[] | null {
  if (fresh.length === 0) return null
  const books: FreshBook[] = []
  for (const own of Map.groupBy(rows, ({ isSealed }) => isSealed).values()) {
    const older = own.filter(({ isFresh }) => !isFresh)
    if (older.length === own.length) continue
    const isInOrder = own.slice(older.length).every(({ isFresh }) => isFresh)
    const opener = openerOf(older)
    if (!isInOrder || opener === undefined || older.some((row) => row.isSample !== isSample)) return null
    books.push({ rows: own, opener })
  }
  return books
}

/** The opener of the position after the last row; null if there is none. Undefined if it isn't among the rows. */
export function openerOf(rows: readonly PositionRow[]): PositionRow | null | undefined {
  const last = rows.at(-1)
  if (!last) return null
  const { does, of, reason } = last
  if (does === null && reason === 'no_prices') return undefined
  const opener =
    does === 'opens' ? last : does === 'adds' ? rows.find(({ signalId }) => signalId === of) : null
  if (!opener) return opener
  if (opener.status === 'closed') return null
  return opener.does === 'opens' ? opener : undefined
}

/** The last day for which the ticker was or can be scored; null while its prices are missing. Null if unknown here. */
async function lastDayOf(
  deps: Needs,
  { due: { ticker }, fresh }: OpenPosition,
  books: readonly FreshBook[],
  isKnown: (symbol: string) => boolean,
): Promise<{ day: string | null } | null> {
  const asOf = books.flatMap(({ opener }) => (opener ? [opener.asOf] : []))
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

/**
 * The scores of the new signals, and of openers that they leave without a position. Null if a position's days are
 * unknown.
 */
function append(books: readonly FreshBook[], calendar: Calendar): Score[] | null {
  const later = pricePath([], calendar)
  const scores: Score[] = []
  for (const { rows, opener } of books) {
    const held = heldOf(opener, calendar)
    if (held === undefined) return null
    const fresh = rows.filter(({ isFresh }) => isFresh)
    const placed = positionsOf(fresh.map(tradeOf), later, calendar, held)
    const ended = held?.opener.reason ? [held.opener] : []
    scores.push(...[...ended, ...placed].map((one) => plainScoreOf(one, calendar)))
  }
  return scores
}

/** The position that is open after the last known close. Undefined if its days aren't in the calendar. */
export function heldOf(opener: PositionRow | null, { placeOf, known }: Calendar): Held | null | undefined {
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
  return (lastDay: string, books: readonly FreshBook[]): Calendar => {
    const first = [lastDay, ...books.flatMap(({ opener }) => opener?.entryDay ?? [])].toSorted()[0]
    const from = `${(first ?? lastDay).slice(0, 4)}-01-01`
    const key = `${from} ${lastDay}`
    const calendar = calendars.get(key) ?? calendarOf(from, lastDay)
    calendars.set(key, calendar)
    return calendar
  }
}
