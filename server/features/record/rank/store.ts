// Reads people's records as a viewer may see them.
import { sql, type SqlBool } from 'kysely'
import type { CursorPosition } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { ownerOfName } from '#server/features/users/store.ts'
import {
  isListed,
  isTradeUncounted,
  isVisible,
  STRANGER,
  viewerContext,
  viewerFollows,
  viewerPays,
} from '#server/features/users/visibility.ts'
import { AUTHOR_COLUMNS, prefixed } from '#server/features/signals/store.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { type ScoreAudience, TABLES } from './visible-scores.ts'
import {
  RANKING_MINIMUM,
  POSITIONS_WITH_FIGURES,
  QUIET_DAYS,
} from '#engine/scoring/ranking/ranking-minimum.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** More rows than people read. The board lists everybody whose result exceeds luck. */
const BOARD_MAX = 200
const NEWCOMERS_MAX = 6
const ENDED_MAX = 50

/** Like `as_of` on the wire. */
const AS_OF = sql<string | null>`p.as_of::text`

const COLUMNS = [
  'p.firstPostedAt',
  'p.lastPostedAt',
  'p.posted',
  'p.opened',
  'p.added',
  'p.closed',
  'p.comments',
  'p.unscored',
  'p.pending',
  'p.sealed',
  'p.rankedOpened',
  'p.rankedEntryDays',
  'p.thin',
  'p.positions',
  'p.positionsOpen',
  'p.scoredPositions',
  'p.meanReturn',
  'p.medianReturn',
  'p.meanExcess',
  'p.medianExcess',
  'p.averageWin',
  'p.averageLoss',
  'p.worst',
  'p.wins',
  'p.hitRate',
  'p.hitLow',
  'p.hitHigh',
  'p.days',
  'p.activeDays',
  'p.mean',
  'p.error',
  'p.low',
  'p.high',
  'p.drawdown',
  'p.forecasts',
  'p.brier',
  'p.isSample',
] as const
const FOLLOWER_COLUMNS = [
  'p.laterMean',
  'p.laterLow',
  'p.laterHigh',
  'p.histogram',
  'p.histogramStep',
] as const

/** The person with this username, with their record if they have one. Undefined if the viewer may not see them. */
export const recordOf = ({ db, clock, config }: Needs, viewerId: string | null, username: string) => {
  const context = viewerContext({ clock, config }, viewerId ?? STRANGER)
  return db
    .selectFrom('users as u')
    .leftJoin('recordAuthors as a', 'a.userId', 'u.id')
    .leftJoin('recordPeople as p', (join) =>
      join.onRef('p.author', '=', 'a.author').on('p.method', '=', METHOD),
    )
    .select(['u.id', 'u.username', 'u.subscriptionPriceInCents', 'a.author', ...COLUMNS, ...FOLLOWER_COLUMNS])
    .select((eb) => [
      AS_OF.as('asOf'),
      isListed('u').as('isListed'),
      eb('u.stripePriceId', 'is not', null).$castTo<boolean>().as('hasPrice'),
      viewerPays(context, eb.ref('u.id')).as('pays'),
      sql<number>`(select count(*)::int from signals g where g.user_id = u.id and g.withdrawn_at is not null)`.as(
        'withdrawn',
      ),
    ])
    .where('u.id', '=', ownerOfName(sql`${username.toLowerCase()}`, clock.now()))
    .where(isVisible(context, 'u'))
    .executeTakeFirst()
}
export type RecordRow = NonNullable<Awaited<ReturnType<typeof recordOf>>>

/** An author's record with sealed trades. Undefined if no trade is sealed. */
export const fullRecordOf = ({ db }: Pick<Deps, 'db'>, author: string) =>
  db
    .selectFrom('recordFullPeople as p')
    .select([...COLUMNS, ...FOLLOWER_COLUMNS, AS_OF.as('asOf')])
    .where('p.author', '=', author)
    .where('p.method', '=', METHOD)
    .executeTakeFirst()

/** A person's signals, newest first. Empty if there are none or the viewer may not see the person. */
export const postedBy = (
  { db, clock, config }: Needs,
  viewerId: string,
  username: string,
  limit: number,
  before: CursorPosition,
) =>
  db
    .selectFrom('signals as g')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .select(['g.id', 'g.createdAt'])
    .where('g.userId', '=', ownerOfName(sql`${username.toLowerCase()}`, clock.now()))
    .where(isVisible(viewerContext({ clock, config }, viewerId), 'u'))
    .where(sql<SqlBool>`(g.created_at, g.id) < (${before.createdAt}, ${before.id}::uuid)`)
    .orderBy('g.createdAt', 'desc')
    .orderBy('g.id', 'desc')
    .limit(limit)
    .execute()

/** The days of a paper portfolio. */
export async function daysOf({ db }: Pick<Deps, 'db'>, author: string, audience: ScoreAudience) {
  const { rows } = await sql<{ day: string; places: string; excess: string }>`
    select day::text, places::text, excess::text from ${sql.table(TABLES[audience].days)}
      where author = ${author} and method = ${METHOD} order by day`.execute(db)
  return rows
}

