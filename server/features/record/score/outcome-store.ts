// Reads the scores of signals for one viewer, in two queries for any number of signals.
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import {
  isAuthorVisible,
  isLocked,
  isTradeForSubscribersOnly,
  mayReadPremium,
  viewerContext,
  viewerPays,
} from '#server/features/users/visibility.ts'
import type { EXIT_REASONS, SCORE_STATUSES, UNSCORED_REASONS } from '#shared/contracts/outcomes.ts'
import type { Restatement } from '#shared/contracts/scores.ts'
import type { SignalDetails } from '#shared/contracts/signal-details.ts'
import { METHOD } from '#engine/scoring/method.ts'

type Needs = Pick<Deps, 'statements' | 'clock' | 'config'>

/** A signal whose existence the viewer may know. */
export type VisibleSignal = {
  id: string
  userId: string
  createdAt: Date
  signalType: string
  timeHorizon: string | null
  tickers: string[]
  logIndex: number | null
  author: string | null
  /** Whether only subscribers may see the trade. */
  isTradeHidden: boolean
  isPremium: boolean
  pays: boolean
  /** Null if the viewer may not read the signal. */
  details: SignalDetails | null
  content: string | null
  withdrawnAt: Date | null
  removedFor: 'law' | 'rules' | null
  hiddenAt: Date | null
  /** Whether the author has connected a broker. */
  hasBroker: boolean
}

export type ScoreRow = {
  signalId: string
  ticker: string
  status: Exclude<(typeof SCORE_STATUSES)[number], 'sealed'>
  reason: (typeof UNSCORED_REASONS)[number] | null
  does: 'opens' | 'adds' | 'closes' | null
  of: string | null
  side: 1 | -1
  weight: string
  beta: string | null
  tilt: string | null
  entryDay: string | null
  entryClose: string | null
  lastClose: string | null
  exitDay: string | null
  exitReason: (typeof EXIT_REASONS)[number] | null
  endsOn: string | null
  tradingDays: number | null
  return: string | null
  benchmark: string | null
  excess: string | null
  asOf: string | null
  isThin: boolean
  isSample: boolean
  /** The figures before corrections, newest first. */
  restated: Restated[]
}
type Restated = z.input<typeof Restatement>
/**
 * A signal with its scores as this viewer may see them. There are no scores if the trade is sealed or not scored yet.
 */
export type ScoredForViewer = VisibleSignal & {
  isSealed: boolean
  /** Whether the viewer is the author or a subscriber. */
  isEntitled: boolean
  scores: ScoreRow[]
}

type Visible = ReturnType<typeof viewerContext> & { ids: readonly string[] }

const visibleSignals = prepared('scored_signals', (db, asked: Parameters<Visible>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('signals as g')
        .innerJoin('users as a', 'a.id', 'g.userId')
        .leftJoin('recordEntries as e', 'e.signalId', 'g.id')
        .leftJoin('recordTrades as t', 't.signalId', 'g.id')
        .select([
          'g.id',
          'g.userId',
          'g.createdAt',
          'g.signalType',
          'g.timeHorizon',
          'g.isPremium',
          'g.details',
          'g.content',
          'g.withdrawnAt',
          'g.removedFor',
          'g.hiddenAt',
        ])
        .select(['a.isPublic', 'a.deletionRequestedAt'])
        .select(['e.index as logIndex', 'e.author'])
        .select(sql<string[]>`coalesce(g.tickers::jsonb, '[]')`.as('tickers'))
        .select(
          sql<boolean>`exists (select from broker_connections where user_id = g.user_id)`.as('hasBroker'),
        )
        .select((row) => [
          isTradeForSubscribersOnly('g', 't').as('isTradeHidden'),
          viewerPays(asked, row.ref('g.userId')).as('pays'),
        ])
        .where('g.id', '=', sql<string>`any(${asked.ids}::uuid[])`)
        .as('rows'),
    )
    .where(isAuthorVisible(asked))
    .selectAll(),
)

/** The signals whose existence the viewer may know, in the order of `ids`. */
export async function scoresFor(
  deps: Needs,
  viewerId: string,
  ids: readonly string[],
  method: number = METHOD,
): Promise<ScoredForViewer[]> {
  const visible = await visibleSignals(deps.statements, { ...viewerContext(deps, viewerId), ids })
  const rows =
    visible.length > 0 ? await scoreRows(deps.statements, { ids: visible.map(({ id }) => id), method }) : []
  const bySignal = Map.groupBy(rows, ({ signalId }) => signalId)
  const known = new Map(visible.map((signal) => [signal.id, signal]))
  return [...new Set(ids)].flatMap((id) => {
    const signal = known.get(id)
    if (!signal) return []
    const isEntitled = mayReadPremium(viewerId, signal)
    const isSealed = signal.isTradeHidden && !isEntitled
    const scores = isSealed ? [] : scoresForViewer(bySignal.get(id) ?? [], isEntitled)
    const readable = isLocked(signal, viewerId) ? { details: null, content: null } : {}
    return [{ ...signal, ...readable, isSealed, isEntitled, scores }]
  })
}

/**
 * Other viewers don't see when an opened premium position will end, because later sealed trades may have extended it.
 */
const scoresForViewer = (
  rows: readonly (ScoreRow & { isSealed: boolean })[],
  isEntitled: boolean,
): ScoreRow[] =>
  rows.map(({ isSealed, ...row }) => (isSealed && !isEntitled ? { ...row, endsOn: null } : row))

/** The figures before corrections. */
const RESTATED = sql`
  coalesce((select json_agg(json_build_object('at', to_char(r.restated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'causes', r.causes, 'asOf', r.as_of::text, 'return', r.return::text, 'benchmark', r.benchmark::text,
      'excess', r.excess::text) order by r.restated_at desc)
    from record_restatements r where (r.signal_id, r.ticker, r.method) = (s.signal_id, s.ticker, s.method)), '[]') as restated`

type Asked = { ids: readonly string[]; method: number }

const scoreRows = prepared(
  'score_rows',
  (_db, { ids, method }: Parameters<Asked>) =>
    sql<ScoreRow & { isSealed: boolean }>`
    select s.signal_id, s.ticker, s.status, s.reason, s.does, s.of_signal_id as of, s.side, s.weight, s.beta, s.tilt,
        s.entry_day::text as entry_day, s.entry_close, s.last_close, s.exit_day::text as exit_day, s.exit_reason,
        s.ends_on::text as ends_on, s.trading_days, s.return, s.benchmark, s.excess, s.as_of::text as as_of, s.is_thin,
        s.is_sample, s.is_sealed, ${RESTATED}
      from record_scores s where s.signal_id = any(${ids}::uuid[]) and s.method = ${method}
     order by s.weight desc, s.ticker`,
)
