// Turns the scores of a signal into JSON.
import { Decimal } from 'decimal.js'
import type { z } from 'zod'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { ListedOutcome, OutcomePart, SignalOutcome } from '#shared/contracts/outcomes.ts'
import { SEALED_DAYS } from '#shared/limits.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { firstEntryDay, METHOD, published } from '#engine/scoring/method.ts'
import type { ScoredForViewer, ScoreRow } from './outcome-store.ts'
import { firstParts } from './take-logged.ts'

type Outcome = z.input<typeof SignalOutcome>
type Part = z.input<typeof OutcomePart>
/** `isSample`: whether prices are sample data. `showsPrices`: whether closes may be shown. */
export type ViewOptions = { isSample: boolean; showsPrices: boolean }

/** The fields of a score from which a `ListedOutcome` is built. */
export type ListedScore = Pick<
  ScoreRow,
  | 'ticker'
  | 'status'
  | 'reason'
  | 'does'
  | 'of'
  | 'side'
  | 'weight'
  | 'entryClose'
  | 'lastClose'
  | 'tradingDays'
  | 'return'
  | 'benchmark'
  | 'asOf'
>
type Posted = { id: string; createdAt: Date; signalType: string }

const DAY_MS = 86_400_000
/** Two weeks always contain an exchange day. */
const DAYS_AHEAD = 14

/** The outcome under the current method, unless another one is given. */
export function outcomeView(signal: ScoredForViewer, options: ViewOptions & { method?: number }): Outcome {
  const plain = {
    signalId: signal.id,
    author: signal.author,
    logIndex: signal.logIndex,
    method: options.method ?? METHOD,
    sample: options.isSample,
    asOf: null,
    postedAt: signal.createdAt.toISOString(),
    endsOn: null,
    excess: null,
    ...(signal.details?.promotion && { isPaidPromotion: true as const }),
  }
  if (signal.isSealed) {
    const opensBy = new Date(signal.createdAt.getTime() + SEALED_DAYS * DAY_MS)
    return { ...plain, ...UNKNOWN, status: 'sealed', opensBy: utcDay(opensBy) }
  }
  const rows = signal.scores.length > 0 ? signal.scores : unscoredYet(signal, options)
  const openers = rows.filter(({ does }) => does === 'opens')
  const open = openers.filter((row) => row.status === 'open')
  const known = knownOf(signal, rows)
  return {
    ...plain,
    ...known,
    sample: rows.some(({ isSample }) => isSample),
    asOf: newest(rows.map(({ asOf }) => asOf)),
    endsOn: known.status === 'open' ? newest(open.map(({ endsOn }) => endsOn)) : null,
    excess: meanOf(openers, 'excess'),
    parts: rows.filter(({ ticker }) => ticker !== '').map((row) => partView(row, options)),
  }
}

/** The outcome on a card. */
export function listedOutcome(
  signal: Posted & { tickers: string | null },
  scores: readonly ListedScore[],
  options: ViewOptions,
): z.input<typeof ListedOutcome> {
  const rows = scores.length > 0 ? scores : unscoredYet({ ...signal, tickers: tickersIn(signal) }, options)
  const { showsPrices } = options
  const parts = rows
    .filter(({ ticker }) => ticker !== '')
    .map(({ ticker, side, does, of, entryClose, lastClose, tradingDays }) => ({
      ticker,
      side,
      does,
      of,
      entryClose: showsPrices ? entryClose : null,
      lastClose: showsPrices ? lastClose : null,
      tradingDays,
    }))
  return { ...knownOf(signal, rows), parts }
}

const tickersIn = ({ tickers }: { tickers: string | null }) => JSON.parse(tickers ?? '[]') as string[]

const UNKNOWN = {
  reason: null,
  entersOn: null,
  opensBy: null,
  return: null,
  benchmark: null,
  parts: [],
} satisfies Partial<Outcome>

function knownOf(signal: Pick<Posted, 'createdAt'>, rows: readonly ListedScore[]) {
  const status = statusOf(rows)
  const openers = rows.filter(({ does }) => does === 'opens')
  return {
    ...UNKNOWN,
    status,
    reason: status === 'unscored' ? (rows[0]?.reason ?? null) : null,
    entersOn: status === 'pending' ? entersOn(signal, rows) : null,
    return: meanOf(openers, 'return'),
    benchmark: meanOf(openers, 'benchmark'),
  }
}

function partView(row: ScoreRow, { showsPrices }: ViewOptions): Part {
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
function statusOf(rows: readonly ListedScore[]): Outcome['status'] {
  const order = ['open', 'pending', 'closed', 'linked'] as const
  return order.find((status) => rows.some((row) => row.status === status)) ?? 'unscored'
}

/** The provisional score of a signal that was just posted. */
const unscoredYet = (
  signal: Omit<Posted, 'createdAt'> & { tickers: readonly string[] },
  { isSample }: ViewOptions,
): ScoreRow[] =>
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
    return: null,
    benchmark: null,
    excess: null,
    asOf: null,
    isThin: false,
    isSample,
    restated: [],
    ...part,
  }))

/** The first close after the post, or after the last known one if the share hasn't traded since. */
function entersOn({ createdAt }: Pick<Posted, 'createdAt'>, rows: readonly ListedScore[]): string {
  const first = firstEntryDay(createdAt)
  const known = newest(rows.map(({ asOf }) => asOf))
  if (known === null || known < first) return first
  const next = dayNumber(known) + 1
  return exchangeDays(dayOf(next), dayOf(next + DAYS_AHEAD))[0] ?? first
}

const newest = (days: readonly (string | null)[]): string | null =>
  days.reduce((last, day) => (day !== null && (last === null || day > last) ? day : last), null)

/** The mean over positions that have begun, each weighted by its size as a fraction of a portfolio place. */
function meanOf<Key extends 'return' | 'benchmark' | 'excess'>(
  rows: readonly ({ weight: string } & Record<Key, string | null>)[],
  key: Key,
): string | null {
  const begun = rows.filter((row) => row[key] !== null)
  const [first] = begun
  if (!first) return null
  // Stored as published.
  if (begun.length === 1) return first[key]
  const weights = begun.reduce((sum, { weight }) => sum.plus(weight), new Decimal(0))
  const total = begun.reduce(
    (sum, row) => sum.plus(new Decimal(row.weight).times(row[key] ?? 0)),
    new Decimal(0),
  )
  return published(total.div(weights))
}
