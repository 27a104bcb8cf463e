// Lets a reporter whose report was dismissed ask once for a second review, which another moderator answers in words.
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { addAlerts } from '#server/alerts/add-alerts.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { APPEAL_ANSWER_DAYS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { REPORT_REASONS } from '#shared/rules/report-reasons.ts'
import { caseAbout, type CaseObject } from './case-about.ts'
import { actingAs, type CaseNeeds, DAY_MS, refuseOthers, refuseOwn } from './decide.ts'
import { refuseDecider } from './moderators.ts'
import { subjectOf } from './subject.ts'
import { appealUntil } from './tell-author.ts'

const HOUR_MS = 3_600_000

/**
 * Throws `report_not_found` unless the viewer's report was dismissed, `appeal_ended` after `APPEAL_DAYS`, and
 * `appeal_sent` the second time.
 */
export async function askForLook(
  deps: CaseNeeds,
  viewerId: string,
  reportId: string,
  text: string,
): Promise<void> {
  const { db, clock } = deps
  await db
    .transaction()
    .execute(async (trx) => {
      const report = await trx
        .selectFrom('reports as r')
        .innerJoin('decisions as d', 'd.caseId', 'r.caseId')
        .select(['d.id as decisionId', 'd.startsAt', 'r.caseId'])
        .where('r.id', '=', reportId)
        .where('r.reporterId', '=', viewerId)
        .where('d.measure', '=', 'dismiss')
        .executeTakeFirst()
      if (!report) throw new Problem('report_not_found')
      const now = clock.now()
      if (now > appealUntil(report.startsAt)) throw new Problem('appeal_ended')
      const { decisionId, caseId } = report
      const dueAt = new Date(now.getTime() + APPEAL_ANSWER_DAYS * DAY_MS)
      await trx
        .insertInto('secondLooks')
        .values({ reportId, decisionId, text, createdAt: now, dueAt })
        .execute()
      await recordEvent(trx, deps, { event: 'report.appealed', userId: viewerId, target: caseId })
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'second_looks_pkey' ? new Problem('appeal_sent') : error
    })
}

export type LookAnswer = { outcome: 'kept' | 'reopened'; answer: string }

/**
 * Answers all reporters of a case who asked; `reopened` opens a new case with their reports. Returns the id of the case
 * to show: the new case or the same one. Throws `not_moderator`, `appeal_not_found`, `own_case`, `reasons_missing`,
 * `author_gone`, and `own_decision` for the moderator who decided, unless there is no other.
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
    await trx
      .updateTable('secondLooks')
      .set({ outcome, answer: answer.trim(), decidedBy: moderatorId, decidedAt: now })
      .where('decisionId', '=', found.decisionId)
      .where('outcome', 'is', null)
      .execute()
    const shown = outcome === 'reopened' ? await reopen(trx, deps, found, looks) : caseId
    const by = actingAs(deps.by, moderatorId)
    const event = { event: `report.${outcome}` as const, userId: found.authorId, target: caseId }
    await recordEvent(trx, { clock, by }, event)
    await addAlerts(trx, clock, {
      kind: 'moderation',
      personIds: [...new Set(looks.map(({ reporterId }) => reporterId))],
      cause: `${caseId} look`,
      facts: { moderation: `look_${outcome}` },
    })
    for (const { reportId, email, reportedAt } of looks)
      await queueEmail(trx, clock, {
        id: idOfAnswer(reportId),
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

const openLooks = (trx: Transaction<DB>, decisionId: string) =>
  trx
    .selectFrom('secondLooks as l')
    .innerJoin('reports as r', 'r.id', 'l.reportId')
    .innerJoin('users as u', 'u.id', 'r.reporterId')
    .select(['l.reportId', 'l.text', 'r.reporterId', 'r.reason', 'r.createdAt as reportedAt', 'u.email'])
    .where('l.decisionId', '=', decisionId)
    .where('l.outcome', 'is', null)
    .orderBy('l.createdAt')
    .orderBy('l.reportId')
    .execute()

type Looks = Awaited<ReturnType<typeof openLooks>>
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
  looks: Looks,
): Promise<string> {
  // Held pictures can't be reported.
  if (authorId === null || snapshot === null || subjectKind === 'picture') throw new Problem('author_gone')
  const now = clock.now()
  const hours = Math.min(...looks.map(({ reason }) => REPORT_REASONS[reason].hours))
  const about = { kind: subjectKind, id: subjectId, authorId, snapshot: snapshot as object }
  const dueAt = new Date(now.getTime() + hours * HOUR_MS)
  const caseId = await caseAbout(trx, about, { id: clock.newId(), now, dueAt })
  const rows = looks.map(({ reporterId, reason, text }) => ({
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
  await trx
    .insertInto('reports')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return caseId
}

/** The id of the email with the answer, derived from the report's id (a UUID of version 8). */
const idOfAnswer = (reportId: string): string => {
  const hex = createHash('sha256').update(`${reportId} second look`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
