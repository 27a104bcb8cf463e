// An author appeals a decision in words, once, and another moderator answers.
import { addAlerts } from '#server/alerts/add-alerts.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import { violatedConstraint } from '#server/db/open.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { APPEAL_ANSWER_DAYS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { actingAs, type CaseNeeds, DAY_MS, refuseOthers, refuseOwn } from './decide.ts'
import { type Acts, undoMeasure } from './measures.ts'
import { refuseDecider, RELEASED } from './moderators.ts'
import { subjectOf } from './subject.ts'
import { appealUntil } from './tell-author.ts'

/**
 * Throws `decision_not_found` unless something was done about the viewer, `appeal_ended` after `APPEAL_DAYS`, and
 * `appeal_sent` the second time.
 */
export async function appeal(
  deps: CaseNeeds,
  viewerId: string,
  decisionId: string,
  text: string,
): Promise<void> {
  const { db, clock } = deps
  await db
    .transaction()
    .execute(async (trx) => {
      const decision = await trx
        .selectFrom('decisions as d')
        .innerJoin('cases as c', 'c.id', 'd.caseId')
        .select(['d.startsAt', 'd.caseId'])
        .where('d.id', '=', decisionId)
        .where('c.authorId', '=', viewerId)
        .where('d.measure', '<>', 'dismiss')
        .executeTakeFirst()
      if (!decision) throw new Problem('decision_not_found')
      const now = clock.now()
      if (now > appealUntil(decision.startsAt)) throw new Problem('appeal_ended')
      const dueAt = new Date(now.getTime() + APPEAL_ANSWER_DAYS * DAY_MS)
      await trx
        .insertInto('appeals')
        .values({ decisionId, byId: viewerId, text, createdAt: now, dueAt })
        .execute()
      await recordEvent(trx, deps, { event: 'appeal.sent', userId: viewerId, target: decision.caseId })
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'appeals_pkey' ? new Problem('appeal_sent') : error
    })
}

export type Answer = { outcome: 'kept' | 'reversed'; answer: string }

/**
 * Answers the open appeal of a case; `reversed` takes the measure back. Throws `not_moderator`, `appeal_not_found`,
 * `own_case`, `reasons_missing`, and `own_decision` for the moderator who decided, unless there is no other.
 */
export async function answerAppeal(
  deps: CaseNeeds,
  acts: Acts,
  moderatorId: string,
  caseId: string,
  { outcome, answer }: Answer,
): Promise<void> {
  const { db, clock } = deps
  if (answer.trim() === '') throw new Problem('reasons_missing')
  await db.transaction().execute(async (trx) => {
    await refuseOthers(trx, moderatorId)
    const found = await trx
      .selectFrom('appeals as p')
      .innerJoin('decisions as d', 'd.id', 'p.decisionId')
      .innerJoin('cases as c', 'c.id', 'd.caseId')
      .innerJoin('users as u', 'u.id', 'p.byId')
      .select(['c.id', 'c.authorId', 'c.subjectId', 'c.subjectKind', 'c.snapshot'])
      .select(['d.id as decisionId', 'd.measure', 'd.decidedBy', 'p.byId', 'u.email'])
      .where('c.id', '=', caseId)
      .where('p.outcome', 'is', null)
      .forUpdate('p')
      .executeTakeFirst()
    if (!found) throw new Problem('appeal_not_found')
    await refuseOwn(trx, deps, moderatorId, found)
    await refuseDecider(trx, moderatorId, found.decidedBy)
    await trx
      .updateTable('appeals')
      .set({ outcome, answer: answer.trim(), decidedBy: moderatorId, decidedAt: clock.now() })
      .where('decisionId', '=', found.decisionId)
      .execute()
    // A reversed decision no longer needs a second moderator.
    if (outcome === 'reversed')
      await trx
        .updateTable('decisions')
        .set({ confirmation: 'declined' })
        .where('id', '=', found.decisionId)
        .where('confirmation', '=', 'waiting')
        .execute()
    const { decisionId, snapshot, ...about } = found
    const isStillDone =
      outcome === 'reversed' &&
      (await undoMeasure(trx, acts, { ...about, id: decisionId }, snapshot, clock.now()))
    await trx.updateTable('cases').set(RELEASED).where('id', '=', caseId).execute()
    await recordEvent(
      trx,
      { clock, by: actingAs(deps.by, moderatorId) },
      {
        event: `appeal.${outcome}`,
        userId: found.authorId,
        target: caseId,
      },
    )
    await enqueue(trx, 'tell_reporters', { caseId, afterAppeal: true })
    await addAlerts(trx, clock, {
      kind: 'moderation',
      personIds: [found.byId],
      cause: `${found.decisionId} appeal`,
      facts: {
        moderation: outcome === 'kept' ? 'appeal_kept' : 'appeal_reversed',
        decisionId: found.decisionId,
      },
    })
    await queueEmail(trx, clock, {
      name: 'appealAnswered',
      to: found.email,
      data: {
        subject: subjectOf(found),
        outcome,
        answer: answer.trim(),
        measure: found.measure,
        ...(isStillDone && { isStillDone }),
      },
    })
  })
}
