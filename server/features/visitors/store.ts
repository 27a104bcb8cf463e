// Reads what determines the version of a visitor's page, and which pages visitors may find.
import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { type SignalRow, signalsFor } from '#server/features/signals/store.ts'
import { ownerOfName } from '#server/features/users/store.ts'
import {
  isAuthorVisible,
  isListed,
  isOpenToVisitors,
  isShownToVisitors,
  STRANGER,
  viewerContext,
} from '#server/features/users/visibility.ts'
import { METHOD } from '#engine/scoring/method.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/** Whether an author's record is rated. Only rated records may be found by search engines. */
const isRated = (author: Expression<string | null>) =>
  sql<boolean>`exists (select from record_ratings r where r.author = ${author} and not r.is_early and r.is_rated)`

/** Changes whenever the content of a person's page changes. */
const VERSION = sql<string>`concat_ws(' ', u.updated_at, u.signals_changed_at, p.computed_at, p.posted,
  (select g.created_at from signals g where g.user_id = u.id order by g.created_at desc limit 1),
  (select max(r.as_of) from record_ratings r where r.author = p.author and not r.is_early),
  (select followers from follower_counts c where c.user_id = u.id))`

const peopleWithVersion = (db: Kysely<DB>) =>
  db
    .selectFrom('users as u')
    .leftJoin('recordAuthors as a', 'a.userId', 'u.id')
    .leftJoin('recordPeople as p', (join) =>
      join.onRef('p.author', '=', 'a.author').on('p.method', '=', METHOD),
    )
    .select((eb) => [
      'u.id',
      'u.username',
      'u.createdAt',
      isShownToVisitors('u').as('isShown'),
      isRated(eb.ref('a.author')).as('isRated'),
      VERSION.as('version'),
    ])

const personNamed = prepared(
  'visitors_person',
  (db, { username, now }: Parameters<{ username: string; now: Date }>) =>
    peopleWithVersion(db).where('u.id', '=', ownerOfName(username, now)).where(isListed('u')),
)

/** A listed person by their current or former name, whether or not they show their record to visitors. */
export async function listedPersonNamed({ statements, clock }: Needs, username: string) {
  const [person] = await personNamed(statements, { username: username.toLowerCase(), now: clock.now() })
  return person
}

const authorOf = prepared('visitors_author', (db, { signalId }: Parameters<{ signalId: string }>) =>
  peopleWithVersion(db)
    .innerJoin('signals as g', 'g.userId', 'u.id')
    .select(isOpenToVisitors('g', 'u').as('isOpen'))
    .select(
      sql<string>`concat_ws(' ', g.withdrawn_at, g.removed_for, g.hidden_at,
        (select max(s.scored_at) from record_scores s where s.signal_id = g.id),
        (select max(e.index) from record_entries e where e.signal_id = g.id))`.as('signalVersion'),
    )
    // The delivery receipt keeps changing until the signal is delivered.
    .select(
      sql<boolean>`exists (select from delivery_receipts r
        where r.signal_id = g.id and r.push_due_at is null and r.feeds is not null)`.as('isDelivered'),
    )
    .where('g.id', '=', signalId)
    .where(isListed('u')),
)

/** The author of a free signal, like `listedPersonNamed`. */
export async function authorOfFreeSignal({ statements }: Needs, signalId: string) {
  const [author] = await authorOf(statements, { signalId })
  return author
}

/**
 * Signals that visitors may know of, in no particular order. Locked ones are read in full; a view leaves out what they
 * may not read.
 */
