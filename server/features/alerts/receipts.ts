// The delivery receipt of a signal: how fast it reached its readers. Visible to everybody who may know that the signal
// exists.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { signalById } from '#server/features/signals/store.ts'
import type { Delivery } from '#shared/contracts/delivery.ts'
import { Problem } from '#shared/problems.ts'
import { halfWithinMs } from '#shared/rules/delivery-times.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/** Null for signals from before this was measured. Throws `signal_not_found`. */
export async function receiptOf(
  deps: Needs,
  viewerId: string,
  signalId: string,
): Promise<z.input<typeof Delivery> | null> {
  if (!(await signalById(deps, viewerId, signalId))) throw new Problem('signal_not_found')
  const row = await deps.db
    .selectFrom('deliveryReceipts')
    .select(['feeds', 'feedsMs', 'handed', 'handedIn', 'lastMs', 'handedAfterQuiet', 'handedLater'])
    .where('signalId', '=', signalId)
    .executeTakeFirst()
  if (!row) return null
  const { handedIn, ...shown } = row
  const halfMs = halfWithinMs(handedIn)
  // A span's end may be after the last one.
  return { ...shown, halfMs: halfMs === null ? null : Math.min(halfMs, row.lastMs ?? halfMs) }
}
