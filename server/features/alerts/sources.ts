// The sources of alerts: signals of bells, mentions and followers, from their own tables, and stored alerts. Each
// source returns what the viewer may see now, regardless of what was visible at the time of the event
// (docs/decisions/0065).
import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { signalsFor } from '#server/features/signals/store.ts'
import {
  givesAccess,
  isContentHeard,
  isForSubscribers,
  isHeard,
  isInEveryonesFeed,
  isInFeed,
  isReadable,
  viewerFollows,
  viewerPays,
} from '#server/features/users/visibility.ts'
import type { AlertFacts } from '#shared/contracts/alerts.ts'
import { BELLS_MAX } from '#shared/limits.ts'
import type { AlertKind } from '#shared/rules/alert-kinds.ts'

/** Alerts after `from`, before the cursor, newest first. */
export type Span = {
  viewerId: Expression<string>
  now: Expression<Date>
  graceDays: Expression<number>
  from: Expression<Date>
  beforeAt: Expression<Date>
  beforeId: Expression<string>
  limit: Expression<number>
  /** Whether kinds that the person hides from the list are included, because the alerts are for an email. */
  forEmail: Expression<boolean>
}

/** Whether the viewer wants this kind in the list. */
export const isListed = ({ viewerId, forEmail }: Span, kind: Expression<unknown>) =>
  sql<SqlBool>`(${forEmail} or ${kind} not in (select kind from alert_preferences where person_id = ${viewerId} and not list))`

/** Whether the viewer wants alerts of this kind from this person at all. People they pay count as followed. */
export const isWantedFrom = (span: Span, kind: Expression<unknown>, personId: Expression<string>) =>
  sql<SqlBool>`(case (select from_whom from alert_preferences where person_id = ${span.viewerId} and kind = ${kind})
    when 'nobody' then false
    when 'followed' then ${viewerFollows(span, personId)} or ${viewerPays(span, personId)}
    else true end)`

export const isInSpan = (span: Span, at: Expression<unknown>, id: Expression<unknown>) =>
  sql<SqlBool>`${at} > ${span.from} and (${at}, ${id}) < (${span.beforeAt}, ${span.beforeId})`

/**
 * The bells that the viewer set, and by default those of creators they pay. Only the newest are read, so that a very
 * large number of bells isn't slow.
 */
const bellsOf = (span: Span) => sql`(
  select bell.author_id, bell.level, bell.since from (
    select author_id, level, created_at as since from alert_bells
     where person_id = ${span.viewerId} and level <> 'off'
    union all
    select s.creator_id, 'all', s.created_at from subscriptions s
     where s.subscriber_id = ${span.viewerId} and ${givesAccess('s', span)}
       and not exists (select from alert_bells chosen
         where chosen.person_id = ${span.viewerId} and chosen.author_id = s.creator_id)) bell
  order by bell.since desc limit ${sql.lit(BELLS_MAX)})`

/** The newest signals that ring the bell in the row `bell`. */
const postedSince = (span: Span, limit: Expression<number>) => sql`(
  select p.id, p.created_at from signals p
   where p.user_id = bell.author_id and p.created_at > bell.since
     and ${isInSpan(span, sql.ref('p.createdAt'), sql.ref('p.id'))}
     and (bell.level = 'all' or ${isForSubscribers('p')}) and ${isContentHeard(span, 'p')}
   order by p.created_at desc, p.id desc limit ${limit})`

/**
 * The bells of the authors in the viewer's feed that have the newest signals: those of other authors can't be on the
 * page. Whether an author is in the feed is checked after the search for a signal, which is cheaper.
 */
const ringingBells = (span: Span) => sql`(
  select found.author_id, found.level, found.since from (
    select bell.author_id, bell.level, bell.since, newest.id, newest.created_at
      from ${bellsOf(span)} bell cross join lateral ${postedSince(span, sql.lit(1))} newest offset 0) found
  join users author on author.id = found.author_id
  where ${isHeard(span, 'author')}
    and (${viewerFollows(span, sql.ref('author.id'))} or ${viewerPays(span, sql.ref('author.id'))})
  order by found.created_at desc, found.id desc limit ${span.limit})`

/** Signals of authors whose bells ring, posted after the bell was set. */
export const bellSignals = (db: Kysely<DB>, span: Span) => {
  const ids = sql<{ id: string }>`(
    select posted.id from ${ringingBells(span)} bell cross join lateral ${postedSince(span, span.limit)} posted
     order by posted.created_at desc, posted.id desc limit ${span.limit})`
  const rows = signalsFor(db, span).innerJoin(ids.as('rung'), 'rung.id', 'g.id').offset(sql.lit(0))
  return db
    .selectFrom(rows.as('rows'))
    .selectAll()
    .where(isInFeed(span))
    .where(isListed(span, sql.lit('signal')))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
}

