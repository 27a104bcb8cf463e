// Authors' scores as each audience may see them: subscribers, or everybody.
import { sql } from 'kysely'
import { isTradeUncounted } from '#server/features/users/visibility.ts'
import { METHOD } from '#engine/scoring/method.ts'

/** `subscribers`: all scores. `everyone`: without trades that were sealed in the last 90 days. */
export type ScoreAudience = 'subscribers' | 'everyone'

/** The tables with each audience's records. */
export const TABLES = { subscribers: 'recordFullPeople', everyone: 'recordPeople' } as const

/** Rows from before horizons were copied (migration 0073) have theirs with the signal. */
const HORIZON = sql`case when s.has_terms then s.time_horizon else g.time_horizon end as horizon`

/**
 * Authors' scores, with the columns of `record_scores` and the signal's `horizon`. `is_hidden`: the trade doesn't count
 * for this audience, so that only the signal's time may be used.
 */
export const scoresVisibleTo = (audience: ScoreAudience, authors: readonly string[]) =>
  audience === 'subscribers'
    ? sql`(select s.*, ${HORIZON}, false as is_hidden from record_scores s
        left join signals g on g.id = s.signal_id and not s.has_terms
       where s.author = any(${authors}::uuid[]) and s.method = ${METHOD})`
    : sql`(select s.*, ${HORIZON}, coalesce(${isTradeUncounted('g', 't')}, false) as is_hidden from record_scores s
        left join signals g on g.id = s.signal_id
        left join record_trades t on t.signal_id = s.signal_id
       where s.author = any(${authors}::uuid[]) and s.method = ${METHOD})`
