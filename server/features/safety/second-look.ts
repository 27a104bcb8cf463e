// Lets a reporter whose report was dismissed ask once for a second review, which another moderator answers in words.
// People without an account ask through a link (notice-look.ts).
import { createHash } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { addAlerts } from '#server/alerts/add-alerts.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import type { DB, Notices } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { APPEAL_ANSWER_DAYS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { REPORT_REASONS } from '#shared/rules/report-reasons.ts'
import { caseAbout, type CaseObject } from './case-about.ts'
import { actingAs, type CaseNeeds, DAY_MS, refuseOthers, refuseOwn } from './decide.ts'
import { refuseDecider, RELEASED } from './moderators.ts'
import { subjectOf } from './subject.ts'
import { appealUntil } from './tell-author.ts'

const HOUR_MS = 3_600_000

/**
 * Throws `report_not_found` unless the viewer's report was dismissed, `look_ended` after `APPEAL_DAYS`, and `look_sent`
 * the second time.
 */
export async function askForLook(
  deps: CaseNeeds,
  viewerId: string,
  reportId: string,
  text: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const report = await trx
      .selectFrom('reports as r')
      .innerJoin('decisions as d', 'd.caseId', 'r.caseId')
      .select(['d.id as decisionId', 'd.startsAt', 'r.caseId'])
      .where('r.id', '=', reportId)
      .where('r.reporterId', '=', viewerId)
      .where('d.measure', '=', 'dismiss')
      .executeTakeFirst()
    if (!report) throw new Problem('report_not_found')
    const look = newLook(deps, report, text)
    const added = await trx
      .insertInto('secondLooks')
      .values({ reportId, ...look })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw new Problem('look_sent')
    await recordEvent(trx, deps, { event: 'report.appealed', userId: viewerId, target: report.caseId })
  })
}

/** The stored fields of a request about a decision. Throws `look_ended`. */
export function newLook(
  { clock }: Pick<CaseNeeds, 'clock'>,
  { decisionId, startsAt }: { decisionId: string; startsAt: Date },
  text: string,
) {
  const now = clock.now()
  if (now > appealUntil(startsAt)) throw new Problem('look_ended')
  const dueAt = new Date(now.getTime() + APPEAL_ANSWER_DAYS * DAY_MS)
  return { decisionId, text, createdAt: now, dueAt }
}

export type LookAnswer = { outcome: 'kept' | 'reopened'; answer: string }

/**
 * Answers all reporters of a case who asked, with or without an account; `reopened` opens a new case with their
 * reports. Returns the id of the case to show: the new case or the same one. Throws `not_moderator`,
 * `appeal_not_found`, `own_case`, `reasons_missing`, `author_gone`, and `own_decision` for the moderator who decided,
 * unless there is no other.
 */
export async function answerLook(
  deps: CaseNeeds,
  moderatorId: string,
  caseId: string,
  { outcome, answer }: LookAnswer,
): Promise<string> {
  const { db, clock } = deps
  if (answer.trim() === '') throw new Problem('reasons_missing')
  return await db.transaction().execute(async (trx) => {
    await refuseOthers(trx, moderatorId)
    const found = await trx
      .selectFrom('cases as c')
      .innerJoin('decisions as d', 'd.caseId', 'c.id')
      .select(['c.id', 'c.authorId', 'c.subjectId', 'c.subjectKind', 'c.snapshot'])
      .select(['d.id as decisionId', 'd.decidedBy'])
      .where('c.id', '=', caseId)
      .forUpdate('d')
      .executeTakeFirst()
    const looks = found ? await openLooks(trx, found.decisionId) : []
    if (!found || looks.length === 0) throw new Problem('appeal_not_found')
    await refuseOwn(trx, deps, moderatorId, found)
    await refuseDecider(trx, moderatorId, found.decidedBy)
    const now = clock.now()
    const decided = { outcome, answer: answer.trim(), decidedBy: moderatorId, decidedAt: now }
    for (const table of ['secondLooks', 'noticeLooks'] as const)
      await trx
        .updateTable(table)
        .set(decided)
        .where('decisionId', '=', found.decisionId)
        .where('outcome', 'is', null)
        .execute()
    await trx.updateTable('cases').set(RELEASED).where('id', '=', caseId).execute()
    const shown = outcome === 'reopened' ? await reopen(trx, deps, found, looks) : caseId
    const by = actingAs(deps.by, moderatorId)
    const event = { event: `report.${outcome}` as const, userId: found.authorId, target: caseId }
    await recordEvent(trx, { clock, by }, event)
    await addAlerts(trx, clock, {
      kind: 'moderation',
      personIds: [...new Set(looks.flatMap(({ reporterId }) => reporterId ?? []))],
      cause: `${caseId} look`,
      facts: { moderation: `look_${outcome}` },
    })
    for (const { id, email, reportedAt } of looks)
      await queueEmail(trx, clock, {
        id: idOfAnswer(id),
        name: 'lookAnswered',
        to: email,
        data: {
          subject: subjectOf(found),
          outcome,
          answer: answer.trim(),
          reportedAt: reportedAt.toISOString(),
        },
      })
    return shown
  })
}