/** A person with more mentions than this sees the newest. */
const MENTIONS_READ = 500

/** Signals that mention the viewer and that they may read. */
export const mentionSignals = (db: Kysely<DB>, span: Span) => {
  const ids = sql<{ id: string }>`(
    select distinct m.signal_id as id from (
      select signal_id from signal_mentions
       where user_id = ${span.viewerId} and ${isInSpan(span, sql.ref('createdAt'), sql.ref('signalId'))}
       order by created_at desc, signal_id desc limit ${sql.lit(MENTIONS_READ)}) m)`
  const rows = signalsFor(db, span).innerJoin(ids.as('named'), 'named.id', 'g.id').offset(sql.lit(0))
  return db
    .selectFrom(rows.as('rows'))
    .selectAll()
    .where(isInEveryonesFeed(span))
    .where(isReadable(span))
    .where('userId', '<>', span.viewerId)
    .where('withdrawnAt', 'is', null)
    .where('removedFor', 'is', null)
    .where('hiddenAt', 'is', null)
    .where(isWantedFrom(span, sql.lit('mention'), sql.ref('userId')))
    .where(isListed(span, sql.lit('mention')))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(span.limit)
}

/** Closed signals of the viewer, and saved ones that they may still read. */
export const outcomes = (db: Kysely<DB>, span: Span) => {
  const rows = signalsFor(db, span)
    .innerJoin('alerts as x', 'x.signalId', 'g.id')
    .select(['x.id as alertId', 'x.createdAt as alertedAt'])
    .where('x.personId', '=', span.viewerId)
    .where('x.kind', '=', 'outcome')
    .where((eb) => isInSpan(span, eb.ref('x.createdAt'), eb.ref('x.id')))
    .offset(sql.lit(0))
  return db
    .selectFrom(rows.as('rows'))
    .selectAll()
    .where(isInEveryonesFeed(span))
    .where(isReadable(span))
    .where(isListed(span, sql.lit('outcome')))
    .orderBy('alertedAt', 'desc')
    .orderBy('alertId', 'desc')
    .limit(span.limit)
}

/** A creator who gets more followers than this sees the newest. */
const FOLLOWERS_READ = 2000

/** New followers, one row for each day (UTC). A day isn't split between two pages. */
export const followers = (db: Kysely<DB>, span: Span) =>
  db
    .selectFrom(
      sql<{ id: string; createdAt: Date; people: string[]; count: number }>`(
        select (array_agg(f.id order by f.created_at desc, f.id desc))[1] as id, max(f.created_at) as created_at,
            (array_agg(f.follower_id order by f.created_at desc, f.id desc))[1:3] as people, count(*)::int as count
          from (select id, follower_id, created_at from follows
                 where following_id = ${span.viewerId} and created_at > ${span.from}
                 order by created_at desc limit ${sql.lit(FOLLOWERS_READ)}) f
          join users u on u.id = f.follower_id
         where ${isHeard(span, 'u')} and ${isWantedFrom(span, sql.lit('follower'), sql.ref('u.id'))}
         group by date_trunc('day', f.created_at, 'UTC'))`.as('day'),
    )
    .selectAll()
    .where((eb) => isInSpan(span, eb.ref('createdAt'), eb.ref('id')))
    .where(isListed(span, sql.lit('follower')))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(span.limit)

/** The stored kinds that are shown regardless of whom they are about. */
const ALWAYS: readonly AlertKind[] = ['payment', 'payout', 'moderation', 'security']

/** The other stored alerts. `actorId` is null if the viewer may not see the person. */
export const stored = (db: Kysely<DB>, span: Span) =>
  db
    .selectFrom('alerts as x')
    .leftJoin('users as actor', (join) => join.onRef('actor.id', '=', 'x.actorId').on(isHeard(span, 'actor')))
    .select(['x.id', 'x.createdAt', 'x.kind', 'actor.id as actorId'])
    .select(sql<AlertFacts>`x.data`.as('facts'))
    .where('x.personId', '=', span.viewerId)
    .where('x.kind', '<>', 'outcome')
    .where((eb) => isInSpan(span, eb.ref('x.createdAt'), eb.ref('x.id')))
    .where((eb) =>
      eb.or([
        eb('x.kind', 'in', [...ALWAYS]),
        eb.and([
          isListed(span, eb.ref('x.kind')),
          eb.or([eb('x.actorId', 'is', null), eb('actor.id', 'is not', null)]),
        ]),
      ]),
    )
    .orderBy('x.createdAt', 'desc')
    .orderBy('x.id', 'desc')
    .limit(span.limit)
