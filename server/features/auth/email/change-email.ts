// Starts a change of email: the address changes once its new owner opens the link.
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import { hashedToken } from '#server/http/session.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Problem } from '#shared/problems.ts'
import { type Account, accountById } from '../store.ts'
import { refuseTakenAddress } from './refuse-taken-address.ts'

/** Throws `same_email`, and the problems of `refuseTakenAddress`. */
export async function changeEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'config'> & AuditDeps,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const account = await accountById(deps.db, userId)
  if (!account) throw new Problem('unauthorized')
  if (account.email.toLowerCase() === email.toLowerCase()) throw new Problem('same_email')
  await deps.db.transaction().execute(async (trx) => {
    await refuseTakenAddress(trx, deps, { email, userId })
    const emailId = deps.clock.newId()
    const asked = askedByOwnerOf(deps.config, account)
    await enqueue(trx, 'email_address_link', { userId, purpose: 'change_email', email, emailId, asked })
    await recordEvent(trx, deps, { event: 'email.change_requested', userId })
  })
}

/** Marks a request with the password's hash, so that a new password voids it before its link is sent. */
export const askedByOwnerOf = (
  { sessionSecret }: Pick<Deps['config'], 'sessionSecret'>,
  account: Pick<Account, 'id' | 'password'>,
): string => hashedToken(sessionSecret, askedWith(account))

export const askedWith = ({ id, password }: Pick<Account, 'id' | 'password'>): string =>
  `change of email ${id} ${password}`
