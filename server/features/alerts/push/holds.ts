// Holds back notifications for a device, and decides from a push service's response when to retry.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { PushOutcome } from '#server/adapters/push.ts'
import type { DB } from '#server/db/tables.ts'

const DEFAULT_RETRY_MS = 60_000
export const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 3_600_000
const DAY_MS = 86_400_000

export type Hold = { id: string; why: 'quiet' | 'service' | 'due'; until: Date; hasFailed: boolean }

/** How long to wait before the next message to a device; null if its service accepted this one or never will. */
export function retryMs(outcome: PushOutcome, failures: number): number | null {
  const usual = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), LONGEST_RETRY_MS)
  if (outcome.is === 'busy') return outcome.retryAfterMs ?? DEFAULT_RETRY_MS
  if (outcome.is === 'failed') return Math.max(outcome.retryAfterMs ?? 0, usual)
  // 413 means that the message is too large, so a retry would fail too.
  return outcome.is === 'refused' && outcome.status !== 413 ? usual : null
}

export type Told = {
  /** Devices whose service accepted a message. */
  taken: string[]
  /** Endpoints of subscriptions that have ended. */
  gone: string[]
  holds: Hold[]
}

/** `since`: the time of the alert that is held. A device that is already waiting keeps its reason and its time. */
export async function saveTold(
  trx: Kysely<DB> | Transaction<DB>,
  { taken, gone, holds }: Told,
  now: Date,
  since: Date,
): Promise<void> {
  if (gone.length > 0) await endDevices(trx, gone, now)
  if (taken.length > 0)
    await sql`update push_devices set last_ok_at = ${now}, failures = 0 where id = any(${taken}::uuid[])
      and (failures > 0 or last_ok_at is null or last_ok_at < ${new Date(now.getTime() - DAY_MS)})`.execute(
      trx,
    )
  if (holds.length === 0) return
  const rows = JSON.stringify(
    holds.map(({ id, why, until, hasFailed }) => ({ id, why, until, failed: hasFailed ? 1 : 0 })),
  )
  await sql`update push_devices d set
      held_since = least(d.held_since, ${since}), held_for = coalesce(d.held_for, h.why),
      release_at = coalesce(d.release_at, h.until), failures = d.failures + h.failed
    from jsonb_to_recordset(${rows}::jsonb) as h (id uuid, why text, until timestamptz, failed integer)
    where d.id = h.id`.execute(trx)
}

export const NOTHING_HELD = { heldSince: null, heldFor: null, releaseAt: null }

/** The devices stay in their owners' settings, which say that the push service ended them. */
export const endDevices = (db: Kysely<DB> | Transaction<DB>, endpoints: readonly string[], now: Date) =>
  db
    .updateTable('pushDevices')
    .set({ endedAt: now, ...NOTHING_HELD })
    .where('endpoint', 'in', [...endpoints])
    .execute()
