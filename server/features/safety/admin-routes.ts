// Calls of moderators: cases, decisions, answers to appeals, and people.
import { recordEvent } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import type { ServeStaff } from '#server/http/serve-staff.ts'
import { adminCases } from '#shared/contracts/admin-cases.ts'
import { Problem } from '#shared/problems.ts'
import { adminCase, caseRowView } from './admin-case.ts'
import { adminPersonView, findPeople } from './admin-people.ts'
import { answerAppeal } from './appeal.ts'
import { casesIn } from './case-store.ts'
import { claimCase, releaseCase } from './claim-case.ts'
import { confirmSuspension } from './confirm-suspension.ts'
import { decide } from './decide.ts'
import type { Acts } from './measures.ts'
import { openCase, openCaseAt } from './open-case.ts'
import { answerLook } from './second-look.ts'

export function adminCaseRoutes(serve: ServeStaff, deps: Deps, acts: Acts): void {
  const { db, clock } = deps
  const seen = (id: string, viewer: { id: string }) =>
    adminCase(db, id, { viewerId: viewer.id, now: clock.now() })

  serve('moderator', adminCases.cases, async ({ query: { state }, viewer }) => {
    const now = clock.now()
    const held = state === 'mine' ? { by: viewer.id, now } : undefined
    const rows = await casesIn(db, state === 'decided' ? 'closed' : 'open', held)
    return rows.map((row) => caseRowView(row, { viewerId: viewer.id, now }))
  })

  serve('moderator', adminCases.case, async ({ viewer, params: { id }, http: { by } }) => {
    const found = await seen(id, viewer)
    const userId = found.author?.id ?? null
    await recordEvent(db, { clock, by }, { event: 'admin.case', userId, target: id })
    return found
  })

  serve('moderator', adminCases.decide, async ({ viewer, params: { id }, body, http: { by } }) => {
    const { reason: facts, ...decision } = body
    await decide({ ...deps, by }, acts, viewer.id, id, { ...decision, facts })
    return await seen(id, viewer)
  })

  serve('moderator', adminCases.answer, async ({ viewer, params: { id }, body, http: { by } }) => {
    const decision = await db.selectFrom('decisions').select('caseId').where('id', '=', id).executeTakeFirst()
    if (!decision) throw new Problem('appeal_not_found')
    await answerAppeal({ ...deps, by }, acts, viewer.id, decision.caseId, body)
    return await seen(decision.caseId, viewer)
  })

  serve('moderator', adminCases.answerLook, async ({ viewer, params: { id }, body, http: { by } }) =>
    seen(await answerLook({ ...deps, by }, viewer.id, id, body), viewer),
  )

  serve('moderator', adminCases.confirm, async ({ viewer, params: { id }, body, http: { by } }) => {
    await confirmSuspension({ ...deps, by }, viewer.id, id, body.agrees)
    return await seen(id, viewer)
  })

  serve('moderator', adminCases.people, async ({ body: { search }, http: { by } }) => {
    const { people, total } = await findPeople(db, search, clock.now())
    // The search text isn't recorded, because it may be an email.
    const only = people.length === 1 ? (people[0]?.id ?? null) : null
    if (search !== '') await recordEvent(db, { clock, by }, { event: 'admin.people', userId: only })
    return { people: people.map(adminPersonView), total }
  })

  serve('moderator', adminCases.openCase, async ({ viewer, params: { id }, body, http: { by } }) =>
    seen(await openCase({ ...deps, by }, viewer.id, id, body.reason), viewer),
  )

  serve('moderator', adminCases.openCaseAt, async ({ viewer, body: { url, reason }, http: { by } }) =>
    seen(await openCaseAt({ ...deps, by }, viewer.id, url, reason), viewer),
  )

  serve('moderator', adminCases.claim, async ({ viewer, params: { id }, body, http: { by } }) => {
    await claimCase({ ...deps, by }, viewer.id, id, body.takesOver)
    return await seen(id, viewer)
  })

  serve('moderator', adminCases.release, async ({ viewer, params: { id }, http: { by } }) => {
    await releaseCase({ ...deps, by }, viewer.id, id)
    return await seen(id, viewer)
  })
}
