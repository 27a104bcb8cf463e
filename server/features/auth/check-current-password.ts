// Checks the password of a signed-in person.
import { type AuditDeps, recordFailure } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import { Problem } from '#shared/problems.ts'
import { checkPassword } from './passwords.ts'
import { type Account, accountById } from './store.ts'

/** Returns the account if the password is correct. Records a wrong one, and throws `wrong_password`. */
export async function checkCurrentPassword(
  deps: Pick<Deps, 'db'> & AuditDeps,
  userId: string,
  password: string,
): Promise<Account> {
  const account = await accountById(deps.db, userId)
  if (account && (await checkPassword(account.password, password))) return account
  await recordFailure(deps.db, deps, { event: 'sign_in_failed.confirmation', userId })
  throw new Problem('wrong_password')
}
