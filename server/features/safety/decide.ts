// Decides a case: takes a measure against the object or its author, or dismisses the reports, and notifies both sides.
import { sql, type Transaction } from 'kysely'
import { recordEvent, type AuditDeps } from '#server/audit/record-event.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { viewerContext, viewerPays } from '#server/features/users/visibility.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Measure } from '#shared/contracts/reports.ts'
import { CONFIRMATION_DAYS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { type Acts, applyMeasure, isRestriction } from './measures.ts'
import { hasOtherModerator, RELEASED } from './moderators.ts'
import { tellAuthor } from './tell-author.ts'

export type CaseNeeds = Pick<Deps, 'db' | 'clock' | 'config'> & AuditDeps

export type NewDecision = {
  measure: Measure
  /** The findings, for the author and the reporters. */
  facts: string
  ground: 'law' | 'rule' | null
  /** The law or rule that the decision refers to. */
  reference: string | null
  /** How long a restriction lasts; null if it is permanent. */
  days?: number | null
}

export const DAY_MS = 86_400_000
const EVENTS = {
  dismiss: 'case.dismissed',
  hide: 'case.hidden',
  suspend: 'case.suspended',
  stop_selling: 'case.selling_stopped',
  stop_reporting: 'case.reporting_stopped',
} as const

/**
 * Returns the decision's id. Throws `not_moderator`, `case_not_found`, `case_decided`, `own_case`, `reasons_missing`,
 * and `author_gone` for a measure against somebody who has left. If two moderators decide at the same time, the second
 * one gets `case_decided`.
 */
export async function decide(
  deps: CaseNeeds,
  acts: Acts,
  moderatorId: string,
  caseId: string,
  { measure, facts, ground, reference, days = null }: NewDecision,
): Promise<string> {
  const { db, clock } = deps
  if (facts.trim() === '' || (measure !== 'dismiss' && (ground === null || !reference?.trim())))
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
    if (measure !== 'dismiss' && found.authorId === null) throw new Problem('author_gone')
    const [id, startsAt] = [clock.newId(), clock.now()]
    // A permanent suspension needs a second moderator, if there is one.
    const isWaiting = measure === 'suspend' && days === null && (await hasOtherModerator(trx, moderatorId))
    const lasts = isWaiting ? CONFIRMATION_DAYS : days
    const endsAt =
      isRestriction(measure) && lasts !== null ? new Date(startsAt.getTime() + lasts * DAY_MS) : null
    const isDone = measure !== 'dismiss'
    const reasons = {
      facts: facts.trim(),
      ground: isDone ? ground : null,
      reference: isDone ? (reference?.trim() ?? null) : null,
    }
    await trx
      .insertInto('decisions')
      .values({
        id,
        caseId,
        measure,
        ...reasons,
        startsAt,
        endsAt,
        isAutomatic: false,
        territory: 'everywhere',
        decidedBy: moderatorId,
        confirmation: isWaiting ? 'waiting' : null,
      })
      .execute()
    await trx
      .updateTable('cases')
      .set({ state: 'closed', closedAt: startsAt, ...RELEASED })
      .where('id', '=', caseId)
      .execute()
    const reports = await trx
      .updateTable('reports')
      .set({ closedAt: startsAt })
      .where('caseId', '=', caseId)
      .returning('id')
      .execute()
    const notices = await trx
      .updateTable('notices')
      .set({ closedAt: startsAt })
      .where('caseId', '=', caseId)
      .returning('id')
      .execute()
    const by = actingAs(deps.by, moderatorId)
    const event = { event: EVENTS[measure], userId: found.authorId, target: caseId }
    await recordEvent(trx, { clock, by }, { ...event, reason: reasons.reference })
    await applyMeasure(trx, acts, { ...found, id, measure, startsAt, endsAt })
    const isReported = reports.length + notices.length > 0
    await tellAuthor(trx, clock, {
      ...found,
      decisionId: id,
      measure,
      ...reasons,
      startsAt,
      endsAt,
      isReported,
      isWaiting,
    })
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

/** Throws `not_moderator`. Locks the role until the transaction ends, so that it can't be removed in the meantime. */
export async function refuseOthers(trx: Transaction<DB>, personId: string): Promise<void> {
  const role = await trx
    .selectFrom('moderators')
    .select('role')
    .where('personId', '=', personId)
    .forShare()
    .executeTakeFirst()
  if (!role) throw new Problem('not_moderator')
}

/**
 * Throws `own_case` if the case is about the moderator, a report of theirs, or somebody with a subscription to or from
 * them.
 */
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
  // One without an account, but with their email.
  const { rows } = await sql`select from notices n join users u on u.id = ${moderatorId}
    where n.case_id = ${id} and lower(n.email) = lower(u.email)`.execute(trx)
  if (rows.length > 0) throw new Problem('own_case')
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
