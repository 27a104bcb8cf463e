// Reads people's records as a viewer may see them.
import { sql, type SqlBool } from 'kysely'
import type { CursorPosition } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { ownerOfName } from '#server/features/users/store.ts'
import {
  isKeptFrom,
  isListed,
  isPlaceKept,
  isTradeUncounted,
  isVisible,
  STRANGER,
  viewerContext,
  viewerFollows,
  viewerPays,
} from '#server/features/users/visibility.ts'
import { AUTHOR_COLUMNS, prefixed } from '#server/features/signals/store.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { premiumActivity } from './book-figures.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** More rows than anybody reads. The board lists everybody whose result exceeds luck. */
const BOARD_MAX = 200

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
  'p.forecasts',
  'p.brier',
  'p.isSample',
] as const
const HISTOGRAM_COLUMNS = ['p.histogram', 'p.histogramStep'] as const

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Whether a text is an author's id in the log. */
export const looksLikeAuthor = (text: string): boolean => UUID.test(text)

/**
 * The person with this username or author id in the log, and their record if they have one. Undefined if the viewer may
 * not see them.
 */
export const recordOf = ({ db, clock, config }: Needs, viewerId: string | null, username: string) => {
  const context = viewerContext({ clock, config }, viewerId ?? STRANGER)
  return db
    .selectFrom('users as u')
    .leftJoin('recordAuthors as a', 'a.userId', 'u.id')
    .leftJoin('recordPeople as p', (join) =>
      join.onRef('p.author', '=', 'a.author').on('p.method', '=', METHOD),
    )
    .select([
      'u.id',
      'u.username',
      'u.subscriptionPriceInCents',
      'a.author',
      ...COLUMNS,
      ...HISTOGRAM_COLUMNS,
    ])
    .select((eb) => [
      AS_OF.as('asOf'),
      isListed('u').as('isListed'),
      eb('u.stripePriceId', 'is not', null).$castTo<boolean>().as('hasPrice'),
      viewerPays(context, eb.ref('u.id')).as('pays'),
      sql<number>`(select count(*)::int from signals g where g.user_id = u.id and g.withdrawn_at is not null)`.as(
        'withdrawn',
      ),
      premiumActivity(clock.now()).as('premium'),
    ])
    .where(
      looksLikeAuthor(username)
        ? sql<SqlBool>`a.author = ${username}::uuid`
        : sql<SqlBool>`u.id = ${ownerOfName(sql`${username.toLowerCase()}`, clock.now())}`,
    )
    .where(isVisible(context, 'u'))
    .executeTakeFirst()
}
export type RecordRow = NonNullable<Awaited<ReturnType<typeof recordOf>>>

/** An author's record with sealed trades. Undefined if no trade is sealed. */
export const fullRecordOf = ({ db }: Pick<Deps, 'db'>, author: string) =>
  db
    .selectFrom('recordFullPeople as p')
    .select([...COLUMNS, ...HISTOGRAM_COLUMNS, AS_OF.as('asOf')])
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

/**
 * The listed records, in order. A hidden person keeps their place, so that the ranks are the same for everybody. With a
 * ticker, only people with a scored signal about it.
 */
export const boardRows = (
  { db, clock, config }: Needs,
  viewerId: string | null,
  isSample: boolean,
  ticker: string | undefined,
) => {
  const context = viewerContext({ clock, config }, viewerId ?? STRANGER)
  const calls = sql<SqlBool>`exists (select from record_scores s join signals g on g.id = s.signal_id
    left join record_trades t on t.signal_id = s.signal_id
    where s.author = p.author and s.method = ${METHOD} and s.ticker = ${ticker ?? ''}
      and s.status <> 'unscored' and not ${isTradeUncounted('g', 't')})`
  return db
    .selectFrom('recordRatings as r')
    .innerJoin('recordPeople as p', (join) =>
      join.onRef('p.author', '=', 'r.author').on('p.method', '=', METHOD),
    )
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .select(['r.book', 'r.mean', 'r.low', 'r.high', 'r.isYearly', 'r.days', 'r.drawdown', 'r.isLikelySkill'])
    .leftJoin('recordTradeFigures as f', (join) =>
      join
        .onRef('f.author', '=', 'r.author')
        .onRef('f.book', '=', 'r.book')
        .onRef('f.isEarly', '=', 'r.isEarly'),
    )
    .select([
      'p.horizon',
      'f.worst',
      'f.worstReturn',
      'r.trades',
      'p.posted',
      ...prefixed('u', AUTHOR_COLUMNS),
      'u.id',
    ])
    .select((eb) => [
      sql<string>`r.since::text`.as('since'),
      sql<number>`(row_number() over (order by r.place))::int`.as('rank'),
      viewerFollows(context, eb.ref('u.id')).as('isFollowing'),
      eb('u.stripePriceId', 'is not', null).$castTo<boolean>().as('hasPrice'),
      isKeptFrom(context, eb.ref('u.id')).as('isHidden'),
      isPlaceKept(context, eb.ref('u.id')).as('isPlaceKept'),
      (ticker === undefined ? sql<boolean>`true` : sql<boolean>`${calls}`).as('isAbout'),
    ])
    .where('r.isEarly', '=', false)
    .where('r.place', 'is not', null)
    .where('r.isSample', '=', isSample)
    .where(isListed('u'))
    .orderBy('r.place')
    .limit(BOARD_MAX)
    .execute()
}
export type BoardRow = Awaited<ReturnType<typeof boardRows>>[number]