type OpenLook = Pick<Selectable<Notices>, 'reason' | 'text' | 'name' | 'signature'> & {
  /** The id of the report, with or without an account. */
  id: string
  /** Null if the reporter has no account. */
  reporterId: string | null
  email: string
  reportedAt: Date
}

async function openLooks(trx: Transaction<DB>, decisionId: string): Promise<OpenLook[]> {
  const { rows } = await sql<OpenLook>`
    select r.id, r.reporter_id, u.email, null as name, null as signature, r.reason, r.created_at as reported_at, l.text, l.created_at
      from second_looks l join reports r on r.id = l.report_id join users u on u.id = r.reporter_id
     where l.decision_id = ${decisionId} and l.outcome is null
    union all
    select n.id, null, n.email, n.name, n.signature, n.reason, n.created_at, l.text, l.created_at
      from notice_looks l join notices n on n.id = l.notice_id
     where l.decision_id = ${decisionId} and l.outcome is null
    order by created_at, id`.execute(trx)
  return rows
}

type Reopened = {
  subjectKind: CaseObject['kind']
  subjectId: string
  authorId: string | null
  snapshot: unknown
}

/** Creates new reports, so that the reporters are notified of the new decision. */
async function reopen(
  trx: Transaction<DB>,
  { clock }: CaseNeeds,
  { subjectKind, subjectId, authorId, snapshot }: Reopened,
  looks: OpenLook[],
): Promise<string> {
  // Held pictures can't be reported.
  if (authorId === null || snapshot === null || subjectKind === 'picture') throw new Problem('author_gone')
  const now = clock.now()
  const hours = Math.min(...looks.map(({ reason }) => REPORT_REASONS[reason].hours))
  const about = { kind: subjectKind, id: subjectId, authorId, snapshot: snapshot as object }
  const dueAt = new Date(now.getTime() + hours * HOUR_MS)
  const caseId = await caseAbout(trx, about, { id: clock.newId(), now, dueAt })
  const isOfMember = (look: OpenLook): look is OpenLook & { reporterId: string } => look.reporterId !== null
  const rows = looks.filter(isOfMember).map(({ reporterId, reason, text }) => ({
    id: clock.newId(),
    reporterId,
    subjectKind,
    subjectId,
    reason,
    text,
    caseId,
    createdAt: now,
  }))
  // Reporters who have reported the object again in the meantime keep that report.
  if (rows.length > 0)
    await trx
      .insertInto('reports')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const notices = looks
    .filter(({ reporterId }) => reporterId === null)
    .map(({ reason, text, name, email, signature }) => ({
      id: clock.newId(),
      caseId,
      reason,
      text,
      name,
      email,
      signature,
      createdAt: now,
    }))
  if (notices.length > 0) await trx.insertInto('notices').values(notices).execute()
  return caseId
}

/** The id of the email with the answer, derived from the report's id (a UUID of version 8). */
const idOfAnswer = (reportId: string): string => {
  const hex = createHash('sha256').update(`${reportId} second look`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
