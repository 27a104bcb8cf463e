// Today's figures, for administrators.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { admin } from '#shared/contracts/admin.ts'

type Row = Omit<Wire<typeof admin.overview>, 'at' | 'oldestFailedAt'> & { oldestFailedAt: Date | null }

/** Cases that wait for a decision, an answer or a second moderator, as in the list of cases. */
const WAITING = sql`select case_id, min(due_at) as due_at from (
    select id as case_id, due_at from cases where state = 'open'
    union all select d.case_id, w.due_at from decisions d join (
      select decision_id, due_at from appeals where outcome is null
      union all select decision_id, due_at from second_looks where outcome is null
      union all select decision_id, due_at from notice_looks where outcome is null
      union all select id, ends_at from decisions where confirmation = 'waiting') w on w.decision_id = d.id) every
  group by case_id`

/** The day begins at midnight in New York. Reads short ranges of each table, and counts accounts, jobs and cases. */
export async function overviewOf(db: Kysely<DB>, now: Date): Promise<Wire<typeof admin.overview>> {
  const start = sql`(date_trunc('day', ${now}::timestamptz at time zone 'America/New_York') at time zone 'America/New_York')`
  const joined = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from users where not is_former and created_at >= ${from} and created_at <= ${to})`
  const week = sql`interval '7 days'`
  const at = sql`${now}::timestamptz`
  const { rows } = await sql<Row>`select
    ${joined(start, at)} as new_people,
    ${joined(sql`${start} - ${week}`, sql`${at} - ${week}`)} as new_people_week_before,
    (select count(*)::int from users where not is_former) as people,
    (select count(*)::int from signals where created_at >= ${start}) as signals,
    (select count(*)::int from record_entries) as log_size,
    (select count(*)::int from payments where paid_at >= ${start}) as payments,
    (select coalesce(sum(amount_in_cents), 0)::int from payments where paid_at >= ${start}) as paid_in_cents,
    (select count(*)::int from audit_log where event = 'payment.refunded' and created_at >= ${start}) as refunds,
    (select coalesce(sum(p.refunded_in_cents), 0)::int from payments p where p.stripe_invoice_id in (
       select target from audit_log where event = 'payment.refunded' and created_at >= ${start})) as refunded_in_cents,
    (select count(*)::int from payments where dispute_status in ('needs_response', 'under_review')) as disputes,
    (select count(*)::int from emails where sent_at >= ${start}) as emails_sent,
    (select count(*)::int from suppressed_addresses) as emails_suppressed,
    (select count(*)::int from emails where sent_at is null and (expires_at is null or expires_at > ${at})) as emails_waiting,
    (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as failed_jobs,
    (select min(updated_at) from graphile_worker.jobs where attempts >= max_attempts) as oldest_failed_at,
    (select count(*)::int from stripe_events where done_at is null) as waiting_events,
    (select count(*)::int from (${WAITING}) waiting) as open_cases,
    (select count(*)::int from (${WAITING}) waiting where due_at < ${at}) as late_cases,
    (select count(*)::int from waitlist where launch_email_id is null) as waitlist`.execute(db)
  const row = rows[0]!
  return {
    ...row,
    at: now.toISOString(),
    oldestFailedAt: row.oldestFailedAt && new Date(row.oldestFailedAt).toISOString(),
  }
}
