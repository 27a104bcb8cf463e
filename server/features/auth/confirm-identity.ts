// Asks a signed-in person to prove who they are, before changes that would let a stranger keep the account.
import type { Deps } from '#server/deps.ts'
import { Problem } from '#shared/problems.ts'
import { checkPassword } from './passwords.ts'
import { accountById } from './store.ts'

/** Returns the account if the password is right. Throws `wrong_password`. */
export async function confirmIdentity({ db }: Pick<Deps, 'db'>, userId: string, password: string) {
  const account = await accountById(db, userId)
  if (!account || !(await checkPassword(account.password, password))) throw new Problem('wrong_password')
  return account
}
