// Adds to the audit log (docs/decisions/0023-two-roles-and-an-audit-log.md). Ids only: no names, email addresses or
// texts.
import { isIP } from 'node:net'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { FAILURES_LOGGED } from '#shared/limits.ts'
import type { AuditEvent, FailureEvent } from './events.ts'
import { type Origin, SYSTEM } from './origin.ts'

/** `by` is missing in jobs, where the system acts. */
export type AuditDeps = Pick<Deps, 'clock'> & { by?: Origin | undefined }
type Entry = {
  event: AuditEvent
  /** The affected account, or null. */
  userId: string | null
  /** The id of the object, such as a payment. */
  target?: string
  /** A count, such as the number of ended sessions. */
  quantity?: number
  /** Why, in the actor's words. */
  reason?: string | null
}

/** Call this in the transaction of the change, so that neither is stored without the other. */
export async function recordEvent(
  db: Kysely<DB> | Transaction<DB>,
  { clock, by = SYSTEM }: AuditDeps,
  { event, userId, target, quantity, reason }: Entry,
): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({
      id: clock.newId(),
      createdAt: clock.now(),
      event,
      actor: by.actor,
      actorId: by.actorId,
      userId,
      target: target ?? null,
      quantity: quantity ?? null,
      reason: reason?.slice(0, REASON_MAX) ?? null,
      network: networkOf(by.address),
      requestId: by.requestId !== null && UUID.test(by.requestId) ? by.requestId : null,
    })
    .execute()
}

/**
 * Records a failed sign-in, unless the account, or the account from this network, already has enough of them in this
 * hour: a flood must not fill the disk. Failures for unknown usernames count as those of one account. Runs two short
 * queries, the same for every name.
 */
export async function recordFailure(
  db: Kysely<DB>,
  deps: AuditDeps,
  { event, userId }: { event: FailureEvent; userId: string | null },
): Promise<void> {
  const hour = new Date(Math.floor(deps.clock.now().getTime() / HOUR_MS) * HOUR_MS)
  const rows = await db
    .selectFrom('auditLog')
    .select((eb) => eb('network', 'is not distinct from', networkOf(deps.by?.address ?? null)).as('isSame'))
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('createdAt', '>=', hour)
    .where(sql`event`, 'like', 'sign_in_failed.%')
    .limit(FAILURES_LOGGED.perAccount)
    .execute()
  const fromNetwork = rows.filter(({ isSame }) => isSame).length
  if (rows.length < FAILURES_LOGGED.perAccount && fromNetwork < FAILURES_LOGGED.perNetwork)
    await recordEvent(db, deps, { event, userId })
}

const REASON_MAX = 500
const HOUR_MS = 3_600_000
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The first 24 bits of an IPv4 address, and 48 of an IPv6 address; null if it isn't an address. */
function networkOf(address: string | null) {
  const bare = (address ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  const version = isIP(bare)
  if (version === 0) return null
  return sql<string>`network(set_masklen(${bare}::inet, ${sql.lit(version === 4 ? 24 : 48)}))`
}
