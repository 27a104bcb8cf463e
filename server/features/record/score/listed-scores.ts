// Reads the scores of the signals of a list in one query: the list's rows have the rest already.
import { sql } from 'kysely'
import { METHOD } from '#engine/scoring/method.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import type { SignalRow } from '#server/features/signals/store.ts'
import { ENTRY_VERSION, SCORE_VERSION } from '#server/features/signals/timeline.ts'
import { isLocked, mayReadPremium } from '#server/features/users/visibility.ts'
import {
  SCORE_COLUMNS,
  type ScoreColumns,
  type ScoredForViewer,
  type ScoreRow,
  scoresForViewer,
} from './outcome-store.ts'

/** A signal on a list, whose existence the viewer may know. */
export type ListedSignal = Pick<
  SignalRow,
  'id' | 'userId' | 'createdAt' | 'signalType' | 'tickers' | 'details' | 'isPremium' | 'pays'
>
/** Its scores, for `outcomeView`. */
export type ListedScores = Pick<
  ScoredForViewer,
  'id' | 'createdAt' | 'signalType' | 'tickers' | 'details' | 'author' | 'logIndex' | 'isSealed'
> & { scores: readonly (Omit<ScoreRow, 'restated'> & Partial<Pick<ScoreRow, 'restated'>>)[] }

/**
 * The trades that the viewer may read, with their scores. `version` is that of all `signals`, a 64-bit number, as
 * `timelineVersion` computes it.
 */
export async function scoresOfListed(
  { statements }: Pick<Deps, 'statements'>,
  viewerId: string,
  signals: readonly ListedSignal[],
): Promise<{ trades: ListedScores[]; version: string }> {
  const ids = signals.map(({ id }) => id)
  const bySignal = Map.groupBy(await listedScores(statements, { ids, method: METHOD }), ({ id }) => id)
  const versions = [...bySignal.values()].flatMap((rows) => [
    rows[0]?.entryVersion,
    ...rows.map(({ scoreVersion }) => scoreVersion),
  ])
  const trades = signals
    .filter((signal) => !isLocked(signal, viewerId) && signal.signalType !== 'comment')
    .map((signal) => {
      const rows = bySignal.get(signal.id) ?? []
      return {
        ...signal,
        tickers: JSON.parse(signal.tickers ?? '[]') as string[],
        logIndex: rows[0]?.logIndex ?? null,
        author: rows[0]?.author ?? null,
        // A trade is hidden only together with its signal.
        isSealed: false,
        // A signal without a score has one row.
        scores: scoresForViewer(
          rows.filter((row): row is typeof row & ScoreColumns => row.ticker !== null),
          mayReadPremium(viewerId, signal),
        ),
      }
    })
  return { trades, version: `${versions.reduce((all, one) => all ^ BigInt(one ?? 0), 0n)}` }
}

type ListedRow = {
  id: string
  logIndex: number | null
  author: string | null
  entryVersion: string | null
  scoreVersion: string | null
} & (ScoreColumns | { ticker: null })

const listedScores = prepared(
  'listed_scores',
  (_db, { ids, method }: Parameters<{ ids: readonly string[]; method: number }>) => sql<ListedRow>`
    select asked.id, e.index as log_index, e.author, s.signal_id, ${SCORE_COLUMNS},
        case when e.index is not null then ${ENTRY_VERSION}::text end as entry_version,
        case when s.ticker is not null then ${SCORE_VERSION}::text end as score_version
      from unnest(${ids}::uuid[]) as asked (id)
      left join record_entries e on e.signal_id = asked.id
      left join record_scores s on s.signal_id = asked.id and s.method = ${method}
     order by s.weight desc, s.ticker`,
)
