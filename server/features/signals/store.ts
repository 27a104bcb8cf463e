// Reads signals. A locked one is read whole; `views.ts` leaves out what the viewer may not have.
import {
  type AliasedExpression,
  type Expression,
  type Kysely,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { DB, Signals, Users } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import {
  type Asking,
  askingAs,
  type Audience,
  follows,
  isAuthorVisible,
  isInFeed,
  isReadable,
  pays,
} from '#server/features/users/visibility.ts'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'

/** What posting writes and every page reads. A new column of a signal is named here. */
export const SIGNAL_COLUMNS = [
  'id',
  'userId',
  'content',
  'signalType',
  'tickers',
  'intent',
  'timeHorizon',
  'isPremium',
  'createdAt',
] as const satisfies (keyof Signals)[]
export type SignalColumns = Pick<Selectable<Signals>, (typeof SIGNAL_COLUMNS)[number]>

/** What a card says of its author, and what decides who may see it. */
export const AUTHOR_COLUMNS = [
  'username',
  'displayName',
  'profileImageUrl',
  'isCreator',
  'isPublic',
  'subscriptionPriceInCents',
] as const satisfies (keyof Users)[]

/** A signal with its author and what decides whether this viewer may read it. */
export type SignalRow = SignalColumns &
  Pick<Selectable<Users>, (typeof AUTHOR_COLUMNS)[number]> &
  Pick<Audience, 'follows' | 'pays'>

const of = <Alias extends string, Column extends string>(alias: Alias, columns: readonly Column[]) =>
  columns.map((column) => `${alias}.${column}` as const)

/** Signals with their authors. Callers add which of them, and ask `visibility.ts` which of those the viewer sees. */
const signalsFor = (db: Kysely<DB>, asking: Asking) =>
  db
    .selectFrom('signals as g')
    .innerJoin('users as a', 'a.id', 'g.userId')
    .select([...of('g', SIGNAL_COLUMNS), ...of('a', AUTHOR_COLUMNS)])
    .select((eb) => [
      follows(asking, eb.ref('g.userId')).as('follows'),
      pays(asking, eb.ref('g.userId')).as('pays'),
    ])

type Page = ReturnType<typeof askingAs> & { beforeAt: Date; beforeId: string; limit: number }

/** The longest page, and one row more, which says that there is a next page. */
const ROWS_MAX = sql.lit(PAGE_SIZE_MAX + 1)

/**
 * The first of these rows that the viewer may see. `offset 0` keeps the planner from asking `follows` and `pays` again in
 * each condition, and a limit that it knows makes one plan good for all pages: without both, planning takes four times
 * as long as reading (docs/decisions/0003-feed-storage.md).
 */
const firstSeen = (
  db: Kysely<DB>,
  asked: Parameters<Page>,
  rows: AliasedExpression<SignalRow, 'rows'>,
  isSeen: (asked: Parameters<Page>) => Expression<SqlBool>,
) =>
  db
    .selectFrom(db.selectFrom(rows).selectAll().where(isSeen(asked)).limit(ROWS_MAX).as('page'))
    .selectAll()
    .limit(asked.limit)

/** Signals before a place, newest first. */
const newest = (db: Kysely<DB>, asked: Parameters<Page>) =>
  signalsFor(db, asked)
    .where((eb) => eb(eb.refTuple('g.createdAt', 'g.id'), '<', eb.tuple(asked.beforeAt, asked.beforeId)))
    .orderBy('g.createdAt', 'desc')
    .orderBy('g.id', 'desc')
    .offset(sql.lit(0))

/** The stored timeline, newest first, less the signals of people no longer followed, paid or public. */
export const timelinePage = prepared('timeline_page', (db, asked: Parameters<Page>) => {
  const rows = signalsFor(db, asked)
    .innerJoin('timelines as t', 't.signalId', 'g.id')
    .where('t.viewerId', '=', asked.viewerId)
    .where((eb) =>
      eb(eb.refTuple('t.createdAt', 't.signalId'), '<', eb.tuple(asked.beforeAt, asked.beforeId)),
    )
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.signalId', 'desc')
    .offset(sql.lit(0))
  return firstSeen(db, asked, rows.as('rows'), isInFeed)
})

/** Signals of every public author, of oneself and of those one pays, newest first. */
export const everyonePage = prepared('everyone_page', (db, asked: Parameters<Page>) =>
  firstSeen(db, asked, newest(db, asked).as('rows'), isAuthorVisible),
)

/** One person's signals, newest first; nothing of a person who is hidden from the viewer. */
export const personPage = prepared('person_page', (db, asked: Parameters<Page & { authorId: string }>) =>
  firstSeen(db, asked, newest(db, asked).where('g.userId', '=', asked.authorId).as('rows'), isAuthorVisible),
)

/**
 * Signals about one ticker, newest first. A locked one is not among them: being found by its ticker would give the ticker
 * away (docs/spec-answers.md, 25).
 */
export const tickerPage = prepared('ticker_page', (db, asked: Parameters<Page & { ticker: string }>) => {
  const rows = signalsFor(db, asked)
    .innerJoin('signalTickers as t', 't.signalId', 'g.id')
    .where('t.ticker', '=', asked.ticker)
    .where((eb) =>
      eb(eb.refTuple('t.createdAt', 't.signalId'), '<', eb.tuple(asked.beforeAt, asked.beforeId)),
    )
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.signalId', 'desc')
    .offset(sql.lit(0))
  return firstSeen(db, asked, rows.as('rows'), isReadable)
})

/** One signal, unless its author is hidden from the viewer. */
export const signalById = (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewerId: string,
  id: string,
): Promise<SignalRow | undefined> => {
  const asking = askingAs(deps, viewerId)
  return deps.db
    .selectFrom(signalsFor(deps.db, asking).where('g.id', '=', id).as('rows'))
    .selectAll()
    .where(isAuthorVisible(asking))
    .executeTakeFirst()
}
