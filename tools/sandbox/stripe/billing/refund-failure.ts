// A refund that the card's bank rejects, days after it was made.
import { emit } from '../events.ts'
import { addTransaction } from '../objects/balance.ts'
import type { Charge } from '../objects/charges.ts'
import type { Refund } from '../objects/refunds.ts'
import { now, retrieve, save, type Context } from '../context.ts'

/**
 * The amount returns to the platform's balance. Reversals and fee refunds stay as they are. That the charge's
 * `amount_refunded` becomes smaller is assumed. Source: https://docs.stripe.com/refunds#failed-refunds
 */
export function failRefund(context: Context, id: string): void {
  const before = retrieve(context, 'refund', id)
  const charge = retrieve(context, 'charge', before.charge)
  const returned = addTransaction(context, {
    amount: before.amount,
    currency: before.currency,
    type: 'refund_failure',
    source: before.id,
    created: now(context),
  })
  const failed: Refund = {
    ...before,
    status: 'failed',
    failure_balance_transaction: returned.id,
    failure_reason: 'expired_or_canceled_card',
  }
  save(context, 'refund', failed)
  const left: Charge = { ...charge, amount_refunded: charge.amount_refunded - before.amount, refunded: false }
  save(context, 'charge', left)
  emit(context, 'refund.updated', failed, { status: before.status })
  emit(context, 'refund.failed', failed)
}
