// A page of a person's own feed, from the stored timeline and, where that was cut, from the authors' lists
// (docs/decisions/0003-feed-storage.md explains both statements and their plans).
import { type Expression, sql } from 'kysely'
import type { StatementPool } from '#server/db/open.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import { METHOD } from '#engine/scoring/method.ts'
import {
  isAuthorInFeed,
  isContentHeard,
  isInFeed,
  mutesContent,
  viewerFollows,
  viewerPays,
} from '#server/features/users/visibility.ts'
import { SCORE_VERSION, withScoresVersion } from './scores-version.ts'
import {
  AUTHOR_COLUMNS,
  countsOf,
  firstVisible,
  isReported,
  isSaved,
  isUseful,
  mentionsIn,
  type Page,
  prefixed,
  type ListedSignal,
  signalsFor,
} from './store.ts'
import { startOf } from './timeline.ts'

type VersionedRow = ListedSignal & { version: string }
type SignalPosition = { id: string; createdAt: Date }
/** A person who follows this many people is likely to follow an author of the newest signals below the cursor. */
const MANY = 500
/** The number of those signals that are checked. */
const WINDOW = 2000

/**
 * Signals by the viewer and by people the viewer follows, pays and may see, newest first: the stored timeline down to
 * its start, then the authors' lists, which continue after its last row. It doesn't matter if the start moves in the
 * meantime, because the second statement doesn't read it.
 */
export async function timelinePage(statements: StatementPool, page: Page): Promise<VersionedRow[]> {
  const rows = await storedPage(statements, page)
  const last = rows.at(-1)
  if (rows.length === page.limit || last?.isCut === false) return rows
  const after = last && { beforeAt: last.createdAt, beforeId: last.id }
  const rest = { ...page, ...after, limit: page.limit - rows.length }
  const recent = await recentPage(statements, rest)
  return [...rows, ...(recent.length === rest.limit ? recent : await olderPage(statements, rest))]
}

const isCut = (page: Parameters<Page>) =>
  sql<boolean>`exists (select from timeline_starts where viewer_id = ${page.viewerId})`

/**
 * A 64-bit hash of what can change about a page's row: its author, the fields that decide who may see and read it, and
 * the targets of its mentions. A signal itself only changes together with its author's `signals_changed_at`.
 */
const ROW_VERSION = sql`hash_record_extended(row(${sql.join(
  ['id', ...AUTHOR_COLUMNS, 'follows', 'pays', 'mentions', 'isSaved', 'isReported', 'counts', 'isUseful'].map(
    (column) => sql.ref(column),
  ),
)}), 0)`

/** The stored timeline from the cursor down to its start. `isCut`: it has a start. */
const storedPage = prepared('timeline_page', (db, page: Parameters<Page>) => {
  const rows = signalsFor(db, page)
    .innerJoin('timelines as t', 't.signalId', 'g.id')
    .where('t.viewerId', '=', page.viewerId)
    .where((eb) => eb(eb.refTuple('t.createdAt', 't.signalId'), '<', eb.tuple(page.beforeAt, page.beforeId)))
    .where('t.createdAt', '>=', startOf(page.viewerId))
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.signalId', 'desc')
    .offset(sql.lit(0))
  const first = firstVisible(db, page, rows.as('rows'), isInFeed)
  return withScoresVersion(
    db,
    first.select([isCut(page).as('isCut'), sql<string>`${ROW_VERSION}::text`.as('version')]),
  )
})

/** Whether a signal is below the cursor. */
const isBelow = (page: Parameters<Page>, signal: string) =>
  sql<boolean>`(${sql.ref(signal)}.created_at, ${sql.ref(signal)}.id) < (${page.beforeAt}::timestamptz, ${page.beforeId}::uuid)`

/**
 * The signals among the newest below the cursor that belong on the page of a person who follows many; empty for others.
 * If they fill the page, no author's list needs to be read, which would take 20 ms for 5,000 followed people.
 */
const recentPage = prepared('recent_page', (db, page: Parameters<Page>) => {
  const followsMany = sql`(select count(*) from (select from follows where follower_id = ${page.viewerId} limit ${sql.lit(MANY)}) f) = ${sql.lit(MANY)}`
  const rows = signalsFor(db, page)
    .innerJoin(
      sql<SignalPosition>`(
        select s.id, s.created_at from (
          select posted.id, posted.user_id, posted.created_at from signals posted
           where ${isBelow(page, 'posted')} and ${isCut(page)} and ${followsMany}
           order by posted.created_at desc, posted.id desc limit ${sql.lit(WINDOW)}) s
         where s.user_id = ${page.viewerId}
            or exists (select from follows where follower_id = ${page.viewerId} and following_id = s.user_id)
            or exists (select from subscriptions where subscriber_id = ${page.viewerId} and creator_id = s.user_id)
         order by s.created_at desc, s.id desc offset 0)`.as('o'),
      'o.id',
      'g.id',
    )
    .orderBy('o.createdAt', 'desc')
    .orderBy('o.id', 'desc')
    .offset(sql.lit(0))
  return withScoresVersion(
    db,
    firstVisible(db, page, rows.as('rows'), isInFeed).select(sql.lit('0').as('version')),
  )
})

