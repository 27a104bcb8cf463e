// What follows a successful charge: the money's way to the platform and the connected account, and its troubles.
import type { Behavior } from '../cards.ts'
import { chance } from '../clock.ts'
import { emit } from '../events.ts'
import { newApplicationFee } from '../objects/application-fees.ts'
import { addTransaction, processingFee } from '../objects/balance.ts'
import type { Charge } from '../objects/charges.ts'
import type { PaymentIntent } from '../objects/payment-intents.ts'
import { newTransfer } from '../objects/transfers.ts'
import { keep, type World } from '../world.ts'
import { openDispute, warnOfFraud } from './disputing.ts'

/** Books a charge and tells of it; a destination charge is passed on whole and its fee taken back. */
export function settle(world: World, intent: PaymentIntent, made: Charge, behavior: Behavior): void {
  const { amount, currency, created } = made
  const booked = addTransaction(world, {
    amount,
    fee: processingFee(amount),
    currency,
    type: 'charge',
    source: made.id,
    description: made.description,
    created,
  })
  const charge: Charge = { ...made, balance_transaction: booked.id }
  keep(world, 'charge', charge)
  emit(world, 'payment_intent.succeeded', intent)
  const settled = intent.transfer_data ? passOn(world, intent, charge) : charge
  emit(world, 'charge.succeeded', settled)
  if (behavior === 'disputes') openDispute(world, settled)
  if (behavior === 'warns_of_fraud') warnOfFraud(world, settled)
}

function passOn(world: World, intent: PaymentIntent, charge: Charge): Charge {
  const destination = intent.transfer_data?.destination ?? ''
  const transfer = newTransfer({
    amount: intent.transfer_data?.amount ?? charge.amount,
    created: charge.created,
    currency: charge.currency,
    destination,
    source: charge.id,
    payment: `py_${chance(24)}`,
    group: intent.transfer_group,
  })
  const out = addTransaction(world, {
    amount: -transfer.amount,
    currency: charge.currency,
    type: 'transfer',
    source: transfer.id,
    created: charge.created,
  })
  const sent = { ...transfer, balance_transaction: out.id }
  keep(world, 'transfer', sent)
  emit(world, 'transfer.created', sent)
  const fee = charge.application_fee_amount
    ? takeFee(world, charge, destination, charge.application_fee_amount)
    : null
  const settled = { ...charge, transfer: transfer.id, application_fee: fee }
  keep(world, 'charge', settled)
  return settled
}

function takeFee(world: World, charge: Charge, account: string, amount: number): string {
  const fee = newApplicationFee({
    account,
    amount,
    charge: charge.id,
    created: charge.created,
    currency: charge.currency,
  })
  const booked = addTransaction(world, {
    amount,
    currency: charge.currency,
    type: 'application_fee',
    source: fee.id,
    created: charge.created,
  })
  const kept = { ...fee, balance_transaction: booked.id }
  keep(world, 'application_fee', kept)
  emit(world, 'application_fee.created', kept)
  return fee.id
}
