// Refunds: money given back to a card.
import { refund } from '../billing/refunding.ts'
import { newId } from '../clock.ts'
import { change } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { flag, mergedMetadata, metadata, oneOf, type Read, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { find } from '../world.ts'
import type { Charge } from './charges.ts'

export type Refund = ReturnType<typeof newRefund>

const CREATE = shape({
  amount: whole,
  charge: text,
  metadata,
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  refund_application_fee: flag,
  reverse_transfer: flag,
})
export type RefundInput = Read<typeof CREATE>

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
    status: 'succeeded' as const,
    transfer_reversal: null as string | null,
  }
}

export const refundRoutes = [
  route('POST', '/v1/refunds', CREATE, (world, { params }) => refund(world, params)),
  route(
    'GET',
    '/v1/refunds',
    shape({ ...PAGE, charge: text, payment_intent: text }),
    (world, { params: { charge, payment_intent: intent, ...page } }) =>
      pageOf(world, 'refund', '/v1/refunds', page, { charge, payment_intent: intent }),
  ),
  route('GET', '/v1/refunds/:id', shape({}), (world, { id }) => find(world, 'refund', id)),
  route('POST', '/v1/refunds/:id', shape({ metadata }), (world, { id, params }) => {
    const before = find(world, 'refund', id)
    const pairs = mergedMetadata(before.metadata, params.metadata)
    return change(world, 'refund', before, { metadata: pairs }, 'refund.updated')
  }),
]
