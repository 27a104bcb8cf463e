// Removes all factors except the password, for a person who lost their devices or whose account was taken over.
import type { Transaction } from 'kysely'
import type { AuditDeps } from '#server/audit/record-event.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { announceFactorChange } from './announce-factor-change.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

type Owner = { id: string; username: string; email: string }

/** Returns the names of the removed factors. The person gets an email about each. Can be repeated. */
export const removeFactors = (deps: Pick<Deps, 'db'> & AuditDeps, owner: Owner): Promise<string[]> =>
  deps.db.transaction().execute((trx) => removeFactorsSince(trx, deps, owner, new Date(0)))

/** Removes only factors that were added since then. */
export async function removeFactorsSince(
  trx: Transaction<DB>,
  deps: AuditDeps,
  owner: Owner,
  since: Date,
): Promise<string[]> {
  const apps = await trx
    .deleteFrom('totpFactors')
    .where('userId', '=', owner.id)
    .where('createdAt', '>=', since)
    .returning('confirmedAt')
    .execute()
  // The person who added the app, or only had new codes issued for it, knows these codes.
  await deleteRecoveryCodes(trx, owner.id, apps.length > 0 ? undefined : since)
  const passkeys = await trx
    .deleteFrom('passkeys')
    .where('userId', '=', owner.id)
    .where('createdAt', '>=', since)
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
}