/** The authors' lists below the cursor. Nothing if the timeline was never cut. */
const olderPage = prepared('older_page', (db, page: Parameters<Page>) => {
  /** The `limit` newest signals of `person` below the bound. */
  const newestOf = (person: string, limit: Expression<unknown>) => sql`(
    select posted.id, posted.created_at from signals posted
     where posted.user_id = ${sql.ref(person)} and ${isBelow(page, 'posted')}
       and ${isContentHeard(page, 'posted')}
     order by posted.created_at desc, posted.id desc limit ${limit})`
  // A person whose newest signal isn't among the page's first rows has none on the page. So one look-up per person
  // finds the page's authors, and only their lists are read.
  const newest = signalsFor(db, page)
    .innerJoin(
      sql<SignalPosition>`(
        select s.* from (
          select ${page.viewerId} as id
          union select following_id from follows where follower_id = ${page.viewerId}
          union select creator_id from subscriptions where subscriber_id = ${page.viewerId}) person
         cross join lateral ${newestOf('person.id', sql.lit(1))} s
         where ${isCut(page)}
         order by s.created_at desc, s.id desc offset 0)`.as('n'),
      'n.id',
      'g.id',
    )
    .orderBy('n.createdAt', 'desc')
    .orderBy('n.id', 'desc')
    .offset(sql.lit(0))
  const authors = firstVisible(db, page, newest.as('rows'), isAuthorInFeed)
  const rows = signalsFor(db, page)
    .innerJoin(
      sql<SignalPosition>`(
        select s.* from ${authors.as('author')} cross join lateral ${newestOf('author.userId', page.limit)} s
         order by s.created_at desc, s.id desc limit ${page.limit})`.as('o'),
      'o.id',
      'g.id',
    )
    .orderBy('o.createdAt', 'desc')
    .orderBy('o.id', 'desc')
  // The version is unused, because that of a page with older rows never matches.
  return withScoresVersion(db, db.selectFrom(rows.as('rows')).selectAll().select(sql.lit('0').as('version')))
})

/**
 * The version that `versionOfRows` gives the rows of `timelinePage`, computed without reading the signals in two thirds
 * of the page's time. A page that also needs the authors' lists never has the same version, nor has one of a viewer who
 * mutes tickers or words, because whether these hide a signal depends on its content.
 */
export const timelineVersion = prepared('timeline_version', (db, page: Parameters<Page>) => {
  const rows = db
    .selectFrom('timelines as t')
    .innerJoin('users as a', 'a.id', 't.authorId')
    .select(['t.signalId as id', 't.authorId as userId', ...prefixed('a', AUTHOR_COLUMNS)])
    .select((eb) => [
      viewerFollows(page, eb.ref('t.authorId')).as('follows'),
      viewerPays(page, eb.ref('t.authorId')).as('pays'),
      mentionsIn(page, eb.ref('t.signalId')).as('mentions'),
      isSaved(page, eb.ref('t.signalId')).as('isSaved'),
      isReported(page, eb.ref('t.signalId')).as('isReported'),
      countsOf(eb.ref('t.signalId')).as('counts'),
      isUseful(page, eb.ref('t.signalId')).as('isUseful'),
    ])
    .where('t.viewerId', '=', page.viewerId)
    .where((eb) => eb(eb.refTuple('t.createdAt', 't.signalId'), '<', eb.tuple(page.beforeAt, page.beforeId)))
    .where('t.createdAt', '>=', startOf(page.viewerId))
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.signalId', 'desc')
    .offset(sql.lit(0))
  const outcomes = sql<string>`(select coalesce(bit_xor(${SCORE_VERSION}), 0)::text
    from record_scores s where s.signal_id in (select id from page) and s.method = ${sql.lit(METHOD)})`
  return db
    .with('page', () => firstVisible(db, page, rows.as('rows'), isAuthorInFeed))
    .selectFrom('page')
    .select(
      sql<string>`count(*) || ' ' || coalesce(bit_xor(${ROW_VERSION}), 0) || ' ' || ${outcomes}
        || case when ${mutesContent(page)} then ' and muted' else '' end
        || case when count(*) < ${page.limit} and ${isCut(page)} then ' and older' else '' end`.as('version'),
    )
})

/**
 * Combines the number of rows, their versions, and those of their scores. The order of the rows isn't included, because
 * it follows from them.
 */
export const versionOfRows = (rows: readonly VersionedRow[]): string =>
  `${rows.length} ${combined(rows.map(({ version }) => version))} ${combined(rows.map(({ scoresVersion }) => scoresVersion))}`

const combined = (versions: readonly string[]) => versions.reduce((all, one) => all ^ BigInt(one), 0n)
