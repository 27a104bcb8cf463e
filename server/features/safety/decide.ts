// Decides a case: hides the object or dismisses the reports, and tells its author and the reporters.
import type { Transaction } from 'kysely'
import { recordEvent, type AuditDeps } from '#server/audit/record-event.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { viewerContext, viewerPays } from '#server/features/users/visibility.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Measure } from '#shared/contracts/reports.ts'
import { APPEAL_DAYS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { subjectOf } from './subject.ts'

export type CaseNeeds = Pick<Deps, 'db' | 'clock' | 'config'> & AuditDeps
/** Hides a signal or shows it again. Passed in because it changes the signals' tables. */
export type SetHidden = (trx: Transaction<DB>, signalId: string, isHidden: boolean) => Promise<void>

export type NewDecision = {
  measure: Measure
  /** What was found, for the author and the reporters. */
  facts: string
  ground: 'law' | 'rule' | null
  /** Which law or rule. */
  reference: string | null
}

export const DAY_MS = 86_400_000

/**
 * Returns the decision's id. Throws `not_moderator`, `case_not_found`, `case_decided`, `own_case`, `reasons_missing`, and
 * `measure_impossible` for hiding a profile. Of two moderators at once, one decides and the other gets `case_decided`.
 */
export async function decide(
  deps: CaseNeeds,
  setHidden: SetHidden,
  moderatorId: string,
  caseId: string,
  { measure, facts, ground, reference }: NewDecision,
): Promise<string> {
  const { db, clock } = deps
  if (facts.trim() === '' || (measure === 'hide' && (ground === null || !reference?.trim())))
    throw new Problem('reasons_missing')
  return await db.transaction().execute(async (trx) => {
    await refuseOthers(trx, moderatorId)
    const found = await trx
      .selectFrom('cases')
      .selectAll()
      .where('id', '=', caseId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new Problem('case_not_found')
    if (found.state === 'closed') throw new Problem('case_decided')
    await refuseOwn(trx, deps, moderatorId, found)
    if (measure === 'hide' && found.subjectKind !== 'signal') throw new Problem('measure_impossible')
    const [id, now] = [clock.newId(), clock.now()]
    const statement = { facts: facts.trim(), ground, reference: reference?.trim() ?? null, startsAt: now }
    await trx
      .insertInto('decisions')
      .values({
        id,
        caseId,
        measure,
        ...statement,
        isAutomatic: false,
        territory: 'everywhere',
        decidedBy: moderatorId,
      })
      .execute()
    await trx.updateTable('cases').set({ state: 'closed', closedAt: now }).where('id', '=', caseId).execute()
    await trx.updateTable('reports').set({ closedAt: now }).where('caseId', '=', caseId).execute()
    await recordEvent(
      trx,
      { clock, by: actingAs(deps.by, moderatorId) },
      {
        event: `case.${measure === 'hide' ? 'hidden' : 'dismissed'}`,
        userId: found.authorId,
        target: caseId,
      },
    )
    if (measure === 'hide') {
      await setHidden(trx, found.subjectId, true)
      await tellAuthor(trx, deps, { ...found, decisionId: id, ...statement })
    }
    await enqueue(trx, 'tell_reporters', { caseId })
    return id
  })
}

/** The moderator is the actor, also when they act through a command. */
export const actingAs = (by: CaseNeeds['by'], actorId: string) => ({
  actor: 'user' as const,
  address: by?.address ?? null,
  requestId: by?.requestId ?? null,
  actorId,
})

/** Throws `not_moderator`. Keeps the role until the transaction ends, so that it can't be taken away in between. */
export async function refuseOthers(trx: Transaction<DB>, personId: string): Promise<void> {
  const role = await trx
    .selectFrom('moderators')
    .select('role')
    .where('personId', '=', personId)
    .forShare()
    .executeTakeFirst()
  if (!role) throw new Problem('not_moderator')
}

/** Throws `own_case` if it is about the moderator, their report, or somebody who pays them or whom they pay. */
export async function refuseOwn(
  trx: Transaction<DB>,
  deps: CaseNeeds,
  moderatorId: string,
  { id, authorId }: { id: string; authorId: string | null },
): Promise<void> {
  if (authorId === moderatorId) throw new Problem('own_case')
  const own = await trx
    .selectFrom('reports')
    .select('id')
    .where('caseId', '=', id)
    .where('reporterId', '=', moderatorId)
    .executeTakeFirst()
  if (own) throw new Problem('own_case')
  if (authorId === null) return
  const { pays } = await trx
    .selectNoFrom((eb) =>
      eb
        .or([
          viewerPays(viewerContext(deps, moderatorId), authorId),
          viewerPays(viewerContext(deps, authorId), moderatorId),
        ])
        .as('pays'),
    )
    .executeTakeFirstOrThrow()
  if (pays) throw new Problem('own_case')
}

type Statement = {
  decisionId: string
  authorId: string | null
  subjectKind: 'signal' | 'profile'
  snapshot: Parameters<typeof subjectOf>[0]['snapshot']
  facts: string
  ground: 'law' | 'rule' | null
  reference: string | null
  startsAt: Date
}

/** Nobody is told if the author has left. */
async function tellAuthor(trx: Transaction<DB>, { clock }: CaseNeeds, statement: Statement): Promise<void> {
  const { decisionId, authorId, facts, ground, reference, startsAt } = statement
  const author =
    authorId !== null &&
    (await trx.selectFrom('users').select('email').where('id', '=', authorId).executeTakeFirst())
  if (!author || ground === null || reference === null) return
  await queueEmail(trx, clock, {
    name: 'signalHidden',
    to: author.email,
    data: {
      decisionId,
      subject: subjectOf(statement),
      facts,
      ground,
      reference,
      decidedAt: startsAt.toISOString(),
      appealUntil: appealUntil(startsAt).toISOString(),
    },
  })
}

export const appealUntil = (decidedAt: Date) => new Date(decidedAt.getTime() + APPEAL_DAYS * DAY_MS)
