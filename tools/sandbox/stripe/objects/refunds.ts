// Refunds to a card.
import { newId } from '../clock.ts'
import { bool, mergedMetadata, metadata, oneOf, type Read, shape, text, integer } from '../params.ts'
import type { Charge } from './charges.ts'

export type Refund = ReturnType<typeof newRefund> & {
  /** Only of a refund that failed. */
  failure_balance_transaction?: string
  failure_reason?: string
}

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    refund: Refund
  }
}

export const CREATE_REFUND = shape({
  amount: integer,
  charge: text,
  metadata,
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  refund_application_fee: bool,
  reverse_transfer: bool,
})
export type RefundInput = Read<typeof CREATE_REFUND>

export function newRefund(charge: Charge, given: RefundInput & { amount: number }, created: number) {
  return {
    id: newId('re'),
    object: 'refund' as const,
    amount: given.amount,
    balance_transaction: null as string | null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: mergedMetadata({}, given.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded' as 'succeeded' | 'failed',
    transfer_reversal: null as string | null,
  }
}
