// The link to another look at a report without an account, for the access control tests.
import { tokenOf } from '#server/emails/token-of.ts'
import { lookName } from '#shared/emails/moderation.ts'
import type { TestServer } from '#test/server.ts'

/** Returns the token in the email about a report that was dismissed. */
export async function lookLink({ deps: { db, clock, config } }: TestServer): Promise<{ id: string }> {
  const [id, caseId, now] = [clock.newId(), clock.newId(), clock.now()]
  const notice = { id, caseId, reason: 'spam' as const, text: 'Links', createdAt: now, closedAt: now }
  await db
    .insertInto('cases')
    .values({
      id: caseId,
      subjectKind: 'profile',
      subjectId: id,
      openedAt: now,
      dueAt: now,
      state: 'closed',
      closedAt: now,
    })
    .execute()
  await db.insertInto('notices').values(notice).execute()
  await db
    .insertInto('decisions')
    .values({
      id: clock.newId(),
      caseId,
      measure: 'dismiss',
      facts: 'Nothing wrong.',
      isAutomatic: false,
      territory: 'everywhere',
      startsAt: now,
    })
    .execute()
  return { id: `${id}.${tokenOf(config.sessionSecret, lookName(id))}` }
}
