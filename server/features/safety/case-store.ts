// Reads cases for moderators.
import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB, SecondLooks } from '#server/db/tables.ts'
import type { ReportReason } from '#shared/rules/report-reasons.ts'

const CASES_MAX = 200

const APPEAL_DUE = sql<Date | null>`(case when p.outcome is null then p.due_at end)`
const LOOK_DUE = sql<Date | null>`least(
  (select min(l.due_at) from second_looks l where l.decision_id = d.id and l.outcome is null),
  (select min(l.due_at) from notice_looks l where l.decision_id = d.id and l.outcome is null))`
const CONFIRM_DUE = sql<Date | null>`(case when d.confirmation = 'waiting' then d.ends_at end)`

/** Of the case `c`. */
const REPORTS = sql<number>`((select count(*) from reports r where r.case_id = c.id)
  + (select count(*) from notices n where n.case_id = c.id))::int`
const REASONS = sql<ReportReason[]>`array(select distinct reason from (
  select reason from reports where case_id = c.id union all select reason from notices where case_id = c.id
  union all select c.opened_for where c.opened_for is not null) given order by reason)`

/**
 * Open cases in order of their due times, or closed ones, newest first; at most 200. `held`: only those that this
 * moderator holds.
 */
export const casesIn = (db: Kysely<DB>, state: 'open' | 'closed', held?: { by: string; now: Date }) =>
  db
    .selectFrom('cases as c')
    .leftJoin('users as a', 'a.id', 'c.authorId')
    .leftJoin('users as h', 'h.id', 'c.assignedTo')
    .leftJoin('decisions as d', 'd.caseId', 'c.id')
    .leftJoin('appeals as p', 'p.decisionId', 'd.id')
    .select([
      'c.id',
      'c.subjectKind',
      'c.subjectId',
      'a.username as author',
      'c.openedAt',
      'c.dueAt',
      'd.measure',
    ])
    .select(['c.assignedTo', 'h.username as claimedBy', 'c.claimedUntil'])
    .select([
      sql<Date | null>`least(${APPEAL_DUE}, ${LOOK_DUE}, ${CONFIRM_DUE})`.as('appealDueAt'),
      sql<'appeal' | 'look' | 'confirmation' | null>`case when ${APPEAL_DUE} is not null then 'appeal'
        when ${LOOK_DUE} is not null then 'look' when ${CONFIRM_DUE} is not null then 'confirmation' end`.as(
        'waitsFor',
      ),
    ])
    .select([REPORTS.as('reports'), REASONS.as('reasons')])
    // Cases that wait for an answer or a second moderator count as open, too.
    .where(
      sql<boolean>`(c.state = 'open' or coalesce(${APPEAL_DUE}, ${LOOK_DUE}, ${CONFIRM_DUE}) is not null) = ${state === 'open'}`,
    )
    .$if(held !== undefined, (query) =>
      query.where('c.assignedTo', '=', held!.by).where('c.claimedUntil', '>', held!.now),
    )
    .orderBy(
      state === 'open'
        ? sql`coalesce(least(${APPEAL_DUE}, ${LOOK_DUE}, ${CONFIRM_DUE}), c.due_at)`
        : sql`c.closed_at desc`,
    )
    .orderBy('c.id')
    .limit(CASES_MAX)
    .execute()

/** `reporter` is null without an account. */
type Look = Pick<Selectable<SecondLooks>, 'text' | 'createdAt' | 'dueAt' | 'outcome' | 'answer'> & {
  reporter: string | null
}

/** A case with its reports, its decision and its appeal; undefined if there is none. */
export async function caseById(db: Kysely<DB>, id: string) {
  const found = await db
    .selectFrom('cases as c')
    .leftJoin('users as a', 'a.id', 'c.authorId')
    .leftJoin('users as h', 'h.id', 'c.assignedTo')
    .leftJoin('recordEntries as e', (join) =>
      join.onRef('e.signalId', '=', 'c.subjectId').on('e.kind', '=', 'signal'),
    )
    .selectAll('c')
    .select([
      'a.username as author',
      'h.username as claimedBy',
      'e.index as logIndex',
      REPORTS.as('reportCount'),
      REASONS.as('reasons'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const reports = await db
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporterId')
    .select(['r.id', 'u.username as reporter', 'r.reason', 'r.text', 'r.createdAt'])
    .where('r.caseId', '=', id)
    .orderBy('r.createdAt')
    .orderBy('r.id')
    .limit(CASES_MAX)
    .execute()
  const notices = await db
    .selectFrom('notices')
    .select(['id', 'reason', 'text', 'createdAt'])
    .where('caseId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(CASES_MAX)
    .execute()
  const decision = await db
    .selectFrom('decisions as d')
    .leftJoin('users as m', 'm.id', 'd.decidedBy')
    .selectAll('d')
    .select('m.username as moderator')
    .where('d.caseId', '=', id)
    .executeTakeFirst()
  const appeal =
    decision &&
    (await db.selectFrom('appeals').selectAll().where('decisionId', '=', decision.id).executeTakeFirst())
  const { rows: looks } = await sql<Look>`
    select u.username as reporter, l.text, l.created_at, l.due_at, l.outcome, l.answer
      from second_looks l join reports r on r.id = l.report_id join users u on u.id = r.reporter_id where r.case_id = ${id}
    union all
    select null, l.text, l.created_at, l.due_at, l.outcome, l.answer
      from notice_looks l join notices n on n.id = l.notice_id where n.case_id = ${id}
    order by created_at limit ${CASES_MAX}`.execute(db)
  return { ...found, looks, reports, notices, decision: decision ?? null, appeal: appeal ?? null }
}
