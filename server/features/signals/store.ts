// Reads signals. Locked ones are read in full; `views.ts` removes what the viewer may not read.
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
  type ViewerContext,
  viewerContext,
  viewerFollows,
  viewerPays,
  type Audience,
  isAuthorVisible,
  isInEveryonesFeed,
  isReadable,
  isVisible,
} from '#server/features/users/visibility.ts'
import { STATED_FIELDS } from '#shared/contracts/signals.ts'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'
import { type Versioned, withScoresVersion } from './scores-version.ts'

/** The columns that posting writes and every page reads. */
export const SIGNAL_COLUMNS = [
  'id',
  'userId',
  ...STATED_FIELDS,
  'createdAt',
] as const satisfies (keyof Signals)[]
/**
 * Whether the text is still shown. These change after posting, so the author's `signals_changed_at` changes
 * with them.
 */
export const HIDDEN_COLUMNS = ['withdrawnAt', 'removedFor', 'hiddenAt'] as const satisfies (keyof Signals)[]
export type SignalColumns = Pick<Selectable<Signals>, (typeof SIGNAL_COLUMNS)[number]>

/**
 * The author's fields on a card, those that decide who may see it, and the time of the last change to their
 * signals.
 */
export const AUTHOR_COLUMNS = [
  'username',
  'displayName',
  'profileImageUrl',
  'isCreator',
  'isPublic',
  'deletionRequestedAt',
  'subscriptionPriceInCents',
  'signalsChangedAt',
] as const satisfies (keyof Users)[]

/** A signal with its author and the fields that decide whether this viewer may read it. */
export type SignalRow = SignalColumns &
  Pick<Selectable<Signals>, (typeof HIDDEN_COLUMNS)[number]> &
  Pick<Selectable<Users>, (typeof AUTHOR_COLUMNS)[number]> &
  Pick<Audience, 'follows' | 'pays'> & {
    mentions: Mentions
    isSaved: boolean
    isReported: boolean
    counts: Counts
    isUseful: boolean
  }

export type ListedSignal = SignalRow & Versioned

/** The numbers of a signal's comments and "useful" votes; null if there are none. */
export type Counts = [comments: number, useful: number] | null

/** Mentioned people: the name in the text in lower case, and their current username. Null if there are none. */
export type Mentions = { name: string; username: string }[] | null

/** The mentioned people whom the viewer may see. `mentions`: `signal_mentions` or rows of the same shape. */
export const visibleMentions = (
  context: ViewerContext,
  mentions = sql`signal_mentions`,
  isOfSignal: Expression<SqlBool> = sql.lit(true),
) =>
  sql<Mentions>`(select jsonb_agg(jsonb_build_object('name', m.name, 'username', mentioned.username) order by m.name)
    from ${mentions} m join users mentioned on mentioned.id = m.user_id
    where ${isOfSignal} and ${isVisible(context, 'mentioned')})`

/** Checks for any mention first, because few signals have one and finding the mentioned people takes longer. */
export const mentionsIn = (context: ViewerContext, signalId: Expression<string>) =>
  sql<Mentions>`case when (select true from signal_mentions where signal_id = ${signalId} limit 1)
    then ${visibleMentions(context, sql`signal_mentions`, sql<SqlBool>`m.signal_id = ${signalId}`)} end`

/** For a query that reads the text anyway, so that most signals need no lookup. */
const mentionsInText = (
  context: ViewerContext,
  signal: { id: Expression<string>; content: Expression<string> },
) => sql<Mentions>`case when strpos(${signal.content}, '@') > 0 then ${mentionsIn(context, signal.id)} end`

/** Whether the viewer saved a signal. A scalar subquery, like the rules in visibility.ts. */
export const isSaved = ({ viewerId }: Pick<ViewerContext, 'viewerId'>, signalId: Expression<string>) =>
  sql<boolean>`((select true from bookmarks where person_id = ${viewerId} and signal_id = ${signalId}) is true)`

/** Maintained by triggers, so that a card needs one lookup. */
export const countsOf = (signalId: Expression<string>) =>
  sql<Counts>`(select array[comments, useful] from signal_counts where signal_id = ${signalId})`

/** Whether the viewer found a signal useful. */
export const isUseful = ({ viewerId }: Pick<ViewerContext, 'viewerId'>, signalId: Expression<string>) =>
  sql<boolean>`((select true from useful where person_id = ${viewerId} and signal_id = ${signalId}) is true)`

/** Whether the viewer reported a signal and the case isn't decided. */
export const isReported = ({ viewerId }: Pick<ViewerContext, 'viewerId'>, signalId: Expression<string>) =>
  sql<boolean>`((select true from reports where reporter_id = ${viewerId} and subject_id = ${signalId}
    and subject_kind = 'signal' and closed_at is null) is true)`

export const prefixed = <Alias extends string, Column extends string>(
  alias: Alias,
  columns: readonly Column[],
) => columns.map((column) => `${alias}.${column}` as const)

