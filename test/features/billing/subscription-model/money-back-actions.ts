// Withdrawals, refunds by the creator and payments with the saved card, and how each changes the model.
import type { Stripe } from 'stripe'
import { makeRefund } from '#server/features/billing/refunds/make-refund.ts'
import { refundAsCreator } from '#server/features/billing/refunds/refund-terms.ts'
import { settleWithdrawal } from '#server/features/billing/refunds/settle-withdrawal.ts'
import { withdraw as withdrawInProduct } from '#server/features/billing/refunds/withdraw.ts'
import { Problem } from '#shared/problems.ts'
import { rowsOf } from './checks.ts'
import { must } from './differences.ts'
import type { Card } from './cards.ts'
import * as model from './model.ts'
import { type Bill, DAY, isLive } from './model.ts'
import { refundPart, totalOf, unusedCents, withdraw as withdrawInModel } from './model-refunds.ts'
import { feeOf } from './refund-actions.ts'
import type { Simulation, Subscriber } from './simulation.ts'
import { pay } from './subscriber-actions.ts'

/** The 14 days after the day of the first payment, until they end 12 hours behind UTC. */
const mayWithdraw = (paidAt: number, now: number) => now <= (Math.floor(paidAt / DAY) + 15.5) * DAY

/** The subscriber presses "Confirm withdrawal", twice. Every second one had asked for immediate access. */
export async function withdraw(sim: Simulation, who: Subscriber, pick: number): Promise<void> {
  const { deps, now } = sim
  const row = (await rowsOf(sim)).findLast(({ subscriberId }) => subscriberId === who.id)
  const bill = who.bills.at(-1)
  if (!row || !bill) return
  const keepsUsedDays = pick % 2 === 0
  if (bill.withdrawn === null)
    await deps.db
      .updateTable('subscriptions')
      .set({ immediateAccessRequestedAt: keepsUsedDays ? deps.clock.now() : null })
      .where('id', '=', row.id)
      .execute()
  const [first] = row.payments
  const isAllowed =
    bill.withdrawn !== null || (first !== undefined && mayWithdraw(first.paidAt / 1000, now()))
  try {
    await Promise.all([1, 2].map(() => withdrawInProduct(deps, who.id, row.id)))
    await settleWithdrawal(deps, row.id)
  } catch (error) {
    const isRefusal =
      error instanceof Problem && /^(subscription_not_found|withdrawal_over)$/.test(error.code)
    must(isRefusal && !isAllowed, `${who.name} could not withdraw: ${String(error)}`)
    return
  }
  must(isAllowed, `${who.name} withdrew too late`)
  if (bill.withdrawn === null) withdrawInModel(bill, now(), keepsUsedDays, feeOf(sim, bill))
}

/** The creator refunds the newest payment that the product knows of: all of it, or the unused days with the end. */
export async function refundByCreator(sim: Simulation, who: Subscriber, pick: number): Promise<void> {
  const { deps, creator, now } = sim
  const rows = (await rowsOf(sim)).filter(({ subscriberId }) => subscriberId === who.id)
  const [row, bill] = [rows.at(-1), who.bills.at(-1)]
  const known = row?.payments.at(-1)
  const charge = bill?.charges.find(({ paidAt }) => paidAt * 1000 === known?.paidAt)
  if (!row || !bill || !known || !charge || bill.withdrawn !== null || charge.dispute !== null) return
  const part = pick % 2 === 0 ? 'full' : 'unused'
  const left = totalOf(bill) - known.refunded
  const unused = Math.min(left, Math.max(0, unusedCents(charge, bill, now()) - known.refunded))
  const planned = part === 'full' ? left : unused
  try {
    await refundAsCreator(deps, creator.id, row.id, { part, reason: 'Sorry', end: false })
  } catch (error) {
    const isRight = error instanceof Problem && error.code === 'nothing_to_refund' && planned === 0
    must(isRight, `the creator could not refund ${who.name}: ${String(error)}`)
    return
  }
  must(planned > 0, `the creator refunded ${who.name} nothing`)
  const { id } = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('subscriptionId', '=', row.id)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  await makeRefund(deps, id)
  if (part === 'unused' && isLive(bill)) {
    model.endNow(bill, now())
    bill.owed = null
  }
  refundPart(charge, bill, feeOf(sim, bill), planned)
}

/** The test cards by their last digits. */
const BY_DIGITS: Record<string, Card> = {
  '4242': 'pays',
  '0341': 'is declined once it is saved',
  '3155': 'needs confirmation once',
  '3184': 'needs confirmation each time',
  '0259': 'is disputed',
}

/** Pays an unfinished attempt with the saved card, in one press. */
export async function payWithSavedCard(
  sim: Simulation,
  who: Subscriber,
  bill: Bill | undefined,
): Promise<void> {
  const customer = await sim.stripe.customers.retrieve(who.customer, {
    expand: ['invoice_settings.default_payment_method'],
  })
  const method = (customer as Stripe.Customer).invoice_settings.default_payment_method
  if (!method || typeof method === 'string') return
  const card = BY_DIGITS[method.card?.last4 ?? '']
  if (card) await pay(sim, who, bill, card, method.id)
}
