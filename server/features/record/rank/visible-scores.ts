// An author's scores as each audience may see them: subscribers, or everybody.
import { sql } from 'kysely'
import { isTradeUncounted } from '#server/features/users/visibility.ts'
import { METHOD } from '#engine/scoring/method.ts'

/** `subscribers`: all scores. `everyone`: computed without premium trades of the last 90 days. */
export type ScoreAudience = 'subscribers' | 'everyone'

/** The tables with each audience's records. */
export const TABLES = {
  subscribers: { people: 'recordFullPeople', days: 'recordFullDays' },
  everyone: { people: 'recordPeople', days: 'recordDays' },
} as const

/**
 * The scores that an audience may see, with the columns of `record_scores`. `is_hidden`: the trade doesn't count for
 * this audience, so that only the signal's time may be used.
 */
export const scoresVisibleTo = (audience: ScoreAudience, author: string) =>
  audience === 'subscribers'
    ? sql`(select s.*, false as is_hidden from record_scores s where s.author = ${author} and s.method = ${METHOD})`
    : sql`(select shown.*, coalesce(${isTradeUncounted('g', 't')}, false) as is_hidden from record_scores s
        left join signals g on g.id = s.signal_id
        left join record_trades t on t.signal_id = s.signal_id
        left join record_public_scores p on (p.signal_id, p.ticker, p.method) = (s.signal_id, s.ticker, s.method)
        cross join lateral (
          select p.* where p.signal_id is not null
          union all
          select s.* where p.signal_id is null) shown
       where s.author = ${author} and s.method = ${METHOD})`
