// Finds the published figures that changed. Pure.
import { Decimal } from 'decimal.js'
import type { CAUSES } from '#shared/contracts/scores.ts'
import { figuresOf } from './figures.ts'
import type { Prices, Score, ScoredSignal } from './score-position.ts'

/** A signal with its stored score. */
export type KnownScore = ScoredSignal & {
  ticker: string
  author: string
  /** Whether it belongs to the sealed book: its trade was sealed at the post. Signals of one book never affect the other. */
  isSealed: boolean
  /** The trade is sealed in the log, because it is premium or its author was private, and its position hasn't ended. */
  mayEnd: boolean
  isSample: boolean
  scoredAt: Date
  entryDay: string | null
  exitDay: string | null
  asOf: string | null
  return: string | null
  benchmark: string | null
  excess: string | null
}

export type Cause = { symbol: string; day: string; what: (typeof CAUSES)[number] }
export type Correction = Cause & { storedAt: Date }
export type Restatement = { signalId: string; reason: string; causes: readonly Cause[] }

/** A figure that moves by more than this is restated. */
const RESTATED_ABOVE = '0.0001'

/** Which published figures have changed for the same days, and why. */
export function restatedOf(
  before: readonly KnownScore[],
  {
    scores,
    prices: { calendar, share, spy },
    isSample,
    known,
  }: { scores: readonly Score[]; prices: Prices; isSample: boolean; known: readonly Correction[] },
): Restatement[] {
  const now = new Map(scores.map((score) => [score.signalId, score]))
  return before.flatMap((old) => {
    const { signalId, side, entryDay, asOf } = old
    if (entryDay === null || asOf === null || old.isSample !== isSample) return []
    const [entry, last] = [calendar.placeOf.get(entryDay), calendar.placeOf.get(asOf)]
    const figures =
      entry === undefined || last === undefined ? null : figuresOf({ side, entry, last }, share, spy)
    const { entryDay: entered, exitDay } = now.get(signalId) ?? {}
    const isRestated =
      entered !== entryDay ||
      // The position had ended at the last price, and now ends at the final value.
      (old.exitDay !== null &&
        old.exitDay !== exitDay &&
        causesOf(old, known).some(({ what }) => what === 'final_value')) ||
      !figures ||
      (['return', 'benchmark', 'excess'] as const).some(
        (key) =>
          figures[key] !== old[key] &&
          new Decimal(figures[key])
            .minus(old[key] ?? 0)
            .abs()
            .greaterThan(RESTATED_ABOVE),
      )
    if (!isRestated) return []
    const causes = causesOf(old, known)
    const what = causes.map(({ symbol, day }) => `${symbol} on ${day}`).join(', ')
    return [{ signalId, reason: what ? `corrected: ${what}` : 'the prices were corrected', causes }]
  })
}

/** The corrections of a score's days since it was calculated. A final value comes after those days. */
const causesOf = ({ entryDay, asOf, scoredAt }: KnownScore, known: readonly Correction[]): Cause[] =>
  known
    .filter(
      ({ day, storedAt, what }) =>
        storedAt > scoredAt && day >= (entryDay ?? '') && (day <= (asOf ?? '') || what === 'final_value'),
    )
    .map(({ symbol, day, what }) => ({ symbol, day, what }))
