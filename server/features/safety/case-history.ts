// What happened to a case: reports, claims, decisions, appeals and answers, with earlier decisions against its author.
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import type { CaseEvent } from '#shared/contracts/cases.ts'

const EVENTS_MAX = 100
const EARLIER_MAX = 5

type Row = Omit<z.input<typeof CaseEvent>, 'at'> & { at: Date }

/**
 * Newest first, at most 100. Claims, and who opened the case, come from the audit log, which keeps 400 days. The rest
 * comes from the tables and stays.
 */
export async function historyOf(db: Kysely<DB>, caseId: string): Promise<z.input<typeof CaseEvent>[]> {
  const { rows } = await sql<Row>`
    with c as (select * from cases where id = ${caseId}),
      d as (select d.* from decisions d join c on c.id = d.case_id),
      claims as (
        select a.id, a.created_at, a.event, a.actor_id from audit_log a, c
         where a.event in ('case.opened', 'case.claimed', 'case.taken_over', 'case.released')
           and a.target = ${caseId} and a.created_at >= c.opened_at),
      given as (
        select created_at, reporter_id from reports where case_id = ${caseId}
        union all select created_at, null from notices where case_id = ${caseId}),
      looks as (
        select l.created_at, r.reporter_id, l.decided_by, l.decided_at, l.outcome
          from second_looks l join reports r on r.id = l.report_id where r.case_id = ${caseId}
        union all select l.created_at, null, l.decided_by, l.decided_at, l.outcome
          from notice_looks l join notices n on n.id = l.notice_id where n.case_id = ${caseId}),
      happened as (
        select opened_at as at, 'opened' as what,
            (select actor_id from claims where event = 'case.opened' limit 1) as by_id, 1 as step
          from c where opened_for is not null
        union all (select created_at, 'first_report', reporter_id, 2 from given order by created_at limit 1)
        union all (select created_at, 'last_report', reporter_id, 3 from given order by created_at desc
          limit (select case when count(*) > 1 then 1 else 0 end from given))
        union all select created_at, replace(event, 'case.', ''), actor_id, 4 from claims where event <> 'case.opened'
        union all select starts_at, 'decided', decided_by, 5 from d
        union all select confirmed_at, case confirmation when 'confirmed' then 'confirmed' else 'not_confirmed' end,
          confirmed_by, 6 from d where confirmed_at is not null
        union all select p.created_at, 'appealed', p.by_id, 7 from appeals p join d on d.id = p.decision_id
        union all select p.decided_at, 'appeal_' || p.outcome, p.decided_by, 9 from appeals p join d on d.id = p.decision_id
          where p.outcome is not null
        union all select created_at, 'look_asked', reporter_id, 8 from looks
        union all select distinct decided_at, 'look_' || outcome, decided_by, 10 from looks where outcome is not null),
      earlier as (
        select d.starts_at as at, 'earlier' as what, d.decided_by as by_id, 0 as step, d.measure, d.facts, d.case_id
          from decisions d join cases e on e.id = d.case_id, c
         where e.author_id = c.author_id and e.id <> c.id and d.measure <> 'dismiss'
           and d.starts_at <= coalesce(c.closed_at, d.starts_at)
         order by d.starts_at desc limit ${EARLIER_MAX})
    select at, what, u.username as by, measure, facts, case_id from (
      select h.*, d.measure, null as facts, null::uuid as case_id
        from happened h left join d on h.what = 'decided'
      union all select * from earlier) every
      left join users u on u.id = by_id and not u.is_former
    order by at desc, step desc limit ${EVENTS_MAX}`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }))
}
