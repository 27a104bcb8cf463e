// Gives money back: to the card, and on request from the connected account and the platform's fee.
import { refused } from '../errors.ts'
import { emit } from '../events.ts'
import type { ApplicationFee } from '../objects/application-fees.ts'
import { newFeeRefund } from '../objects/application-fees.ts'
import { addTransaction, balanceOf } from '../objects/balance.ts'
import type { Charge } from '../objects/charges.ts'
import { newRefund, type Refund, type RefundInput } from '../objects/refunds.ts'
import { newTransferReversal, type Transfer, type TransferReversal } from '../objects/transfers.ts'
import { find, keep, now, nowFor, type World } from '../world.ts'

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
/** A part in proportion, rounded to the cent; the last refund takes what is left. */
const part = (whole: number, of: number, outOf: number) => Math.round((whole * of) / outOf)

export function refund(world: World, given: RefundInput): Refund {
  const charge = chargeOf(world, given)
  const left = charge.amount - charge.amount_refunded
  const amount = given.amount ?? left
  refuseImpossible(charge, amount, left)
  if (given.reverse_transfer && charge.transfer_data === null) {
    throw refused('Cannot reverse transfer because the charge has no associated transfer.', undefined, {
      param: 'reverse_transfer',
    })
  }
  if (given.refund_application_fee && charge.application_fee === null) {
    throw refused(
      `Charge ${charge.id} has no application fee, so you cannot set refund_application_fee.`,
      undefined,
      { param: 'refund_application_fee' },
    )
  }
  const at = nowFor(world, charge.customer)
  const made = newRefund(charge, { ...given, amount }, at)
  const booked = addTransaction(world, {
    amount: -amount,
    currency: charge.currency,
    type: 'refund',
    source: made.id,
    created: at,
  })
  const reversal = given.reverse_transfer ? reverseFor(world, charge, amount, made.id) : null
  if (given.refund_application_fee) refundFeeFor(world, charge, amount)
  const done: Refund = { ...made, balance_transaction: booked.id, transfer_reversal: reversal }
  keep(world, 'refund', done)
  const refunded = charge.amount_refunded + amount
  const after: Charge = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }
  keep(world, 'charge', after)
  emit(world, 'refund.created', done)
  emit(world, 'charge.refunded', after, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  })
  return done
}

