// How a signal about several tickers did on one of them.
import type { SignalOutcome } from '../contracts/outcomes.ts'

/** The outcome of one ticker alone. Unchanged if the signal is about no other, or isn't scored on this one. */
export function outcomeOfTicker(outcome: SignalOutcome, ticker: string): SignalOutcome {
  const part = outcome.parts.find((one) => one.ticker === ticker)
  if (!part || outcome.parts.length === 1) return outcome
  const { reason, does, entryDay, exitDay } = part
  const status =
    reason !== null
      ? 'unscored'
      : does === 'adds' || does === 'closes'
        ? 'linked'
        : entryDay === null
          ? 'pending'
          : exitDay === null
            ? 'open'
            : 'closed'
  return {
    ...outcome,
    parts: [part],
    status,
    reason,
    return: part.return,
    benchmark: part.benchmark,
    excess: part.excess,
  }
}