export const signalsForVisitors = (deps: Needs, ids: readonly string[]): Promise<SignalRow[]> => {
  const context = viewerContext(deps, STRANGER)
  const rows = signalsFor(deps.db, context).where('g.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
  return deps.db.selectFrom(rows.as('rows')).selectAll().where(isAuthorVisible(context)).execute()
}

/** The first and the last entry in the public log of a person's free signals; nulls before one is logged. */
export const logEntriesOf = ({ db }: Pick<Deps, 'db'>, userId: string) =>
  db
    .selectFrom('recordEntries as e')
    .innerJoin('signals as g', 'g.id', 'e.signalId')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .select((eb) => [eb.fn.min('e.index').as('first'), eb.fn.max('e.index').as('last')])
    .where('g.userId', '=', userId)
    .where(isOpenToVisitors('g', 'u'))
    .executeTakeFirst()

/** The people among these who show their records to visitors, newest first. */
export const shownAmong = ({ db }: Pick<Deps, 'db'>, ids: readonly string[], limit: number) =>
  db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.username',
      'u.displayName',
      'u.profileImageUrl',
      'u.isCreator',
      'u.subscriptionPriceInCents',
    ])
    .where('u.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where(isShownToVisitors('u'))
    .orderBy('u.createdAt', 'desc')
    .orderBy('u.id', 'desc')
    .limit(limit)
    .execute()

/**
 * The time of the newest signal about a ticker that visitors may read; undefined without one. `isFound`: whether search
 * engines may find it.
 */
export const newestAbout = ({ db }: Pick<Deps, 'db'>, ticker: string) =>
  db
    .selectFrom('signalTickers as t')
    .innerJoin('signals as g', 'g.id', 't.signalId')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .leftJoin('recordAuthors as a', 'a.userId', 'u.id')
    .select((eb) => [
      eb.fn.max('t.createdAt').as('at'),
      sql<boolean>`bool_or(${isRated(eb.ref('a.author'))})`.as('isFound'),
    ])
    .where('t.ticker', '=', ticker)
    .where(isOpenToVisitors('g', 'u'))
    .executeTakeFirst()

/** Whether a person ever posted something about a ticker that visitors may read. */
export async function hasPostedAbout({ db }: Pick<Deps, 'db'>, userId: string, ticker: string) {
  const one = await db
    .selectFrom('signalTickers as t')
    .innerJoin('signals as g', (join) =>
      join.onRef('g.id', '=', 't.signalId').onRef('g.createdAt', '=', 't.createdAt'),
    )
    .innerJoin('users as u', 'u.id', 'g.userId')
    .select('g.id')
    .where('t.ticker', '=', ticker)
    .where('g.userId', '=', userId)
    .where(isOpenToVisitors('g', 'u'))
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/** People whose records lead the board, for the landing page. */
export const ratedPeople = ({ db }: Pick<Deps, 'db'>, limit: number) =>
  db
    .selectFrom('recordRatings as r')
    .innerJoin('recordAuthors as a', 'a.author', 'r.author')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .select('u.username')
    .where('r.isEarly', '=', false)
    .where('r.book', '=', 'open')
    .where('r.isRated', '=', true)
    .where('r.endedOn', 'is', null)
    .where(isShownToVisitors('u'))
    .orderBy(sql`r.place nulls last`)
    .orderBy('r.author')
    .limit(limit)
    .execute()

/** Rated people who show their records to visitors. */
const found = (deps: Pick<Deps, 'db'>) =>
  deps.db
    .selectFrom('users as u')
    .innerJoin('recordAuthors as a', 'a.userId', 'u.id')
    .where(isShownToVisitors('u'))
    .where((eb) => isRated(eb.ref('a.author')) as Expression<SqlBool>)

const LAST_CHANGE = sql<Date>`greatest(u.updated_at, u.signals_changed_at,
  (select p.computed_at from record_people p where p.author = a.author and p.method = ${sql.lit(METHOD)}))`

export const foundPeople = (deps: Pick<Deps, 'db'>, offset: number, limit: number) =>
  found(deps)
    .select(['u.username', LAST_CHANGE.as('changedAt')])
    .orderBy('u.id')
    .offset(offset)
    .limit(limit)
    .execute()

export const foundSignals = (deps: Pick<Deps, 'db'>, offset: number, limit: number) =>
  found(deps)
    .innerJoin('signals as g', 'g.userId', 'u.id')
    .where(isOpenToVisitors('g', 'u'))
    .select((eb) => [
      'g.id',
      sql<Date>`greatest(g.created_at, g.withdrawn_at, g.hidden_at,
        (select max(s.scored_at) from record_scores s where s.signal_id = ${eb.ref('g.id')}))`.as(
        'changedAt',
      ),
    ])
    .orderBy('g.createdAt')
    .orderBy('g.id')
    .offset(offset)
    .limit(limit)
    .execute()

export const foundTickers = (deps: Pick<Deps, 'db'>, offset: number, limit: number) =>
  found(deps)
    .innerJoin('signals as g', 'g.userId', 'u.id')
    .innerJoin('signalTickers as t', 't.signalId', 'g.id')
    .where(isOpenToVisitors('g', 'u'))
    .select((eb) => ['t.ticker', eb.fn.max('t.createdAt').as('changedAt')])
    .groupBy('t.ticker')
    .orderBy('t.ticker')
    .offset(offset)
    .limit(limit)
    .execute()

/** How many pages of each kind search engines may find. */
export async function foundCounts(
  deps: Pick<Deps, 'db'>,
): Promise<{ people: number; signals: number; tickers: number }> {
  const count = sql<number>`count(*)::int`
  const [people, signals, tickers] = await Promise.all([
    found(deps).select(count.as('n')).executeTakeFirstOrThrow(),
    found(deps)
      .innerJoin('signals as g', 'g.userId', 'u.id')
      .where(isOpenToVisitors('g', 'u'))
      .select(count.as('n'))
      .executeTakeFirstOrThrow(),
    found(deps)
      .innerJoin('signals as g', 'g.userId', 'u.id')
      .innerJoin('signalTickers as t', 't.signalId', 'g.id')
      .where(isOpenToVisitors('g', 'u'))
      .select(sql<number>`count(distinct t.ticker)::int`.as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { people: people.n, signals: signals.n, tickers: tickers.n }
}
