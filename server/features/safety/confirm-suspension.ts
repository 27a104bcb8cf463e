// A second moderator confirms a permanent suspension, or declines, and the suspension stays temporary.
import { recordEvent } from '#server/audit/record-event.ts'
import { Problem } from '#shared/problems.ts'
import { actingAs, type CaseNeeds, refuseOthers, refuseOwn } from './decide.ts'
import { announceRestriction } from './measures.ts'
import { RELEASED } from './moderators.ts'
import { tellAuthor } from './tell-author.ts'

/**
 * Throws `not_moderator`, `confirmation_not_found`, `own_case`, `own_suspension` for the moderator who decided, and
 * `confirmation_late` once it has ended. If two moderators answer at the same time, the second one gets
 * `confirmation_not_found`.
 */
export async function confirmSuspension(
  deps: CaseNeeds,
  moderatorId: string,
  caseId: string,
  agrees: boolean,
): Promise<void> {
  const { db, clock } = deps
  await db.transaction().execute(async (trx) => {
    await refuseOthers(trx, moderatorId)
    const found = await trx
      .selectFrom('decisions as d')
      .innerJoin('cases as c', 'c.id', 'd.caseId')
      .select(['c.id', 'c.authorId', 'c.subjectKind', 'c.snapshot', 'd.id as decisionId', 'd.decidedBy'])
      .select(['d.measure', 'd.facts', 'd.ground', 'd.reference', 'd.startsAt', 'd.endsAt'])
      .select((eb) =>
        eb
          .or(
            (['reports', 'notices'] as const).map((table) =>
              eb.exists(eb.selectFrom(table).select('id').whereRef('caseId', '=', 'c.id')),
            ),
          )
          .as('isReported'),
      )
      .where('c.id', '=', caseId)
      .where('d.confirmation', '=', 'waiting')
      .forUpdate('d')
      .executeTakeFirst()
    if (!found) throw new Problem('confirmation_not_found')
    await refuseOwn(trx, deps, moderatorId, found)
    if (found.decidedBy === moderatorId) throw new Problem('own_suspension')
    const now = clock.now()
    // It has ended by itself; nobody is suspended again without a new case.
    if (agrees && found.endsAt !== null && found.endsAt <= now) throw new Problem('confirmation_late')
    await trx
      .updateTable('decisions')
      .set({ confirmation: agrees ? 'confirmed' : 'declined', confirmedBy: moderatorId, confirmedAt: now })
      .$if(agrees, (update) => update.set({ endsAt: null }))
      .where('id', '=', found.decisionId)
      .execute()
    await trx.updateTable('cases').set(RELEASED).where('id', '=', caseId).execute()
    const { authorId, decisionId } = found
    await recordEvent(
      trx,
      { clock, by: actingAs(deps.by, moderatorId) },
      {
        event: agrees ? 'case.suspension_confirmed' : 'case.suspension_not_confirmed',
        userId: authorId,
        target: caseId,
      },
    )
    if (!agrees || authorId === null) return
    await trx
      .updateTable('restrictions')
      .set({ endsAt: null })
      .where('decisionId', '=', decisionId)
      .where('liftedAt', 'is', null)
      .execute()
    await announceRestriction(trx, authorId, null)
    // The time to appeal still counts from the decision.
    const statement = { ...found, endsAt: null, isReported: found.isReported === true }
    await tellAuthor(trx, clock, { ...statement, isConfirmed: true })
  })
}
