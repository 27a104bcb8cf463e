// Counts, in the receipts of signals, the devices that got them after a wait.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { withTimes } from '#shared/rules/delivery-times.ts'
import type { AlertRow } from '../alert-rows.ts'

type Device = { personId: string; heldFor: 'quiet' | 'service' | 'due' }

/**
 * A device that waited only because another alert was pending counts like a device that the loop notified, with its
 * time. A signal whose loop hasn't reached the person yet isn't counted here: the loop sends it again, and counts it.
 */
export async function countLater(
  trx: Kysely<DB> | Transaction<DB>,
  { personId, heldFor }: Device,
  rows: readonly AlertRow[],
  now: Date,
): Promise<void> {
  const signals = new Map(
    rows.flatMap(({ kind, signal }) =>
      kind === 'signal' && signal ? [[signal.id, signal.createdAt] as const] : [],
    ),
  )
  if (signals.size === 0) return
  const receipts = await trx
    .selectFrom('deliveryReceipts')
    .select(['signalId', 'handed', 'handedIn', 'lastMs', 'handedAfterQuiet', 'handedLater'])
    .where('signalId', 'in', [...signals.keys()])
    .where(
      sql<boolean>`(push_due_at is null or case
        when first_person is null then false
        when has_wrapped then ${personId}::uuid > first_person or ${personId}::uuid <= after_person
        else ${personId}::uuid > first_person and ${personId}::uuid <= after_person end)`,
    )
    // In a fixed order, because other devices' transactions lock them too.
    .orderBy('signalId')
    .forUpdate()
    .execute()
  for (const { signalId, handed, handedIn, lastMs, handedAfterQuiet, handedLater } of receipts) {
    const afterMs = now.getTime() - (signals.get(signalId)?.getTime() ?? now.getTime())
    const change = {
      quiet: { handedAfterQuiet: handedAfterQuiet + 1 },
      service: { handedLater: handedLater + 1 },
      due: {
        handed: handed + 1,
        handedIn: withTimes(handedIn, [afterMs]),
        lastMs: Math.max(lastMs ?? 0, afterMs),
      },
    }[heldFor]
    await trx.updateTable('deliveryReceipts').set(change).where('signalId', '=', signalId).execute()
  }
}
