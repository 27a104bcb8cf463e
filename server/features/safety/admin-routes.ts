// Calls of moderators: cases, decisions, answers to appeals, and people.
import { recordEvent } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import type { ServeStaff } from '#server/http/serve-staff.ts'
import { adminCases } from '#shared/contracts/admin-cases.ts'
import { Problem } from '#shared/problems.ts'
import { adminCase, caseRowView, openCase } from './admin-case.ts'
import { adminPersonView, findPeople } from './admin-people.ts'
import { answerAppeal } from './appeal.ts'
import { casesIn } from './case-store.ts'
import { confirmSuspension } from './confirm-suspension.ts'
import { decide } from './decide.ts'
import type { Acts } from './measures.ts'
import { answerLook } from './second-look.ts'

export function adminCaseRoutes(serve: ServeStaff, deps: Deps, acts: Acts): void {
  const { db, clock } = deps

  serve('moderator', adminCases.cases, async ({ query: { state } }) =>
    (await casesIn(db, state === 'open' ? 'open' : 'closed')).map(caseRowView),
  )

  serve('moderator', adminCases.case, async ({ params: { id }, http: { by } }) => {
    const found = await adminCase(db, id)
    const userId = found.author?.id ?? null
    await recordEvent(db, { clock, by }, { event: 'admin.case', userId, target: id })
    return found
  })

  serve('moderator', adminCases.decide, async ({ viewer, params: { id }, body, http: { by } }) => {
    const { reason: facts, ...decision } = body
    await decide({ ...deps, by }, acts, viewer.id, id, { ...decision, facts })
    return await adminCase(db, id)
  })

  serve('moderator', adminCases.answer, async ({ viewer, params: { id }, body, http: { by } }) => {
    const decision = await db.selectFrom('decisions').select('caseId').where('id', '=', id).executeTakeFirst()
    if (!decision) throw new Problem('appeal_not_found')
    await answerAppeal({ ...deps, by }, acts, viewer.id, decision.caseId, body)
    return await adminCase(db, decision.caseId)
  })

  serve('moderator', adminCases.answerLook, async ({ viewer, params: { id }, body, http: { by } }) =>
    adminCase(db, await answerLook({ ...deps, by }, viewer.id, id, body)),
  )

  serve('moderator', adminCases.confirm, async ({ viewer, params: { id }, body, http: { by } }) => {
    await confirmSuspension({ ...deps, by }, viewer.id, id, body.agrees)
    return await adminCase(db, id)
  })

  serve('moderator', adminCases.people, async ({ body: { search }, http: { by } }) => {
    const { people, total } = await findPeople(db, search, clock.now())
    // The search text isn't recorded, because it may be an email.
    const only = people.length === 1 ? (people[0]?.id ?? null) : null
    if (search !== '') await recordEvent(db, { clock, by }, { event: 'admin.people', userId: only })
    return { people: people.map(adminPersonView), total }
  })

  serve('moderator', adminCases.openCase, async ({ viewer, params: { id }, body, http: { by } }) =>
    adminCase(db, await openCase({ ...deps, by }, viewer.id, id, body.reason)),
  )
}
