// A moderator claims a case, so that the others see who works on it. Anybody may still decide it first.
import { sql } from 'kysely'
import { recordEvent } from '#server/audit/record-event.ts'
import { CLAIM_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { actingAs, type CaseNeeds, refuseOthers, refuseOwn } from './decide.ts'
import { refuseDecider, RELEASED } from './moderators.ts'

const MINUTE_MS = 60_000

/** Whether the case `c` is in the list of waiting cases. `d`: its decision. */
const WAITS = sql<boolean>`(c.state = 'open' or d.confirmation = 'waiting'
  or exists (select from appeals p where p.decision_id = d.id and p.outcome is null)
  or exists (select from second_looks l where l.decision_id = d.id and l.outcome is null)
  or exists (select from notice_looks l where l.decision_id = d.id and l.outcome is null)) is true`

/**
 * Claims a waiting case for `CLAIM_MINUTES`, and returns when the claim ends. Claiming it again restarts the time. Throws
 * `not_moderator`, `case_not_found`, `case_decided` if the case isn't waiting, `own_case`, `own_decision` if another
 * moderator must answer, and `case_claimed` while another one holds it, unless the moderator takes it over.
 */
export async function claimCase(
  deps: CaseNeeds,
  moderatorId: string,
  caseId: string,
  takesOver: boolean,
): Promise<Date> {
  const { db, clock } = deps
  return await db.transaction().execute(async (trx) => {
    await refuseOthers(trx, moderatorId)
    const found = await trx
      .selectFrom('cases as c')
      .leftJoin('decisions as d', 'd.caseId', 'c.id')
      .select(['c.id', 'c.authorId', 'c.state', 'c.assignedTo', 'c.claimedUntil', 'd.decidedBy'])
      .select(WAITS.as('waits'))
      .where('c.id', '=', caseId)
      .forUpdate('c')
      .executeTakeFirst()
    if (!found) throw new Problem('case_not_found')
    if (!found.waits) throw new Problem('case_decided')
    await refuseOwn(trx, deps, moderatorId, found)
    if (found.state === 'closed') await refuseDecider(trx, moderatorId, found.decidedBy)
    const now = clock.now()
    const { assignedTo, claimedUntil } = found
    const isHeld = assignedTo !== null && assignedTo !== moderatorId && claimedUntil! > now
    if (isHeld && !takesOver) throw new Problem('case_claimed')
    const until = new Date(now.getTime() + CLAIM_MINUTES * MINUTE_MS)
    await trx
      .updateTable('cases')
      .set({ assignedTo: moderatorId, claimedUntil: until })
      .where('id', '=', caseId)
      .execute()
    const by = actingAs(deps.by, moderatorId)
    const event = isHeld ? 'case.taken_over' : 'case.claimed'
    await recordEvent(trx, { clock, by }, { event, userId: found.authorId, target: caseId })
    return until
  })
}

/** Does nothing if the moderator doesn't hold the case. Throws `not_moderator`. */
export async function releaseCase(deps: CaseNeeds, moderatorId: string, caseId: string): Promise<void> {
  const { db, clock } = deps
  await db.transaction().execute(async (trx) => {
    await refuseOthers(trx, moderatorId)
    const released = await trx
      .updateTable('cases')
      .set(RELEASED)
      .where('id', '=', caseId)
      .where('assignedTo', '=', moderatorId)
      .returning('authorId')
      .executeTakeFirst()
    if (!released) return
    const by = actingAs(deps.by, moderatorId)
    const { authorId: userId } = released
    await recordEvent(trx, { clock, by }, { event: 'case.released', userId, target: caseId })
  })
}