function chargeOf(world: World, given: RefundInput): Charge {
  if (given.charge) return find(world, 'charge', given.charge, 'charge')
  if (!given.payment_intent) {
    throw refused(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const intent = find(world, 'payment_intent', given.payment_intent, 'payment_intent')
  if (intent.status !== 'succeeded' || !intent.latest_charge) {
    throw refused(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
      { payment_intent: intent },
    )
  }
  return find(world, 'charge', intent.latest_charge)
}

function refuseImpossible(charge: Charge, amount: number, left: number): void {
  if (charge.status !== 'succeeded') {
    throw refused(`Charge ${charge.id} is not successful and cannot be refunded.`, 'charge_not_refundable')
  }
  if (charge.disputed) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  }
  if (left === 0) throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  if (amount < 1) {
    throw refused('This value must be greater than or equal to 1.', 'parameter_invalid_integer', {
      param: 'amount',
    })
  }
  if (amount > left) {
    const what = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount'
    throw refused(
      `Refund amount (${dollars(amount)}) is greater than ${what} (${dollars(left)})`,
      undefined,
      {
        param: 'amount',
      },
    )
  }
}

function reverseFor(world: World, charge: Charge, amount: number, refundId: string): string | null {
  const [transfer] = world.store.all('transfer', { '$.source_transaction': charge.id })
  if (!transfer) return null
  const isLast = charge.amount_refunded + amount === charge.amount
  const left = transfer.amount - transfer.amount_reversed
  const back = isLast ? left : Math.min(left, part(transfer.amount, amount, charge.amount))
  return back > 0 ? reverse(world, transfer, { amount: back, sourceRefund: refundId }).id : null
}

/** Takes money back from a connected account. */
export function reverse(
  world: World,
  transfer: Transfer,
  given: { amount?: number | undefined; sourceRefund?: string; metadata?: Record<string, string> },
): TransferReversal {
  const left = transfer.amount - transfer.amount_reversed
  const amount = given.amount ?? left
  if (left === 0) throw refused(`Transfer ${transfer.id} is already fully reversed.`)
  if (amount < 1 || amount > left) {
    throw refused(
      `Reversal amount (${dollars(amount)}) is greater than unreversed amount on transfer (${dollars(left)})`,
      undefined,
      { param: 'amount' },
    )
  }
  if (needsBalance(world, transfer) && balanceOf(world, transfer.destination, transfer.currency) < amount) {
    throw refused(
      `The connected account ${transfer.destination} doesn't have enough balance to reverse ${dollars(amount)}.`,
      'balance_insufficient',
    )
  }
  const made = newTransferReversal(transfer, { ...given, amount }, now(world))
  const booked = addTransaction(world, {
    amount,
    currency: transfer.currency,
    type: 'transfer_refund',
    source: made.id,
  })
  const reversal = { ...made, balance_transaction: booked.id }
  const reversed = transfer.amount_reversed + amount
  const after: Transfer = {
    ...transfer,
    amount_reversed: reversed,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
    reversed: reversed === transfer.amount,
  }
  keep(world, 'transfer', after)
  emit(world, 'transfer.reversed', after, {
    amount_reversed: transfer.amount_reversed,
    reversed: transfer.reversed,
  })
  return reversal
}

/**
 * A transfer of its own is reversed only out of what the account holds. Of a destination charge Stripe documents no such
 * limit: the account's balance falls below zero, unless the settings say that it may not
 * (https://docs.stripe.com/api/transfer_reversals, https://docs.stripe.com/connect/pending-transfer-reversals).
 */
function needsBalance(world: World, transfer: Transfer): boolean {
  if (!world.settings.allowsNegativeBalances || transfer.source_transaction === null) return true
  const [first] = world.store.all('transfer', { '$.source_transaction': transfer.source_transaction })
  const charge = find(world, 'charge', transfer.source_transaction)
  return charge.transfer_data === null || first?.id !== transfer.id
}

function refundFeeFor(world: World, charge: Charge, amount: number): void {
  const fee = charge.application_fee && find(world, 'application_fee', charge.application_fee)
  if (!fee) return
  const isLast = charge.amount_refunded + amount === charge.amount
  const left = fee.amount - fee.amount_refunded
  const back = isLast ? left : Math.min(left, part(fee.amount, amount, charge.amount))
  if (back > 0) refundFee(world, fee, back)
}

/** Gives a part of the platform's fee back to the connected account. */
export function refundFee(world: World, fee: ApplicationFee, amount: number) {
  const left = fee.amount - fee.amount_refunded
  if (amount < 1 || amount > left) {
    throw refused(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on fee (${dollars(left)})`,
      undefined,
      { param: 'amount' },
    )
  }
  const made = newFeeRefund(fee, amount, now(world))
  const booked = addTransaction(world, {
    amount: -amount,
    currency: fee.currency,
    type: 'application_fee_refund',
    source: made.id,
  })
  const back = { ...made, balance_transaction: booked.id }
  keep(world, 'fee_refund', back)
  const refunded = fee.amount_refunded + amount
  const after: ApplicationFee = {
    ...fee,
    amount_refunded: refunded,
    refunded: refunded === fee.amount,
    refunds: { ...fee.refunds, data: [back, ...fee.refunds.data] },
  }
  keep(world, 'application_fee', after)
  emit(world, 'application_fee.refunded', after, {
    amount_refunded: fee.amount_refunded,
    refunded: fee.refunded,
  })
  return back
}
