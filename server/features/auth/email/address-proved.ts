// Verifies an address after a link that was sent to it was used for something else.
import { sql, type Transaction } from 'kysely'
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import { invalidateTokens } from '../account-tokens.ts'

/**
 * Verifies the account's email if the link was sent to it. Does nothing if it is verified, has changed since, or is
 * verified for another account. `email`: where the link was sent; null if an operator passed it on.
 */
export async function addressProved(
  trx: Transaction<DB>,
  deps: AuditDeps,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  if (email === null) return
  // Two accounts with this address could prove it at the same time. The second one waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email.toLowerCase()}`}, 0))`.execute(trx)
  const now = deps.clock.now()
  const { rows } = await sql`
    update users u set email_verified_at = ${now}
     where id = ${userId} and lower(email) = ${email.toLowerCase()} and email_verified_at is null and not exists (
       select from users o where lower(o.email) = lower(u.email) and o.email_verified_at is not null and o.id <> u.id)
    returning id`.execute(trx)
  if (rows.length === 0) return
  await invalidateTokens(trx, { userId, purposes: ['verify_email'], now })
  await recordEvent(trx, deps, { event: 'email.verified', userId })
  await notify(trx, [userId], 'account')
}
