// Opens a case about a profile picture that looks like one that a moderator removed.
import type { Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { DB } from '#server/db/tables.ts'
import { REPORT_REASONS } from '#shared/rules/report-reasons.ts'
import { caseAbout } from './case-about.ts'

const HOUR_MS = 3_600_000
/** Most removed pictures are of this kind, and of the reasons about pictures it is due soonest. */
const REASON = 'intimate_pictures'

/** `id`: the id of the held picture. `picture`: its URL, which only moderators get. */
export async function openPictureCase(
  trx: Transaction<DB>,
  clock: Clock,
  { id, personId, picture }: { id: string; personId: string; picture: string },
): Promise<void> {
  const now = clock.now()
  const person = await trx
    .selectFrom('users')
    .select(['username', 'displayName', 'createdAt'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const snapshot = { ...person, createdAt: person.createdAt.toISOString(), profileImageUrl: picture }
  await caseAbout(
    trx,
    { kind: 'picture', id, authorId: personId, snapshot },
    {
      id: clock.newId(),
      now,
      dueAt: new Date(now.getTime() + REPORT_REASONS[REASON].hours * HOUR_MS),
      openedFor: REASON,
    },
  )
}
