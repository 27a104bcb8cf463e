// Removes everything beside the password, for an operator who helps a person that lost their devices.
import type { Deps } from '#server/deps.ts'
import { emailFactorChange } from './email-factor-change.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/** Returns the names of what was removed; the person gets an email about each. Calling it again is fine. */
export async function removeFactors(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: { id: string; username: string; email: string },
): Promise<string[]> {
  return await db.transaction().execute(async (trx) => {
    const apps = await trx
      .deleteFrom('totpFactors')
      .where('userId', '=', owner.id)
      .returning('confirmedAt')
      .execute()
    await deleteRecoveryCodes(trx, owner.id)
    const passkeys = await trx
      .deleteFrom('passkeys')
      .where('userId', '=', owner.id)
      .returning('name')
      .execute()
    const removed = [
      ...apps.filter(({ confirmedAt }) => confirmedAt !== null).map(() => 'Authenticator app'),
      ...passkeys.map(({ name }) => `Passkey “${name}”`),
    ]
    for (const factor of removed) await emailFactorChange(trx, clock, owner, 'removed', factor)
    return removed
  })
}
