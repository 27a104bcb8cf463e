// Whether a subscription lets its subscriber read premium signals, as a condition other features' queries carry.
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Whether `viewerId` pays the person whose id the column `creator` holds (`is_paying` in the migrations; answer 7). */
export function paysFor(
  viewerId: string,
  creator: string,
  now: Date,
  graceDays: number,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from subscriptions s
    where s.subscriber_id = ${viewerId} and s.creator_id = ${sql.ref(creator)}
      and is_paying(s.status, s.current_period_start, ${now}, ${graceDays}))`
}
