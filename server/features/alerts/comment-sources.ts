// Alerts about comments and "useful" votes, grouped by signal and day. Like all alerts, they are determined when they
// are read (docs/decisions/0065).
import { type Expression, type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { hasText, isCommentShown } from '#server/features/comments/visibility.ts'
import { signalsFor } from '#server/features/signals/store.ts'
import { isHeard, isInEveryonesFeed, isReadable } from '#server/features/users/visibility.ts'
import { isInSpan, isListed, isWantedFrom, type Span } from './sources.ts'

/** A person with more replies and mentions than this sees the newest. */
const TOLD_READ = 500
const USEFUL_READ = 2000

const dayOf = (at: Expression<unknown>) => sql`date_trunc('day', ${at}, 'UTC')`

/** A UUID (version 8) derived from a name. */
const idOf = (name: Expression<unknown>) =>
  sql<string>`overlay(overlay(md5(${name}) placing '8' from 13) placing '8' from 17)::uuid`

/**
 * Replies and mentions in comments that the viewer may read: the newest one of each kind, signal and day (UTC), with
 * the ids of all their writers, newest first. A day isn't split between two pages.
 */
export const commentAlerts = (db: Kysely<DB>, span: Span) => {
  const told = sql<{ commentId: string; toldAt: Date; toldKind: 'reply' | 'mention' }>`(
    select comment_id, created_at as told_at, kind as told_kind from comment_alerts
     where person_id = ${span.viewerId} and created_at > ${span.from}
     order by created_at desc, comment_id desc limit ${sql.lit(TOLD_READ)})`
  const rows = signalsFor(db, span)
    .innerJoin('comments as c', 'c.signalId', 'g.id')
    .innerJoin(told.as('x'), 'x.commentId', 'c.id')
    .innerJoin('users as w', 'w.id', 'c.personId')
    .select(['x.toldAt', 'x.toldKind', 'c.id as commentId', 'c.body', 'w.id as writerId'])
    .where(isCommentShown(span, 'c', 'w'))
    .where(hasText('c'))
    .where(isWantedFrom(span, sql.ref('x.toldKind'), sql.ref('w.id')))
    .offset(sql.lit(0))
  const all = db
    .selectFrom(rows.as('rows'))
    .selectAll()
    .select([
      sql<string[]>`array_agg(writer_id) over w`.as('writers'),
      sql<number>`row_number() over w`.as('place'),
    ])
    .where(isReadable(span))
    .where(isInEveryonesFeed(span))
    .where(isListed(span, sql.ref('toldKind')))
    .modifyEnd(
      sql`window w as (partition by id, told_kind, ${dayOf(sql`told_at`)} order by told_at desc, comment_id desc
        rows between unbounded preceding and unbounded following)`,
    )
  return db
    .selectFrom(all.as('grouped'))
    .selectAll()
    .where('place', '=', 1)
    .where((eb) => isInSpan(span, eb.ref('toldAt'), eb.ref('commentId')))
    .orderBy('toldAt', 'desc')
    .orderBy('commentId', 'desc')
    .limit(span.limit)
}

/** How many people found a signal of the viewer useful on a day (UTC). Nobody is named. */
export const usefulAlerts = (db: Kysely<DB>, span: Span) => {
  const found = sql<{ usefulSignal: string; usefulAt: Date; count: number; usefulId: string }>`(
    select f.signal_id as useful_signal, max(f.found_at) as useful_at, count(*)::int as count,
        ${idOf(sql`f.signal_id::text || ${dayOf(sql`f.found_at`)}::text`)} as useful_id
      from (select signal_id, person_id, created_at as found_at from useful
             where author_id = ${span.viewerId} and created_at > ${span.from}
             order by created_at desc limit ${sql.lit(USEFUL_READ)}) f
      join users u on u.id = f.person_id
     where ${isHeard(span, 'u')}
     group by f.signal_id, ${dayOf(sql`f.found_at`)})`
  return signalsFor(db, span)
    .innerJoin(found.as('f'), 'f.usefulSignal', 'g.id')
    .select(['f.usefulId', 'f.usefulAt', 'f.count'])
    .where(isListed(span, sql.lit('useful')))
    .where((eb) => isInSpan(span, eb.ref('f.usefulAt'), eb.ref('f.usefulId')))
    .orderBy('f.usefulAt', 'desc')
    .orderBy('f.usefulId', 'desc')
    .limit(span.limit)
}
