// Keeps addresses unique while REQUIRE_VERIFIED_EMAIL is off. While it is on, a unique index does this for verified
// addresses, and at most one account at a time may hold an unverified address.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { Problem } from '#shared/problems.ts'

/** Locks an address until the transaction ends, so that only one of two concurrent accounts gets it. */
const lockAddress = (trx: Transaction<DB>, address: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`email ${address}`}, 0))`.execute(trx)

/**
 * Throws `email_waiting` if another account has this address and nobody has verified it for that account. Otherwise a
 * stranger could fill a mailbox with accounts. It behaves the same whether or not another account has verified the
 * address, so it doesn't reveal known addresses.
 */
export async function refuseWaitingAddress(
  trx: Transaction<DB>,
  { config }: Pick<Deps, 'config'>,
  email: string,
): Promise<void> {
  if (!config.requireVerifiedEmail) return
  const address = email.toLowerCase()
  await lockAddress(trx, address)
  const { rows } = await sql`
    select from users where lower(email) = ${address} and email_verified_at is null limit 1`.execute(trx)
  if (rows.length > 0) throw new Problem('email_waiting')
}

/**
 * Throws `email_taken` if another account has this address, verified or not, or can revert to it (spec answer 16). The
 * address is locked until the transaction ends, so only one of two concurrent accounts gets it.
 */
export async function refuseTakenAddress(
  trx: Transaction<DB>,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { email, userId }: { email: string; userId: string },
): Promise<void> {
  if (config.requireVerifiedEmail) return
  const address = email.toLowerCase()
  await lockAddress(trx, address)
  const { rows } = await sql`
    select from users where lower(email) = ${address} and id <> ${userId}
    union all
    select from account_tokens where lower(email) = ${address} and user_id <> ${userId}
       and purpose = 'revert_email' and used_at is null and expires_at > ${clock.now()}`.execute(trx)
  if (rows.length > 0) throw new Problem('email_taken')
}