/** Signals with their authors. Callers add conditions and filter the rows with the rules of `visibility.ts`. */
export const signalsFor = (db: Kysely<DB>, context: ViewerContext) =>
  db
    .selectFrom('signals as g')
    .innerJoin('users as a', 'a.id', 'g.userId')
    .select(prefixed('g', [...SIGNAL_COLUMNS, ...HIDDEN_COLUMNS]))
    .select(prefixed('a', AUTHOR_COLUMNS))
    .select((eb) => [
      viewerFollows(context, eb.ref('g.userId')).as('follows'),
      viewerPays(context, eb.ref('g.userId')).as('pays'),
      mentionsInText(context, { id: eb.ref('g.id'), content: eb.ref('g.content') }).as('mentions'),
      isSaved(context, eb.ref('g.id')).as('isSaved'),
      isReported(context, eb.ref('g.id')).as('isReported'),
      countsOf(eb.ref('g.id')).as('counts'),
      isUseful(context, eb.ref('g.id')).as('isUseful'),
    ])

export type Page = ReturnType<typeof viewerContext> & { beforeAt: Date; beforeId: string; limit: number }

/** The largest page plus one row, which shows that there is a next page. */
const ROWS_MAX = sql.lit(PAGE_SIZE_MAX + 1)

/**
 * The first of these rows that the viewer may see. `offset 0` keeps the planner from evaluating `follows` and `pays`
 * again in each condition, and a literal limit lets it reuse one plan for all pages. Without both, planning takes four
 * times as long as reading (docs/decisions/0003-feed-storage.md).
 */
export const firstVisible = <Row>(
  db: Kysely<DB>,
  page: Parameters<Page>,
  rows: AliasedExpression<Row, 'rows'>,
  rule: (page: Parameters<Page>) => Expression<SqlBool>,
) =>
  db
    .selectFrom(db.selectFrom(rows).selectAll().where(rule(page)).limit(ROWS_MAX).as('page'))
    .selectAll()
    .limit(page.limit)

/** Signals older than the cursor, newest first. */
const newestFirst = (db: Kysely<DB>, page: Parameters<Page>) =>
  signalsFor(db, page)
    .where((eb) => eb(eb.refTuple('g.createdAt', 'g.id'), '<', eb.tuple(page.beforeAt, page.beforeId)))
    .orderBy('g.createdAt', 'desc')
    .orderBy('g.id', 'desc')
    .offset(sql.lit(0))

/** Signals by every public author, the viewer, and the creators the viewer pays, newest first, without muted ones. */
export const everyonePage = prepared('everyone_page', (db, page: Parameters<Page>) =>
  withScoresVersion(db, firstVisible(db, page, newestFirst(db, page).as('rows'), isInEveryonesFeed)),
)

/** One person's signals, newest first; no rows if the person is hidden from the viewer. */
export const personPage = prepared('person_page', (db, page: Parameters<Page & { authorId: string }>) =>
  withScoresVersion(
    db,
    firstVisible(
      db,
      page,
      newestFirst(db, page).where('g.userId', '=', page.authorId).as('rows'),
      isAuthorVisible,
    ),
  ),
)

/** One person's signals about one ticker, newest first, without locked ones for the same reason as below. */
export const personTickerPage = prepared(
  'person_ticker_page',
  (db, page: Parameters<Page & { authorId: string; ticker: string }>) => {
    const rows = newestFirst(db, page)
      .where('g.userId', '=', page.authorId)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('signalTickers as t')
            .select('t.signalId')
            .where('t.ticker', '=', page.ticker)
            .whereRef('t.createdAt', '=', 'g.createdAt')
            .whereRef('t.signalId', '=', 'g.id'),
        ),
      )
    return withScoresVersion(db, firstVisible(db, page, rows.as('rows'), isReadable))
  },
)

/**
 * Signals about one ticker, newest first, without locked ones: finding a signal by its ticker would reveal the ticker
 * (docs/spec-answers.md, 25).
 */
export const tickerPage = prepared('ticker_page', (db, page: Parameters<Page & { ticker: string }>) => {
  const rows = signalsFor(db, page)
    .innerJoin('signalTickers as t', 't.signalId', 'g.id')
    .where('t.ticker', '=', page.ticker)
    .where((eb) => eb(eb.refTuple('t.createdAt', 't.signalId'), '<', eb.tuple(page.beforeAt, page.beforeId)))
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.signalId', 'desc')
    .offset(sql.lit(0))
  return withScoresVersion(db, firstVisible(db, page, rows.as('rows'), isReadable))
})

const byId = prepared(
  'signal_by_id',
  (db, asked: Parameters<ReturnType<typeof viewerContext> & { id: string }>) =>
    withScoresVersion(
      db,
      db
        .selectFrom(signalsFor(db, asked).where('g.id', '=', asked.id).offset(sql.lit(0)).as('rows'))
        .selectAll()
        .where(isAuthorVisible(asked)),
    ),
)

/** One signal; undefined if it doesn't exist or its author is hidden from the viewer. */
export const signalById = async (
  deps: Pick<Deps, 'statements' | 'clock' | 'config'>,
  viewerId: string,
  id: string,
): Promise<ListedSignal | undefined> =>
  (await byId(deps.statements, { ...viewerContext(deps, viewerId), id }))[0]
