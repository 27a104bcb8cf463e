// The records that the board leaves out, as a viewer may see them: those of newcomers, and ended ones.
import { sql, type SqlBool } from 'kysely'
import type { Deps } from '#server/deps.ts'
import {
  isKeptFrom,
  isListed,
  STRANGER,
  viewerContext,
  viewerFollows,
} from '#server/features/users/visibility.ts'
import { AUTHOR_COLUMNS, prefixed } from '#server/features/signals/store.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { COUNTED_TRADES, LAG_DAYS } from '#engine/rating/method.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

const NEWCOMERS_MAX = 6
const ENDED_MAX = 50
const DAY_MS = 86_400_000

/** Whether a public record of the author meets this condition. */
const hasRating = (condition: ReturnType<typeof sql>) =>
  sql<SqlBool>`exists (select from record_ratings r where r.author = p.author and not r.is_early and ${condition})`

/** Listed people without a rated record who still post, ordered by their first signal, newest first. */
export const newcomerRows = ({ db, clock, config }: Needs, viewerId: string | null, isSample: boolean) => {
  const quietSince = new Date(clock.now().getTime() - LAG_DAYS * DAY_MS)
  const context = viewerContext({ clock, config }, viewerId ?? STRANGER)
  const newcomers = db
    .selectFrom('recordPeople as p')
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .select(['p.opened', 'p.firstPostedAt', 'p.scoredPositions', 'p.wins'])
    .select(['u.id', ...prefixed('u', AUTHOR_COLUMNS)])
    .select((eb) => [
      viewerFollows(context, eb.ref('u.id')).as('isFollowing'),
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .where('p.method', '=', METHOD)
    .where('p.isSample', '=', isSample)
    .where('p.opened', '>', 0)
    .where('p.lastPostedAt', '>', quietSince)
    .where(isListed('u'))
    .where(sql<SqlBool>`not ${hasRating(sql`r.is_rated`)}`)
    .select('p.author')
  // Filtered outside the subquery, so that the total is the same for everybody.
  return db
    .selectFrom(newcomers.as('newcomers'))
    .selectAll()
    .where((eb) => eb.not(isKeptFrom(context, eb.ref('newcomers.id'))))
    .orderBy('firstPostedAt', 'desc')
    .orderBy('author')
    .limit(NEWCOMERS_MAX)
    .execute()
}

/** Ended records of listed people, and all records of former members, ordered by their last signal, newest first. */
export const endedRows = ({ db }: Pick<Deps, 'db'>, viewerId: string | null, isSample: boolean) => {
  const ended = db
    .selectFrom('recordRatings as r')
    .innerJoin('recordPeople as p', (join) =>
      join.onRef('p.author', '=', 'r.author').on('p.method', '=', METHOD),
    )
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .leftJoin('users as u', 'u.id', 'a.userId')
    .select(['u.id', 'u.username', 'p.lastPostedAt', 'r.trades', 'r.mean', 'r.isYearly'])
    .select([
      sql<number>`count(*) over ()::int`.as('total'),
      sql<number>`count(*) filter (where r.mean < 0) over ()::int`.as('behind'),
    ])
    .where('r.isEarly', '=', false)
    .where('r.isSample', '=', isSample)
    .where('r.trades', '>=', COUNTED_TRADES)
    .where('r.mean', 'is not', null)
    .where((eb) =>
      eb.or([eb('a.userId', 'is', null), eb.and([isListed('u'), eb('r.endedOn', 'is not', null)])]),
    )
  // Filtered outside the subquery, so that the totals are the same for everybody.
  return db
    .selectFrom(ended.as('ended'))
    .selectAll()
    .where((eb) => eb.not(isKeptFrom({ viewerId: viewerId ?? STRANGER }, eb.ref('ended.id'))))
    .orderBy('lastPostedAt', 'desc')
    .limit(ENDED_MAX)
    .execute()
}