/** `whyNotRanked` in SQL, for row `p` of `record_people` and a listed person. A test compares both. */
export const isLongEnough = sql<SqlBool>`(p.ranked_opened >= ${RANKING_MINIMUM.signals} and p.ranked_entry_days >= ${RANKING_MINIMUM.entry_days}
  and p.active_days >= ${RANKING_MINIMUM.active_days}
  and p.as_of - (p.first_posted_at at time zone 'UTC')::date >= ${RANKING_MINIMUM.days_on_record})`
const isQuiet = sql<SqlBool>`(p.last_posted_at at time zone 'UTC' < p.as_of - ${sql.lit(`${QUIET_DAYS} days`)}::interval)`

/**
 * All ranked people, sorted by the lower bound of their yearly result. `isSample`: whether all prices are
 * sample data.
 */
export const rankedPeople = ({ db }: Pick<Deps, 'db'>, isSample: boolean) =>
  db
    .selectFrom('recordPeople as p')
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .select(['p.author', 'p.low', 'p.mean', 'p.error'])
    .select(AS_OF.as('asOf'))
    .where('p.method', '=', METHOD)
    .where('p.isSample', '=', isSample)
    .where('p.low', 'is not', null)
    .where(isListed('u'))
    .where(isLongEnough)
    .where(sql<SqlBool>`not ${isQuiet}`)
    .orderBy('p.low', 'desc')
    .orderBy('p.author')
    .execute()
export type RankedRow = Awaited<ReturnType<typeof rankedPeople>>[number]

/** The board's rows for these authors. With a ticker: only those with a scored, unsealed signal about it. */
export const boardRows = (
  { db, clock, config }: Needs,
  viewerId: string | null,
  authors: readonly string[],
  ticker: string | undefined,
) => {
  const context = viewerContext({ clock, config }, viewerId ?? STRANGER)
  const calls = sql<SqlBool>`exists (select from record_scores s join signals g on g.id = s.signal_id
    left join record_trades t on t.signal_id = s.signal_id
    left join record_public_scores o on (o.signal_id, o.ticker, o.method) = (s.signal_id, s.ticker, s.method)
    where s.author = p.author and s.method = ${METHOD} and s.ticker = ${ticker ?? ''}
      and coalesce(o.status, s.status) <> 'unscored' and not ${isTradeUncounted('g', 't')})`
  return db
    .selectFrom('recordPeople as p')
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .select(['p.author', 'p.horizon', ...COLUMNS, ...prefixed('u', AUTHOR_COLUMNS), 'u.id'])
    .select((eb) => [
      AS_OF.as('asOf'),
      viewerFollows(context, eb.ref('u.id')).as('isFollowing'),
      eb('u.stripePriceId', 'is not', null).$castTo<boolean>().as('hasPrice'),
    ])
    .where('p.method', '=', METHOD)
    .where(sql<SqlBool>`p.author = any(${authors.slice(0, BOARD_MAX)}::uuid[])`)
    .where(isListed('u'))
    .$if(ticker !== undefined, (query) => query.where(calls))
    .execute()
}
export type BoardRow = Awaited<ReturnType<typeof boardRows>>[number]

/** Listed people whose record is too short and who still post, by their first signal, newest first. */
export const newcomerRows = ({ db, clock, config }: Needs, viewerId: string | null, isSample: boolean) =>
  db
    .selectFrom('recordPeople as p')
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .select(['p.opened', 'p.firstPostedAt', 'p.scoredPositions', 'p.wins'])
    .select(['u.id', ...prefixed('u', AUTHOR_COLUMNS)])
    .select((eb) => [
      viewerFollows(viewerContext({ clock, config }, viewerId ?? STRANGER), eb.ref('u.id')).as('isFollowing'),
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .where('p.method', '=', METHOD)
    .where('p.isSample', '=', isSample)
    .where('p.opened', '>', 0)
    .where(isListed('u'))
    .where(sql<SqlBool>`not ${isLongEnough} and not ${isQuiet}`)
    .orderBy('p.firstPostedAt', 'desc')
    .orderBy('p.author')
    .limit(NEWCOMERS_MAX)
    .execute()

/** Listed people who stopped posting, and former members, by their last signal, newest first. */
export const endedRows = ({ db }: Pick<Deps, 'db'>, isSample: boolean) =>
  db
    .selectFrom('recordPeople as p')
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .leftJoin('users as u', 'u.id', 'a.userId')
    .select(['u.username', 'p.lastPostedAt', 'p.scoredPositions', 'p.mean'])
    .select([
      sql<number>`count(*) over ()::int`.as('total'),
      sql<number>`count(*) filter (where p.mean < 0) over ()::int`.as('behind'),
    ])
    .where('p.method', '=', METHOD)
    .where('p.isSample', '=', isSample)
    .where('p.scoredPositions', '>=', POSITIONS_WITH_FIGURES)
    .where('p.mean', 'is not', null)
    .where((eb) => eb.or([eb('a.userId', 'is', null), eb.and([isListed('u'), isQuiet])]))
    .orderBy('p.lastPostedAt', 'desc')
    .limit(ENDED_MAX)
    .execute()
