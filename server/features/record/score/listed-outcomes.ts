// The outcomes of the signals on a page. They change once a day, so each is cached until its scores' version changes.
import { sql } from 'kysely'
import type { z } from 'zod'
import { METHOD } from '#engine/scoring/method.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import type { ListedSignal } from '#server/features/signals/store.ts'
import { isLocked } from '#server/features/users/visibility.ts'
import type { ListedOutcome } from '#shared/contracts/outcomes.ts'
import { type ListedScore, listedOutcome, type ViewOptions } from './outcome-view.ts'

type Outcome = z.input<typeof ListedOutcome>

/** About a kilobyte each. */
const KEPT_MAX = 10_000

/** By id of the signal. */
type OutcomesFor = (
  viewerId: string,
  signals: readonly ListedSignal[],
) => Promise<ReadonlyMap<string, Outcome>>

/**
 * The outcomes that the viewer may read: a locked signal shows only its author, its time and the lock (spec answer 25),
 * and a comment has none.
 */
export function openListedOutcomes(
  { statements }: Pick<Deps, 'statements'>,
  options: ViewOptions,
): OutcomesFor {
  /** By id of the signal, oldest first. */
  const kept = new Map<string, { version: string; outcome: Outcome }>()

  async function read(signals: readonly ListedSignal[]): Promise<void> {
    const scores = await listedScores(statements, { ids: signals.map(({ id }) => id), method: METHOD })
    const bySignal = Map.groupBy(scores, ({ signalId }) => signalId)
    for (const signal of signals) {
      const outcome = listedOutcome(signal, bySignal.get(signal.id) ?? [], options)
      kept.delete(signal.id)
      kept.set(signal.id, { version: signal.scoresVersion, outcome })
    }
    for (const id of kept.keys()) {
      if (kept.size <= KEPT_MAX) break
      kept.delete(id)
    }
  }

  return async (viewerId, signals) => {
    const trades = signals.filter((signal) => !isLocked(signal, viewerId) && signal.signalType !== 'comment')
    const outdated = trades.filter(({ id, scoresVersion }) => kept.get(id)?.version !== scoresVersion)
    if (outdated.length > 0) await read(outdated)
    const outcomes = new Map<string, Outcome>()
    for (const { id } of trades) {
      const one = kept.get(id)
      if (one) outcomes.set(id, one.outcome)
    }
    return outcomes
  }
}

const listedScores = prepared(
  'listed_scores',
  (_db, { ids, method }: Parameters<{ ids: readonly string[]; method: number }>) => sql<
    ListedScore & { signalId: string }
  >`
    select s.signal_id, s.ticker, s.status, s.reason, s.does, s.of_signal_id as of, s.side, s.weight, s.entry_close,
        s.last_close, s.trading_days, s.return, s.benchmark, s.as_of::text as as_of
      from record_scores s where s.signal_id = any(${ids}::uuid[]) and s.method = ${method}
     order by s.weight desc, s.ticker`,
)
