// Settles a successful charge: balance, transfer, application fee, and the test cards' disputes and warnings.
import type { Behavior } from '../cards.ts'
import { randomString } from '../clock.ts'
import { emit } from '../events.ts'
import { newApplicationFee } from '../objects/application-fees.ts'
import { addTransaction, processingFee } from '../objects/balance.ts'
import type { Charge } from '../objects/charges.ts'
import type { PaymentIntent } from '../objects/payment-intents.ts'
import { schedulePayout } from '../objects/payouts.ts'
import { newTransfer } from '../objects/transfers.ts'
import { save, type Context } from '../context.ts'
import { openDispute, createFraudWarning } from './dispute.ts'

/** Records a charge and emits its events. A destination charge is transferred in full and its fee collected back. */
export function settleCharge(
  context: Context,
  intent: PaymentIntent,
  made: Charge,
  behavior: Behavior,
): void {
  const { amount, currency, created } = made
  const booked = addTransaction(context, {
    amount,
    fee: processingFee(amount),
    currency,
    type: 'charge',
    source: made.id,
    description: made.description,
    created,
  })
  const charge: Charge = { ...made, balance_transaction: booked.id }
  save(context, 'charge', charge)
  emit(context, 'payment_intent.succeeded', intent)
  const settled = intent.transfer_data ? transferToDestination(context, intent, charge) : charge
  emit(context, 'charge.succeeded', settled)
  if (behavior === 'disputes') openDispute(context, settled)
  if (behavior === 'warns_of_fraud') createFraudWarning(context, settled)
}

function transferToDestination(context: Context, intent: PaymentIntent, charge: Charge): Charge {
  const destination = intent.transfer_data?.destination ?? ''
  const transfer = newTransfer({
    amount: intent.transfer_data?.amount ?? charge.amount,
    created: charge.created,
    currency: charge.currency,
    destination,
    source: charge.id,
    payment: `py_${randomString(24)}`,
    group: intent.transfer_group,
  })
  const out = addTransaction(context, {
    amount: -transfer.amount,
    currency: charge.currency,
    type: 'transfer',
    source: transfer.id,
    created: charge.created,
  })
  const sent = { ...transfer, balance_transaction: out.id }
  save(context, 'transfer', sent)
  emit(context, 'transfer.created', sent)
  schedulePayout(context, destination, charge.created)
  const fee = charge.application_fee_amount
    ? collectApplicationFee(context, charge, destination, charge.application_fee_amount)
    : null
  const settled = { ...charge, transfer: transfer.id, application_fee: fee }
  save(context, 'charge', settled)
  return settled
}

function collectApplicationFee(context: Context, charge: Charge, account: string, amount: number): string {
  const fee = newApplicationFee({
    account,
    amount,
    charge: charge.id,
    created: charge.created,
    currency: charge.currency,
  })
  const booked = addTransaction(context, {
    amount,
    currency: charge.currency,
    type: 'application_fee',
    source: fee.id,
    created: charge.created,
  })
  const kept = { ...fee, balance_transaction: booked.id }
  save(context, 'application_fee', kept)
  emit(context, 'application_fee.created', kept)
  return fee.id
}
