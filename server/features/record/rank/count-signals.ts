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
  /** In none of the other counts. */
  sealed: number
  horizon: Row['horizon']
  isSample: boolean
  firstPostedAt: Date
  lastPostedAt: Date
}

/** Counts each signal once, by its strongest effect on any of its tickers. By author, without those who have no score. */
export async function countSignals(
  db: Database,
  authors: readonly string[],
  audience: ScoreAudience,
): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<Counts & { author: string }>`
    with own as (
      select * from ${scoresVisibleTo(audience, authors)} scores
    ), by_signal as (
      select author, signal_id, min(posted_at) as posted_at, bool_or(is_sample) as is_sample,
          case when bool_or(is_hidden) then 'sealed'
            when coalesce(bool_or(does = 'opens' and entry_day is not null), false) then 'opened'
            when bool_or(status = 'pending') then 'pending'
            when coalesce(bool_or(does = 'closes'), false) then 'closed'
            when coalesce(bool_or(does = 'adds'), false) then 'added'
            when coalesce(bool_or(reason = 'comment'), false) then 'comments'
            else 'unscored' end as kind
        from own group by author, signal_id
    ), shown as (
      select author, count(*) as count from by_signal where kind <> 'sealed' group by author
    ), horizons as (
      select b.author, g.time_horizon from by_signal b join signals g on g.id = b.signal_id join shown on shown.author = b.author
       where kind <> 'sealed' group by b.author, g.time_horizon, shown.count having count(*) * 2 > shown.count
    )
    select b.author, count(*)::int as posted,
        count(*) filter (where kind = 'opened')::int as opened,
        count(*) filter (where kind = 'added')::int as added,
        count(*) filter (where kind = 'closed')::int as closed,
        count(*) filter (where kind = 'comments')::int as comments,
        count(*) filter (where kind = 'unscored')::int as unscored,
        count(*) filter (where kind = 'pending')::int as pending,
        count(*) filter (where kind = 'sealed')::int as sealed,
        max(h.time_horizon) as horizon,
        bool_or(is_sample) as is_sample, min(posted_at) as first_posted_at, max(posted_at) as last_posted_at
      from by_signal b left join horizons h on h.author = b.author group by b.author`.execute(db)
  return new Map(rows.map(({ author, ...counts }) => [author, counts]))
}
