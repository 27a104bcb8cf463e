// Scores new signals whose close is still to come. What the author's position is by then decides about them, so that thousands
// of older signals needn't be read.
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
import { type BookRow, needWhole, type Tail, type TailRow, tailsOf } from './open-positions-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/** What the author's last signal left open, as seen by those who pay and by others. */
type Books = { full: BookRow | null; open: BookRow | null }
type Appended = { scores: Score[]; publicScores: Score[] }

/**
 * Scores the new signals of those who have been due longest. Pairs of which more than that may change become wholly due. `isKnown` and
 * `requestPrices` as in `scoreDue`. Returns how many pairs there were.
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
  const [done, whole]: [DuePair[], DuePair[]] = [[], []]
  const tails = await tailsOf(db, max)
  for (const tail of tails) {
    const { due } = tail
    const books = booksOf(tail, market.isSample)
    const isPending = tail.fresh.every((row) => firstEntryDay(row.postedAt) > lastClosedDay(now))
    const last = books && isPending ? await lastDayOf(deps, tail, books, isKnown) : null
    if (last?.day === null) {
      await setWaiting(db, due.ticker, true)
      await requestPrices(due.ticker)
      continue
    }
    const appended = books && last ? append(tail, books, calendarFor(last.day, books)) : null
    if (!appended) whole.push(due)
    else {
      done.push(due)
      for (const key of ['scores', 'publicScores'] as const)
        saved[key].push(...appended[key].map((score) => ({ ...score, ticker: due.ticker })))
    }
  }
  if (whole.length > 0) await needWhole(db, whole)
  if (done.length > 0)
    await saveScores(
      db,
      { done, ...saved, restated: [], ended: [], isPosted: true },
      { now, isSample: market.isSample },
    )
  return tails.length
}

/** Null if the author's position can't be told from these rows. */
function booksOf({ rows, fresh }: Tail, isSample: boolean): Books | null {
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

/** The opener of what is held after the last row, null if nothing is. Undefined if it isn't among the rows. */
function openerOf(rows: readonly TailRow[], book: (row: TailRow) => BookRow): BookRow | null | undefined {
  const last = rows.at(-1)
  if (!last) return null
  const { does, of, reason } = book(last)
  if (does === null && reason === 'no_prices') return undefined
  const row = does === 'opens' ? last : does === 'adds' ? rows.find(({ signalId }) => signalId === of) : null
  if (!row) return row
  const opener = book(row)
  if (opener.status === 'closed') return null
  return opener.does === 'opens' ? opener : undefined
}

/** The day up to which the ticker was calculated or can be, null while its prices are missing. Null if that can't be told here. */
async function lastDayOf(
  deps: Needs,
  { due: { ticker }, fresh }: Tail,
  { full, open }: Books,
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

/** Null if more than the new signals changes, and others see something else than those who pay. */
function append({ rows, fresh }: Tail, books: Books, calendar: Calendar): Appended | null {
  const before = { full: heldOf(books.full, calendar), open: heldOf(books.open, calendar) }
  if (before.full === undefined || before.open === undefined) return null
  const later = pricePath([], calendar)
  const scoresOf = (of: readonly TailRow[], held: Held | null) =>
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
function heldOf(opener: BookRow | null, { placeOf, known }: Calendar): Held | null | undefined {
  if (!opener) return null
  const trade = tradeOf(opener)
  const isPending = opener.status === 'pending'
  const first = placeOf.get(isPending ? trade.firstDay : (opener.entryDay ?? ''))
  if (first === undefined && !isPending) return undefined
  const entry = isPending ? Math.max(first ?? 0, known) : (first ?? 0)
  const end = isPending ? entry + trade.life : placeOf.get(opener.endsOn ?? '')
  if (end === undefined) return undefined
  const { signalId, side } = opener
  const nothing = { reason: null, of: null, exit: null, exitReason: null, ends: null }
  return {
    opener: { ...nothing, signalId, side, does: 'opens', isPending, entry: isPending ? null : entry },
    entry,
    end,
  }
}

/** From a new year, so that most pairs share one. */
function openCalendars() {
  const calendars = new Map<string, Calendar>()
  return (lastDay: string, { full, open }: Books): Calendar => {
    const first = [lastDay, ...[full, open].flatMap((opener) => opener?.entryDay ?? [])].toSorted()[0]
    const from = `${(first ?? lastDay).slice(0, 4)}-01-01`
    const key = `${from} ${lastDay}`
    const calendar = calendars.get(key) ?? calendarOf(from, lastDay)
    calendars.set(key, calendar)
    return calendar
  }
}
