// Creates the demo people who decide cases.
import type { Deps } from '#server/deps.ts'
import { addModerator } from '#server/features/safety/moderators.ts'
import { openSecrets } from '#server/secrets.ts'
import { member, type Person } from './build-people.ts'
import { STAFF, type StaffName } from './staff-accounts.ts'

/** Private, so that they appear in no list. */
export const staff = {
  ada: member({ displayName: 'Ada Okafor', isPublic: false, joinedDaysAgo: 400 }),
  edda: member({ displayName: 'Edda Weber', isPublic: false, joinedDaysAgo: 380 }),
}

export async function giveRoles(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  persons: Record<StaffName, Person>,
): Promise<void> {
  const secrets = openSecrets(config.brokers.encryptionKeys, clock)
  const now = clock.now()
  for (const [name, { role, secret }] of Object.entries(STAFF)) {
    const { id } = persons[name as StaffName]
    await db.transaction().execute(async (trx) => {
      const app = { userId: id, secret: secrets.seal(secret, id), createdAt: now, confirmedAt: now }
      await trx.insertInto('totpFactors').values(app).execute()
      await addModerator(trx, clock, id, role)
    })
  }
}
