// The reasons why subscribers canceled, in groups of five answers, so that the creator can't tell who gave which
// answer.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { studio } from '#shared/contracts/studio.ts'
import type { Wire } from '#shared/endpoint.ts'
import { ANSWERS_TOGETHER, CANCEL_REASONS, type CancelReasonName } from '#shared/rules/cancel-reasons.ts'
import type { Studio } from './lives.ts'

const MONTHS = 12
const WORDS_MAX = 20

/**
 * Answers count while the cancellation stands. Every five consecutive answers, starting with the oldest, form a group.
 * A group is shown once it is full, until its newest answer is a year old. Texts are ordered by their hash, and those
 * of people with a block between them and the creator are left out.
 */
export async function reasonsOf(
  db: Deps['db'],
  { creatorId, now }: Pick<Studio, 'creatorId' | 'now'>,
): Promise<Wire<typeof studio.overview>['reasons']> {
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1), 1))
  const { rows } = await sql<{ reason: CancelReasonName; text: string | null }>`
    with answers as (
      select r.reason, r.answered_at, s.subscriber_id, r.text,
             (row_number() over (order by r.answered_at, s.id) - 1) / ${ANSWERS_TOGETHER} as batch
        from cancel_reasons r join subscriptions s on s.id = r.subscription_id
       where s.creator_id = ${creatorId} and s.ended_by = 'subscriber'),
    shown as (
      select batch from answers group by batch
      having count(*) = ${ANSWERS_TOGETHER} and max(answered_at) >= ${since})
    select a.reason, case when exists (select from blocks b
             where (b.blocker_id, b.blocked_id) in ((a.subscriber_id, ${creatorId}), (${creatorId}, a.subscriber_id)))
           then null else a.text end as text
      from answers a join shown using (batch) order by md5(a.text), a.reason`.execute(db)
  const { canceled } = await db
    .selectFrom('subscriptions')
    .select(sql<number>`count(*)::int`.as('canceled'))
    .where('creatorId', '=', creatorId)
    .where('endedBy', '=', 'subscriber')
    .where(sql<boolean>`coalesce(canceled_at, updated_at) >= ${since}`)
    .executeTakeFirstOrThrow()
  const counts = CANCEL_REASONS.map((reason) => ({
    reason,
    count: rows.filter((row) => row.reason === reason).length,
  }))
  return {
    canceled,
    answers: rows.length,
    counts: counts.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count),
    words: rows.flatMap(({ text }) => text ?? []).slice(0, WORDS_MAX),
  }
}
