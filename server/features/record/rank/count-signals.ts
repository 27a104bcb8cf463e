// Counts authors' signals by their effect, with the horizon of most of them.
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB, RecordPeople } from '#server/db/tables.ts'
import { type ScoreAudience, scoresVisibleTo } from './visible-scores.ts'

type Database = Kysely<DB> | Transaction<DB>
type Row = Selectable<RecordPeople>

export type Counts = {
  posted: number
  opened: number
  added: number
  closed: number
  comments: number
  unscored: number
  pending: number
  /** These are in none of the other counts. */
  sealed: number
  horizon: Row['horizon']
  isSample: boolean
  firstPostedAt: Date
  lastPostedAt: Date
}

const KINDS = ['opened', 'added', 'closed', 'comments', 'unscored', 'pending', 'sealed'] as const
const countsOfKinds = sql.join(
  KINDS.map((kind) => sql`count(*) filter (where kind = ${sql.lit(kind)}) as ${sql.ref(kind)}`),
)
const sumsOfKinds = sql.join(KINDS.map((kind) => sql`sum(${sql.ref(kind)})::int as ${sql.ref(kind)}`))

/**
 * Counts each signal once, by its strongest effect on any of its tickers. The result is keyed by author and has no
 * entry for authors without scores.
 */
export async function countSignals(
  db: Database,
  authors: readonly string[],
  audience: ScoreAudience,
): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<Counts & { author: string }>`
    with by_signal as (
      select author, signal_id, min(horizon) as horizon, min(posted_at) as posted_at,
          bool_or(is_sample) as is_sample,
          case when bool_or(is_hidden) then 'sealed'
            when coalesce(bool_or(does = 'opens' and entry_day is not null), false) then 'opened'
            when bool_or(status = 'pending') then 'pending'
            when coalesce(bool_or(does = 'closes'), false) then 'closed'
            when coalesce(bool_or(does = 'adds'), false) then 'added'
            when coalesce(bool_or(reason = 'comment'), false) then 'comments'
            else 'unscored' end as kind
        from ${scoresVisibleTo(audience, authors)} scores group by author, signal_id
    ), by_horizon as (
      select author, horizon, count(*) as posted,
          ${countsOfKinds},
          bool_or(is_sample) as is_sample, min(posted_at) as first_posted_at, max(posted_at) as last_posted_at,
          sum(count(*) filter (where kind <> 'sealed')) over (partition by author) as shown_of_all
        from by_signal group by author, horizon
    )
    select author, sum(posted)::int as posted, ${sumsOfKinds},
        max(horizon) filter (where (posted - sealed) * 2 > shown_of_all) as horizon,
        bool_or(is_sample) as is_sample, min(first_posted_at) as first_posted_at, max(last_posted_at) as last_posted_at
      from by_horizon group by author`.execute(db)
  return new Map(rows.map(({ author, ...counts }) => [author, counts]))
}
