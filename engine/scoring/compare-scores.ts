// What changes beside the scores themselves: what others see while trades are sealed, and figures that were published before. Pure.
import { Decimal } from 'decimal.js'
import type { CAUSES } from '#shared/contracts/scores.ts'
import { figuresOf } from './figures.ts'
import { type Prices, scorePosition, type Score, type ScoredSignal } from './score-position.ts'

/** A signal with its stored score. */
export type KnownScore = ScoredSignal & {
  ticker: string
  author: string
  /** A premium trade that others can't see yet, so it doesn't count in what they see. */
  isSealed: boolean
  /** The log has the trade sealed, because it is premium or its author was private, and it hasn't ended yet. */
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
const RESTATED = '0.0001'

/** What the scores would be without the trades that are sealed, as far as they differ. */
export function publicScoresOf(
  byAuthor: readonly KnownScore[][],
  scores: readonly Score[],
  prices: Prices,
): Score[] {
  const withSealed = byAuthor.filter((all) => all.some(({ isSealed }) => isSealed))
  if (withSealed.length === 0) return []
  const full = new Map(scores.map((score) => [score.signalId, JSON.stringify(score)]))
  return withSealed.flatMap((all) => {
    const open = all.filter(({ isSealed }) => !isSealed)
    return scorePosition(open, prices).filter((score) => full.get(score.signalId) !== JSON.stringify(score))
  })
}

/** Which published figures of the same days are different now, and why. */
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
      // A position that had ended at the last price ends at the final value.
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
            .greaterThan(RESTATED),
      )
    if (!isRestated) return []
    const causes = causesOf(old, known)
    const what = causes.map(({ symbol, day }) => `${symbol} on ${day}`).join(', ')
    return [{ signalId, reason: what ? `corrected: ${what}` : 'the prices were corrected', causes }]
  })
}

/** What was corrected of a score's days since it was calculated. A final value comes after them. */
const causesOf = ({ entryDay, asOf, scoredAt }: KnownScore, known: readonly Correction[]): Cause[] =>
  known
    .filter(
      ({ day, storedAt, what }) =>
        storedAt > scoredAt && day >= (entryDay ?? '') && (day <= (asOf ?? '') || what === 'final_value'),
    )
    .map(({ symbol, day, what }) => ({ symbol, day, what }))
