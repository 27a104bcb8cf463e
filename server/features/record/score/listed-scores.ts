// Reads the scores of the signals of a list in one query: the list's rows have the rest already.
import { sql } from 'kysely'
import { METHOD } from '#engine/scoring/method.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import type { SignalRow } from '#server/features/signals/store.ts'
import { SCORE_VERSION } from '#server/features/signals/timeline.ts'
import { isLocked } from '#server/features/users/visibility.ts'
import type { ScoreRow } from './outcome-store.ts'

/** A signal on a list, whose existence the viewer may know. */
export type ListedSignal = Pick<
  SignalRow,
  'id' | 'userId' | 'createdAt' | 'signalType' | 'tickers' | 'details' | 'isPremium' | 'pays'
>
/** What `ListedOutcome` is made of. */
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
/** A trade on a list with its scores, none before it is scored. */
export type ListedTrade = {
  id: string
  createdAt: Date
  signalType: string
  tickers: string[]
  scores: ListedScore[]
}

/**
 * The trades that the viewer may read, with their scores. `version` is that of all `signals`, a 64-bit number, as
 * `timelineVersion` computes it.
 */
export async function scoresOfListed(
  { statements }: Pick<Deps, 'statements'>,
  viewerId: string,
  signals: readonly ListedSignal[],
): Promise<{ trades: ListedTrade[]; version: string }> {
  const rows = await listedScores(statements, { ids: signals.map(({ id }) => id), method: METHOD })
  const bySignal = Map.groupBy(rows, ({ signalId }) => signalId)
  const trades = signals
    .filter((signal) => !isLocked(signal, viewerId) && signal.signalType !== 'comment')
    .map(({ id, createdAt, signalType, tickers }) => ({
      id,
      createdAt,
      signalType,
      tickers: JSON.parse(tickers ?? '[]') as string[],
      scores: bySignal.get(id) ?? [],
    }))
  return { trades, version: `${rows.reduce((all, { version }) => all ^ BigInt(version), 0n)}` }
}

const listedScores = prepared(
  'listed_scores',
  (_db, { ids, method }: Parameters<{ ids: readonly string[]; method: number }>) => sql<
    ListedScore & { signalId: string; version: string }
  >`
    select s.signal_id, s.ticker, s.status, s.reason, s.does, s.of_signal_id as of, s.side, s.weight, s.entry_close,
        s.last_close, s.trading_days, s.return, s.benchmark, s.as_of::text as as_of, ${SCORE_VERSION}::text as version
      from record_scores s where s.signal_id = any(${ids}::uuid[]) and s.method = ${method}
     order by s.weight desc, s.ticker`,
)
