// Turns the scores of a signal into JSON.
import { Decimal } from 'decimal.js'
import type { z } from 'zod'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { OutcomePart, SignalOutcome } from '#shared/contracts/outcomes.ts'
import { SEALED_DAYS } from '#shared/limits.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { firstEntryDay, METHOD, published } from '#engine/scoring/method.ts'
import type { ListedScores } from './listed-scores.ts'
import { firstParts } from './take-logged.ts'

type Outcome = z.input<typeof SignalOutcome>
type Part = z.input<typeof OutcomePart>
type Score = ListedScores['scores'][number]
/**
 * `isSample`: whether prices are sample data. `showsPrices`: whether closes may be shown. `method`: the current one by
 * default.
 */
export type ViewOptions = { isSample: boolean; showsPrices: boolean; method?: number }

const DAY_MS = 86_400_000
/** Two weeks always contain an exchange day. */
const DAYS_AHEAD = 14
const NO_FIGURES = { return: null, benchmark: null, excess: null }

export function outcomeView(signal: ListedScores, options: ViewOptions): Outcome {
  const plain = {
    signalId: signal.id,
    author: signal.author,
    logIndex: signal.logIndex,
    method: options.method ?? METHOD,
    sample: options.isSample,
    asOf: null,
    postedAt: signal.createdAt.toISOString(),
    reason: null,
    entersOn: null,
    endsOn: null,
    opensBy: null,
    ...NO_FIGURES,
    parts: [],
    ...(signal.details?.promotion && { isPaidPromotion: true as const }),
  }
  if (signal.isSealed) {
    const opensBy = new Date(signal.createdAt.getTime() + SEALED_DAYS * DAY_MS)
    return { ...plain, status: 'sealed', opensBy: utcDay(opensBy) }
  }
  const rows = signal.scores.length > 0 ? signal.scores : unscoredYet(signal, options)
  const status = statusOf(rows)
  const openers = rows.filter(({ does }) => does === 'opens')
  const open = openers.filter((row) => row.status === 'open')
  return {
    ...plain,
    sample: rows.some(({ isSample }) => isSample),
    asOf: newest(rows.map(({ asOf }) => asOf)),
    status,
    reason: status === 'unscored' ? (rows[0]?.reason ?? null) : null,
    entersOn: status === 'pending' ? entersOn(signal, rows) : null,
    endsOn: status === 'open' ? newest(open.map(({ endsOn }) => endsOn)) : null,
    return: meanOf(openers, 'return'),
    benchmark: meanOf(openers, 'benchmark'),
    excess: meanOf(openers, 'excess'),
    parts: rows.filter(({ ticker }) => ticker !== '').map((row) => partView(row, options)),
  }
}

function partView(row: Score, { showsPrices }: ViewOptions): Part {
  const {
    signalId: _signal,
    status: _status,
    endsOn: _endsOn,
    asOf: _asOf,
    isThin: _isThin,
    isSample: _isSample,
    restated: _restated,
    ...part
  } = row
  return showsPrices ? part : { ...part, entryClose: null, lastClose: null }
}

/** Open positions take precedence over pending ones, and those over closed ones. */
function statusOf(rows: readonly Score[]): Outcome['status'] {
  const order = ['open', 'pending', 'closed', 'linked'] as const
  return order.find((status) => rows.some((row) => row.status === status)) ?? 'unscored'
}

/** The provisional score of a signal that was just posted. */
const unscoredYet = (signal: ListedScores, { isSample }: ViewOptions): Score[] =>
  firstParts(signal).map((part) => ({
    signalId: signal.id,
    status: part.reason === null ? 'pending' : 'unscored',
    does: null,
    of: null,
    beta: null,
    tilt: null,
    entryDay: null,
    entryClose: null,
    lastClose: null,
    exitDay: null,
    exitReason: null,
    endsOn: null,
    tradingDays: null,
    ...NO_FIGURES,
    asOf: null,
    isThin: false,
    isSample,
    ...part,
  }))

/** The first close after the post, or after the last known one if the share hasn't traded since. */
function entersOn({ createdAt }: ListedScores, rows: readonly Score[]): string {
  const first = firstEntryDay(createdAt)
  const known = newest(rows.map(({ asOf }) => asOf))
  if (known === null || known < first) return first
  const next = dayNumber(known) + 1
  return exchangeDays(dayOf(next), dayOf(next + DAYS_AHEAD))[0] ?? first
}

const newest = (days: readonly (string | null)[]): string | null =>
  days.reduce((last, day) => (day !== null && (last === null || day > last) ? day : last), null)

/** The mean over positions that have begun, weighted by their part of a place. */
function meanOf(rows: readonly Score[], key: 'return' | 'benchmark' | 'excess'): string | null {
  const begun = rows.filter((row) => row[key] !== null)
  if (begun.length === 0) return null
  const weights = begun.reduce((sum, { weight }) => sum.plus(weight), new Decimal(0))
  const total = begun.reduce(
    (sum, row) => sum.plus(new Decimal(row.weight).times(row[key] ?? 0)),
    new Decimal(0),
  )
  return published(total.div(weights))
}
