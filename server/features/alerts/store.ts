// How many alerts a person hasn't seen, which is part of every response about the signed-in user.
import { type Expression, type Kysely, sql } from 'kysely'
import { FIRST_PAGE } from '#server/db/page.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { viewerContext } from '#server/features/users/visibility.ts'
import { UNSEEN_MAX } from '#shared/limits.ts'
import type { AlertKind } from '#shared/rules/alert-kinds.ts'
import { commentAlerts, usefulAlerts } from './comment-sources.ts'
import { allSeenAt, kindSeenAt } from './marks.ts'
import { bellSignals, followers, mentionSignals, outcomes, type Span, stored } from './sources.ts'
import { oldestListed } from './alert-rows.ts'

type Needs = Pick<Deps, 'statements' | 'clock' | 'config'>
type Values = { viewerId: string; now: Date; graceDays: number; oldest: Date }
type Count = { n: number }

/**
 * The sources with anything new since the last visit, before any rule. Usually there is nothing, and starting the
 * statements with all rules takes ten times as long as this.
 */
const candidates = prepared(
  'unseen_candidates',
  (_db, { viewerId, oldest }: Parameters<Pick<Values, 'viewerId' | 'oldest'>>) => {
    const posted = (author: string, since: string) => sql`cross join lateral (select from signals p
      where p.user_id = ${sql.ref(author)} and p.created_at > greatest(${sql.ref(since)}, since.at) limit 1) p`
    return sql<Record<Part, boolean>>`
      select exists (select from alert_bells b ${posted('b.authorId', 'b.createdAt')}
            where b.person_id = ${viewerId} and b.level <> 'off')
          or exists (select from subscriptions s ${posted('s.creatorId', 's.createdAt')} where s.subscriber_id = ${viewerId})
          or exists (select from signal_mentions where user_id = ${viewerId} and created_at > since.at) as signals,
        exists (select from alerts where person_id = ${viewerId} and created_at > since.at and kind = 'outcome') as outcomes,
        exists (select from alerts where person_id = ${viewerId} and created_at > since.at and kind <> 'outcome') as others,
        exists (select from follows where following_id = ${viewerId} and created_at > since.at) as followers,
        exists (select from comment_alerts where person_id = ${viewerId} and created_at > since.at) as comments,
        exists (select from useful where author_id = ${viewerId} and created_at > since.at) as useful
      from (select greatest(${oldest}, ${allSeenAt(viewerId)}) as at offset 0) since`
  },
)

type Part = 'signals' | 'outcomes' | 'others' | 'followers' | 'comments' | 'useful'
type Marked = {
  span: Span
  of: (kind: AlertKind) => Span
  seenAt: (kind: Expression<unknown>) => Expression<Date>
}

const counted = (part: Part, build: (db: Kysely<DB>, marked: Marked) => Expression<Count>) =>
  prepared(`unseen_${part}`, (db, values: Parameters<Values>) => {
    const { viewerId } = values
    const from = sql<Date>`(select greatest(${values.oldest}, ${allSeenAt(viewerId)}))`
    const seenAt = (kind: Expression<unknown>) => sql<Date>`greatest(${from}, ${kindSeenAt(viewerId, kind)})`
    const span: Span = {
      // The values aren't spread, because parameters can't be enumerated.
      viewerId,
      now: values.now,
      graceDays: values.graceDays,
      from,
      beforeAt: sql<Date>`${sql.lit(FIRST_PAGE.createdAt.toISOString())}::timestamptz`,
      beforeId: sql<string>`${sql.lit(FIRST_PAGE.id)}::uuid`,
      limit: sql.lit(UNSEEN_MAX),
      forEmail: sql.lit(false),
    }
    const of = (kind: AlertKind): Span => ({ ...span, from: sql<Date>`(select ${seenAt(sql.lit(kind))})` })
    return sql<Count>`select n from ${build(db, { span, of, seenAt })} as counted`
  })

const COUNT = sql<number>`count(*)::int`.as('n')

const COUNTS = {
  // A signal that mentions the viewer is one alert.
  signals: counted('signals', (db, { of }) =>
    db
      .selectFrom(
        db
          .selectFrom(bellSignals(db, of('signal')).as('rung'))
          .select('rung.id')
          .union(db.selectFrom(mentionSignals(db, of('mention')).as('named')).select('named.id'))
          .as('one'),
      )
      .select(COUNT),
  ),
  outcomes: counted('outcomes', (db, { of }) =>
    db.selectFrom(outcomes(db, of('outcome')).as('one')).select(COUNT),
  ),
  followers: counted('followers', (db, { of }) =>
    db.selectFrom(followers(db, of('follower')).as('one')).select(COUNT),
  ),
  comments: counted('comments', (db, { span, seenAt }) =>
    db
      .selectFrom(commentAlerts(db, span).as('one'))
      .select(COUNT)
      .where((eb) => eb('one.toldAt', '>', seenAt(eb.ref('one.toldKind')))),
  ),
  useful: counted('useful', (db, { of }) =>
    db.selectFrom(usefulAlerts(db, of('useful')).as('one')).select(COUNT),
  ),
  others: counted('others', (db, { span, seenAt }) =>
    db
      .selectFrom(stored(db, span).as('one'))
      .select(COUNT)
      .where((eb) => eb('one.createdAt', '>', seenAt(eb.ref('one.kind')))),
  ),
} satisfies Record<Part, unknown>

/** At most `UNSEEN_MAX`. */
export async function unseenAlerts({ statements, clock, config }: Needs, viewerId: string): Promise<number> {
  const context = viewerContext({ clock, config }, viewerId)
  const values: Values = { ...context, oldest: oldestListed(context.now) }
  const [found] = await candidates(statements, { viewerId, oldest: values.oldest })
  if (!found) return 0
  const parts = (Object.keys(COUNTS) as Part[]).filter((part) => found[part])
  const counts = await Promise.all(parts.map((part) => COUNTS[part](statements, values)))
  return Math.min(
    UNSEEN_MAX,
    counts.reduce((sum, [row]) => sum + (row?.n ?? 0), 0),
  )
}
