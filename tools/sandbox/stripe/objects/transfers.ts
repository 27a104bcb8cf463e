// Transfers to connected accounts and their reversals.
import { randomString, newId } from '../clock.ts'
import { newList } from '../lists.ts'

export type Transfer = ReturnType<typeof newTransfer>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    transfer: Transfer
  }
}
export type TransferReversal = ReturnType<typeof newTransferReversal>

type NewTransfer = {
  amount: number
  created: number
  currency: string
  destination: string
  source: string | null
  payment: string
  group: string | null
  description?: string | null
  metadata?: Record<string, string>
}

export function newTransfer(given: NewTransfer) {
  const id = newId('tr')
  return {
    id,
    object: 'transfer' as const,
    amount: given.amount,
    amount_reversed: 0,
    balance_transaction: null as string | null,
    created: given.created,
    currency: given.currency,
    description: given.description ?? null,
    destination: given.destination,
    destination_payment: given.payment,
    livemode: false,
    metadata: given.metadata ?? {},
    reversals: newList<TransferReversal>(`/v1/transfers/${id}/reversals`, []),
    reversed: false,
    source_transaction: given.source,
    source_type: 'card',
    transfer_group: given.group,
  }
}

type NewReversal = { amount: number; sourceRefund?: string; metadata?: Record<string, string> }

export function newTransferReversal(
  transfer: { id: string; currency: string },
  given: NewReversal,
  created: number,
) {
  return {
    id: newId('trr'),
    object: 'transfer_reversal' as const,
    amount: given.amount,
    balance_transaction: null as string | null,
    created,
    currency: transfer.currency,
    destination_payment_refund: `pyr_${randomString(24)}`,
    metadata: given.metadata ?? {},
    source_refund: given.sourceRefund ?? null,
    transfer: transfer.id,
  }
}
