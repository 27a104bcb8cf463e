// Tells a person by email that something that signs in to their account was added or removed.
import type { Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { DB } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'

/** `factor` is a name that the person knows, such as `Authenticator app`. */
export const emailFactorChange = (
  trx: Transaction<DB>,
  clock: Clock,
  { username, email }: { username: string; email: string },
  change: 'added' | 'removed',
  factor: string,
): Promise<void> =>
  queueEmail(trx, clock, {
    name: change === 'added' ? 'factorAdded' : 'factorRemoved',
    to: email,
    data: { username, factor, at: clock.now().toISOString() },
  })
