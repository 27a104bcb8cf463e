// Limits the emails that strangers can cause to one mailbox, of all kinds together, so that nobody's mailbox is
// flooded.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { STRANGERS_EMAILS } from '#shared/limits.ts'

const HOUR_MS = 3_600_000

/**
 * The mailbox to queue an email with, or null if it has received too many. The email then isn't sent, only counted.
 * Call this before issuing a link, in the same transaction: the mailbox is locked until it ends.
 */
export async function mailboxTurn(
  trx: Transaction<DB>,
  { clock, config, metrics }: Pick<Deps, 'clock' | 'config' | 'metrics'>,
  address: string,
): Promise<string | null> {
  const mailbox = mailboxOf(address)
  if (!config.rateLimits) return mailbox
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox ${mailbox}`}, 0))`.execute(trx)
  const nowMs = clock.now().getTime()
  const sent = await trx
    .selectFrom('emails')
    .select('createdAt')
    .where('mailbox', '=', mailbox)
    .where('createdAt', '>', new Date(nowMs - 24 * HOUR_MS))
    .execute()
  const inAnHour = sent.filter(({ createdAt }) => createdAt.getTime() > nowMs - HOUR_MS).length
  if (sent.length < STRANGERS_EMAILS.perDay && inAnHour < STRANGERS_EMAILS.perHour) return mailbox
  metrics?.emailWithheld()
  return null
}

/** Providers at which dots in an address make no difference. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** One form of all addresses that lead to a mailbox: `A.da+1@Gmail.com` is `ada@gmail.com`. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '')
  return `${DOTLESS.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}
