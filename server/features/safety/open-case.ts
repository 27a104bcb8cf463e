// A moderator opens a case without a report: about a person, or about what is at a link.
import { recordEvent } from '#server/audit/record-event.ts'
import { Problem } from '#shared/problems.ts'
import { REPORT_REASONS, type ReportReason } from '#shared/rules/report-reasons.ts'
import { type CaseObject, caseAbout } from './case-about.ts'
import { actingAs, type CaseNeeds, refuseOthers } from './decide.ts'
import { objectAt } from './notice.ts'
import { profileObject } from './report.ts'

const HOUR_MS = 3_600_000

/** Returns the id of the person's open case. Throws `not_moderator`, `own_case` and `user_not_found`. */
export async function openCase(
  deps: CaseNeeds,
  moderatorId: string,
  personId: string,
  reason: ReportReason,
): Promise<string> {
  if (personId === moderatorId) throw new Problem('own_case')
  const object = { kind: 'profile', id: personId, ...(await profileObject(deps.db, personId)) } as const
  return await openAbout(deps, moderatorId, object, reason)
}

/**
 * Returns the id of the open case about the signal, comment or person at a link, including premium signals. Throws
 * `not_moderator`, `own_case` and `notice_link`.
 */
export async function openCaseAt(
  deps: CaseNeeds,
  moderatorId: string,
  url: string,
  reason: ReportReason,
): Promise<string> {
  const object = await objectAt(deps, url)
  if (object.authorId === moderatorId) throw new Problem('own_case')
  return await openAbout(deps, moderatorId, object, reason)
}

async function openAbout(deps: CaseNeeds, moderatorId: string, about: CaseObject, reason: ReportReason) {
  const { db, clock } = deps
  const now = clock.now()
  return await db.transaction().execute(async (trx) => {
    await refuseOthers(trx, moderatorId)
    const dueAt = new Date(now.getTime() + REPORT_REASONS[reason].hours * HOUR_MS)
    const id = clock.newId()
    const target = await caseAbout(trx, about, { id, now, dueAt, openedFor: reason })
    // A case about it was already open.
    if (target !== id) return target
    const by = actingAs(deps.by, moderatorId)
    const { authorId: userId } = about
    await recordEvent(trx, { clock, by }, { event: 'case.opened', userId, target, reason })
    return target
  })
}
