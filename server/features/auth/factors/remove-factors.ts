// Removes everything beside the password, for an operator who helps a person that lost their devices.
import type { AuditDeps } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import { announceFactorChange } from './announce-factor-change.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/** Returns the names of what was removed; the person gets an email about each. Calling it again is fine. */
export async function removeFactors(
  deps: Pick<Deps, 'db'> & AuditDeps,
  owner: { id: string; username: string; email: string },
): Promise<string[]> {
  return await deps.db.transaction().execute(async (trx) => {
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
      ...apps
        .filter(({ confirmedAt }) => confirmedAt !== null)
        .map(() => ['authenticator.removed', 'Authenticator app'] as const),
      ...passkeys.map(({ name }) => ['passkey.removed', `Passkey “${name}”`] as const),
    ]
    for (const [event, factor] of removed) await announceFactorChange(trx, deps, owner, event, factor)
    return removed.map(([, factor]) => factor)
  })
}
