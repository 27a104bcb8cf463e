// Facts on a person's page besides the profile: the return of the portfolio, and a suspension. Scalar subqueries.
import { type Expression, sql } from 'kysely'
import { lastBreakOf } from '#server/features/portfolio/store.ts'
import type { RecordEvent } from '#shared/contracts/track-record.ts'
import type { RecordFacts } from '#shared/rules/doubts.ts'
import type { PerformanceSource } from '#shared/rules/performance.ts'

/** A person's return and the facts behind its caveats; null if it was never calculated. */
export const portfolioOf = (userId: Expression<string>) => sql<{
  performance: string
  source: PerformanceSource
  linkedSince: string | null
  moneyWeighted: string | null
  /** The stored summary without its curve; null if there is no return. */
  record: RecordFacts | null
  lastBreak: RecordEvent | null
} | null>`(select json_build_object('performance', performance, 'source', source, 'linkedSince', linked_since,
    'moneyWeighted', money_weighted, 'record', summary - 'curve', 'lastBreak', ${lastBreakOf(userId)})
  from performance_summaries where user_id = ${userId})`

/** The restriction that keeps a person from posting now (the one that lasts longest), or null. */
export const suspensionOf = (userId: Expression<string>, now: Date | Expression<Date>) => sql<{
  since: string
  until: string | null
  reference: string
  decisionId: string
} | null>`(select json_build_object('since', ${isoUtc(sql`r.starts_at`)}, 'until', ${isoUtc(sql`r.ends_at`)},
    'reference', d.reference, 'decisionId', d.id)
  from restrictions r join decisions d on d.id = r.decision_id
  where r.person_id = ${userId} and r.kind = 'post' and r.lifted_at is null and (r.ends_at is null or r.ends_at > ${now})
  order by r.ends_at desc nulls first limit 1)`

/** ISO 8601, as JavaScript writes it. */
const isoUtc = (instant: Expression<unknown>) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
