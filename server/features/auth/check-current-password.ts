// Confirms that whoever asks for something serious is the account's owner. Everything that needs this asks here.
import type { Db } from '#server/db/open.ts'
import { Problem } from '#shared/problems.ts'
import { checkPassword } from './passwords.ts'
import { accountById } from './store.ts'

export type Owner = NonNullable<Awaited<ReturnType<typeof accountById>>>

/** Returns the account. Throws `wrong_password`. */
export async function checkCurrentPassword(db: Db, userId: string, password: string): Promise<Owner> {
  const account = await accountById(db, userId)
  if (!account || !(await checkPassword(account.password, password))) throw new Problem('wrong_password')
  return account
}
