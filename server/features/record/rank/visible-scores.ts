// The two books of an author: their scores as those know them who pay, and as everybody may know them.
import { sql } from 'kysely'
import { isTradeUncounted } from '#server/features/users/visibility.ts'
import { METHOD } from '#engine/scoring/method.ts'

/** `full`: all scores. `shown`: without premium trades of the last 90 days, and as if these weren't there. */
export type Book = 'full' | 'shown'

/** The tables that a book's record is saved in. */
export const TABLES = {
  full: { people: 'recordFullPeople', days: 'recordFullDays' },
  shown: { people: 'recordPeople', days: 'recordDays' },
} as const

/**
 * A book's scores, with the columns of `record_scores`. `is_shut`: the trade doesn't count for this book's readers, so that nothing but the
 * time of the signal may be used.
 */
export const scoresIn = (book: Book, author: string) =>
  book === 'full'
    ? sql`(select s.*, false as is_shut from record_scores s where s.author = ${author} and s.method = ${METHOD})`
    : sql`(select shown.*, coalesce(${isTradeUncounted('g', 't')}, false) as is_shut from record_scores s
        left join signals g on g.id = s.signal_id
        left join record_trades t on t.signal_id = s.signal_id
        left join record_public_scores p on (p.signal_id, p.ticker, p.method) = (s.signal_id, s.ticker, s.method)
        cross join lateral (
          select p.* where p.signal_id is not null
          union all
          select s.* where p.signal_id is null) shown
       where s.author = ${author} and s.method = ${METHOD})`
