// Suspends or restricts a person without a moderator.
import type { TestServer } from '#test/server.ts'
import type { RestrictionKind } from '#shared/rules/restrictions.ts'

/** Returns the decision's id. */
export async function suspend(
  { deps: { db, clock } }: Pick<TestServer, 'deps'>,
  personId: string,
  kinds: readonly RestrictionKind[] = ['post', 'sell'],
): Promise<string> {
  const [now, caseId, decisionId] = [clock.now(), clock.newId(), clock.newId()]
  const about = { subjectKind: 'profile', subjectId: personId, authorId: personId } as const
  const times = { openedAt: now, closedAt: now, dueAt: now }
  await db
    .insertInto('cases')
    .values({ id: caseId, ...about, ...times, snapshot: '{}', state: 'closed' })
    .execute()
  const reasons = { facts: 'Facts', ground: 'rule', reference: 'Rule 1', territory: 'everywhere' } as const
  await db
    .insertInto('decisions')
    .values({ id: decisionId, caseId, startsAt: now, measure: 'suspend', isAutomatic: false, ...reasons })
    .execute()
  await db
    .insertInto('restrictions')
    .values(kinds.map((kind) => ({ decisionId, personId, kind, startsAt: now })))
    .execute()
  return decisionId
}
