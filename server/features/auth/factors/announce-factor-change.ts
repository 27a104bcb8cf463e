// Records that a sign-in factor was added or removed, and emails the account's owner.
import { addAlerts } from '#server/alerts/add-alerts.ts'
import type { Transaction } from 'kysely'
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import type { DB } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'

export type FactorEvent =
  | 'authenticator.added'
  | 'authenticator.removed'
  | 'recovery_codes.renewed'
  | 'passkey.added'
  | 'passkey.removed'

/** `factor`: a name that the person knows, such as `Authenticator app`. */
export async function announceFactorChange(
  trx: Transaction<DB>,
  deps: AuditDeps,
  { id: userId, username, email }: { id: string; username: string; email: string },
  event: FactorEvent,
  factor: string,
): Promise<void> {
  await recordEvent(trx, deps, { event, userId })
  await queueEmail(trx, deps.clock, {
    name: event.endsWith('.removed') ? 'factorRemoved' : 'factorAdded',
    to: email,
    data: { username, factor, at: deps.clock.now().toISOString() },
  })
  await addAlerts(trx, deps.clock, {
    kind: 'security',
    personIds: [userId],
    cause: `${event} ${deps.clock.newId()}`,
    facts: { security: event.endsWith('.removed') ? 'factor_removed' : 'factor_added', factor },
  })
}
