// Refunds charges, and optionally reverses their transfers and application fees.
import { invalidRequest } from '../errors.ts'
import { emit } from '../events.ts'
import type { ApplicationFee } from '../objects/application-fees.ts'
import { newFeeRefund } from '../objects/application-fees.ts'
import { addTransaction, balanceOf } from '../objects/balance.ts'
import type { Charge } from '../objects/charges.ts'
import { newRefund, type Refund, type RefundInput } from '../objects/refunds.ts'
import { newTransferReversal, type Transfer, type TransferReversal } from '../objects/transfers.ts'
import { retrieve, save, now, nowFor, type Context } from '../context.ts'

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
/** Proportional share, rounded to the cent; the last refund takes the remainder. */
const part = (whole: number, of: number, outOf: number) => Math.round((whole * of) / outOf)

export function refund(context: Context, given: RefundInput): Refund {
  const charge = chargeOf(context, given)
  const left = charge.amount - charge.amount_refunded
  const amount = given.amount ?? left
  refuseInvalidRefund(context, charge, amount, left)
  if (given.reverse_transfer && charge.transfer_data === null) {
    throw invalidRequest(
      'Cannot reverse transfer because the charge has no associated transfer.',
      undefined,
      {
        param: 'reverse_transfer',
      },
    )
  }
  if (given.refund_application_fee && charge.application_fee === null) {
    throw invalidRequest(
      `Charge ${charge.id} has no application fee, so you cannot set refund_application_fee.`,
      undefined,
      { param: 'refund_application_fee' },
    )
  }
  const at = nowFor(context, charge.customer)
  const made = newRefund(charge, { ...given, amount }, at)
  const booked = addTransaction(context, {
    amount: -amount,
    currency: charge.currency,
    type: 'refund',
    source: made.id,
    created: at,
  })
  // The fee first: the account needs balance only for the rest.
  if (given.refund_application_fee) refundFeeFor(context, charge, amount)
  const reversal = given.reverse_transfer ? reverseTransferFor(context, charge, amount, made.id) : null
  const done: Refund = { ...made, balance_transaction: booked.id, transfer_reversal: reversal }
  save(context, 'refund', done)
  const refunded = charge.amount_refunded + amount
  const after: Charge = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }
  save(context, 'charge', after)
  emit(context, 'refund.created', done)
  emit(context, 'charge.refunded', after, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  })
  return done
}

function chargeOf(context: Context, given: RefundInput): Charge {
  if (given.charge) return retrieve(context, 'charge', given.charge, 'charge')
  if (!given.payment_intent) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const intent = retrieve(context, 'payment_intent', given.payment_intent, 'payment_intent')
  if (intent.status !== 'succeeded' || !intent.latest_charge) {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
      { payment_intent: intent },
    )
  }
  return retrieve(context, 'charge', intent.latest_charge)
}

function refuseInvalidRefund(context: Context, charge: Charge, amount: number, left: number): void {
  if (charge.status !== 'succeeded') {
    throw invalidRequest(
      `Charge ${charge.id} is not successful and cannot be refunded.`,
      'charge_not_refundable',
    )
  }
  // A charge stays `disputed` after its dispute is won, and can be refunded then.
  if (
    charge.disputed &&
    context.store.all('dispute', { charge: charge.id }).some(({ status }) => status !== 'won')
  ) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    )
  }
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', 'parameter_invalid_integer', {
      param: 'amount',
    })
  }
  if (amount > left) {
    const what = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount'
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than ${what} (${dollars(left)})`,
      undefined,
      {
        param: 'amount',
      },
    )
  }
}

function reverseTransferFor(
  context: Context,
  charge: Charge,
  amount: number,
  refundId: string,
): string | null {
  const [transfer] = context.store.all('transfer', { '$.source_transaction': charge.id })
  if (!transfer) return null
  const isLast = charge.amount_refunded + amount === charge.amount
  const left = transfer.amount - transfer.amount_reversed
  const back = isLast ? left : Math.min(left, part(transfer.amount, amount, charge.amount))
  return back > 0 ? reverseTransfer(context, transfer, { amount: back, sourceRefund: refundId }).id : null
}

/** Reverses all or part of a transfer. */
export function reverseTransfer(
  context: Context,
  transfer: Transfer,
  given: { amount?: number | undefined; sourceRefund?: string; metadata?: Record<string, string> },
): TransferReversal {
  const left = transfer.amount - transfer.amount_reversed
  const amount = given.amount ?? left
  if (left === 0) throw invalidRequest(`Transfer ${transfer.id} is already fully reversed.`)
  if (amount < 1 || amount > left) {
    throw invalidRequest(
      `Reversal amount (${dollars(amount)}) is greater than unreversed amount on transfer (${dollars(left)})`,
      undefined,
      { param: 'amount' },
    )
  }
  if (
    requiresBalance(context, transfer) &&
    balanceOf(context, transfer.destination, transfer.currency) < amount
  ) {
    throw invalidRequest(
      `The connected account ${transfer.destination} doesn't have enough balance to reverse ${dollars(amount)}.`,
      'balance_insufficient',
    )
  }
  const made = newTransferReversal(transfer, { ...given, amount }, now(context))
  const booked = addTransaction(context, {
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
  save(context, 'transfer', after)
  emit(context, 'transfer.reversed', after, {
    amount_reversed: transfer.amount_reversed,
    reversed: transfer.reversed,
  })
  return reversal
}

/**
 * A separate transfer can be reversed only from the account's balance. For a destination charge Stripe documents no
 * such limit: the balance becomes negative, unless the settings forbid it
 * (https://docs.stripe.com/api/transfer_reversals, https://docs.stripe.com/connect/pending-transfer-reversals).
 */
function requiresBalance(context: Context, transfer: Transfer): boolean {
  if (!context.settings.allowsNegativeBalances || transfer.source_transaction === null) return true
  const [first] = context.store.all('transfer', { '$.source_transaction': transfer.source_transaction })
  const charge = retrieve(context, 'charge', transfer.source_transaction)
  return charge.transfer_data === null || first?.id !== transfer.id
}

function refundFeeFor(context: Context, charge: Charge, amount: number): void {
  const fee = charge.application_fee && retrieve(context, 'application_fee', charge.application_fee)
  if (!fee) return
  const isLast = charge.amount_refunded + amount === charge.amount
  const left = fee.amount - fee.amount_refunded
  const back = isLast ? left : Math.min(left, part(fee.amount, amount, charge.amount))
  if (back > 0) refundApplicationFee(context, fee, back)
}

/** Refunds all or part of an application fee to the connected account. */
function refundApplicationFee(context: Context, fee: ApplicationFee, amount: number) {
  const left = fee.amount - fee.amount_refunded
  if (amount < 1 || amount > left) {
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on fee (${dollars(left)})`,
      undefined,
      { param: 'amount' },
    )
  }
  const made = newFeeRefund(fee, amount, now(context))
  const booked = addTransaction(context, {
    amount: -amount,
    currency: fee.currency,
    type: 'application_fee_refund',
    source: made.id,
  })
  const back = { ...made, balance_transaction: booked.id }
  save(context, 'fee_refund', back)
  const refunded = fee.amount_refunded + amount
  const after: ApplicationFee = {
    ...fee,
    amount_refunded: refunded,
    refunded: refunded === fee.amount,
    refunds: { ...fee.refunds, data: [back, ...fee.refunds.data] },
  }
  save(context, 'application_fee', after)
  emit(context, 'application_fee.refunded', after, {
    amount_refunded: fee.amount_refunded,
    refunded: fee.refunded,
  })
  return back
}
