// Finds the signals of a feed: the newest free ones, and those whose trades closed most recently.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { isOpenToVisitors } from '#server/features/users/visibility.ts'
import { METHOD } from '#engine/scoring/method.ts'

/**
 * The number of signals of each kind. They are separate, because trades that close today may have been posted years
 * ago.
 */
const FEED_SIGNALS = 50

/** The subject of a feed: a person, by id, or a ticker. */
export type FeedSubject = { userId: string } | { ticker: string }

const newest = (db: Kysely<DB>, of: FeedSubject) => {
  const open = db
    .selectFrom('signals as g')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .where(isOpenToVisitors('g', 'u'))
  return 'userId' in of
    ? open.where('g.userId', '=', of.userId)
    : open
        .innerJoin('signalTickers as t', (join) =>
          join.onRef('t.signalId', '=', 'g.id').onRef('t.createdAt', '=', 'g.createdAt'),
        )
        .where('t.ticker', '=', of.ticker)
}

const closed = (db: Kysely<DB>, of: FeedSubject) => {
  const trades = db
    .selectFrom('recordScores as s')
    .innerJoin('signals as g', 'g.id', 's.signalId')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .where(isOpenToVisitors('g', 'u'))
    .where('s.method', '=', METHOD)
    .where('s.status', '=', 'closed')
  return 'userId' in of
    ? trades
        .innerJoin('recordAuthors as a', 'a.author', 's.author')
        .where('a.userId', '=', of.userId)
        .where('g.userId', '=', of.userId)
    : trades.where('s.ticker', '=', of.ticker)
}

/** The ids of signals that visitors may read, in no order. */
export async function feedSignalIds({ db }: Pick<Deps, 'db'>, of: FeedSubject): Promise<string[]> {
  const [posted, ended] = await Promise.all([
    newest(db, of)
      .select('g.id')
      .orderBy('g.createdAt', 'desc')
      .orderBy('g.id', 'desc')
      .limit(FEED_SIGNALS)
      .execute(),
    closed(db, of)
      .select('g.id')
      .orderBy(sql`s.exit_day desc nulls last`)
      .orderBy('g.id', 'desc')
      .limit(FEED_SIGNALS)
      .execute(),
  ])
  return [...new Set([...posted, ...ended].map(({ id }) => id))]
}
