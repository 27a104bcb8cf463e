// Checks the password of a signed-in person.
import type { Deps } from '#server/deps.ts'
import { Problem } from '#shared/problems.ts'
import { checkPassword } from './passwords.ts'
import { type Account, accountById } from './store.ts'

/** Returns the account if the password is correct. Throws `wrong_password`. */
export async function checkCurrentPassword(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  password: string,
): Promise<Account> {
  const account = await accountById(db, userId)
  if (!account || !(await checkPassword(account.password, password))) throw new Problem('wrong_password')
  return account
}
