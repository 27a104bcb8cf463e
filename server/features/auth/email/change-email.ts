// Starts a change of email: the address changes once its new owner opens the link.
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Problem } from '#shared/problems.ts'
import { confirmIdentity } from '../confirm-identity.ts'
import { refuseTakenAddress } from './refuse-taken-address.ts'

/** Throws `same_email`, like `confirmIdentity` and like `refuseTakenAddress`. */
export async function changeEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { userId, email, currentPassword }: { userId: string; email: string; currentPassword: string },
): Promise<void> {
  const account = await confirmIdentity(deps, userId, currentPassword)
  if (account.email.toLowerCase() === email.toLowerCase()) throw new Problem('same_email')
  await deps.db.transaction().execute(async (trx) => {
    await refuseTakenAddress(trx, deps, { email, userId })
    const emailId = deps.clock.newId()
    await enqueue(trx, 'email_address_link', { userId, purpose: 'change_email', email, emailId })
  })
}
