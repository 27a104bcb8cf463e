// Refunds by an operator or in Stripe's dashboard, and the bank's decisions, and how each changes the model.
import { refundPayment } from '#server/features/billing/lifecycle/refund.ts'
import { idOf } from '#server/features/billing/rules.ts'
import { rowsOf } from './checks.ts'
import { must } from './differences.ts'
import { feeAt, refundPart, refundWithdrawn, totalOf } from './model-refunds.ts'
import * as model from './model.ts'
import { type Bill, isLive } from './model.ts'
import type { Simulation, Subscriber } from './simulation.ts'

/** An operator refunds one payment. */
export async function refund(sim: Simulation, who: Subscriber, pick: number, andEnd: boolean): Promise<void> {
  const rows = (await rowsOf(sim)).filter(({ subscriberId }) => subscriberId === who.id)
  const all = who.bills.flatMap((bill, index) =>
    (rows[index]?.payments ?? []).map(({ stripeInvoiceId, paidAt }) => ({ bill, stripeInvoiceId, paidAt })),
  )
  const chosen = all[pick % Math.max(1, all.length)]
  const charge = chosen?.bill.charges.find(({ paidAt }) => paidAt * 1000 === chosen.paidAt)
  if (!chosen || !charge) return
  let isRefunded = true
  try {
    await refundPayment(sim.deps, chosen.stripeInvoiceId, { andEnd })
  } catch (error) {
    const isDisputed = charge.dispute === 'open' || charge.dispute === 'lost'
    must(isDisputed, `${who.name} could not get a refund: ${String(error)}`)
    isRefunded = false
  }
  const mayRefund = charge.dispute === null || charge.dispute === 'won'
  must(!isRefunded || mayRefund, `${who.name} got a refund of a disputed payment`)
  // The subscription ends before the refund, even if the refund is refused.
  if (andEnd && isLive(chosen.bill)) model.endNow(chosen.bill, sim.now())
  if (isRefunded) refundPart(charge, chosen.bill, feeOf(sim, chosen.bill), totalOf(chosen.bill))
}

export const feeOf = ({ deps }: Simulation, bill: Bill): number => feeAt(deps.config.platformFeePercent, bill)

/** The charge of that second; none if there are two, because it is unclear which one is meant. */
function chargeOf(bills: Bill[], second: number): { bill: Bill; charge: model.Charge } | undefined {
  const all = bills.flatMap((bill) =>
    bill.charges.filter((charge) => charge.paidAt === second).map((charge) => ({ bill, charge })),
  )
  return all.length === 1 ? all[0] : undefined
}

/** Someone refunds a payment in Stripe's dashboard, and the product learns of it by webhook. */
export async function refundAtStripe(
  sim: Simulation,
  { customer, bills }: Subscriber,
  pick: number,
): Promise<void> {
  const { data } = await sim.stripe.charges.list({ customer, limit: 100 })
  const all = data.filter((one) => one.status === 'succeeded' && !one.refunded && !one.disputed)
  const chosen = all[pick % Math.max(1, all.length)]
  const found = chosen && chargeOf(bills, chosen.created)
  if (!chosen || !found) return
  const left = chosen.amount - chosen.amount_refunded
  // Refunds only a part every second time. Refunds all that is left of a withdrawn payment, because the refund of the
  // withdrawal may still be on the way.
  const amount =
    pick % 2 === 0 && found.bill.withdrawn === null ? Math.ceil((left * (pick % 9)) / 10) || left : left
  await sim.stripe.refunds.create({
    charge: chosen.id,
    amount,
    reverse_transfer: true,
    ...(chosen.application_fee !== null && { refund_application_fee: true }),
  })
  refundPart(found.charge, found.bill, feeOf(sim, found.bill), amount)
}

/** The bank decides a dispute. */
export async function decide(sim: Simulation, pick: number): Promise<void> {
  const { stripe, people } = sim
  const { data } = await stripe.disputes.list({ limit: 100 })
  const open = data.filter(({ status }) => status === 'needs_response')
  const dispute = open[pick % Math.max(1, open.length)]
  if (!dispute) return
  const { customer } = await stripe.charges.retrieve(idOf(dispute.charge) ?? '')
  const found = chargeOf(people.find((one) => one.customer === customer)?.bills ?? [], dispute.created)
  if (!found) return
  const isWon = pick % 2 === 0
  const evidence = { uncategorized_text: 'winning_evidence' }
  if (isWon) await stripe.disputes.update(dispute.id, { evidence, submit: true })
  else await stripe.disputes.close(dispute.id)
  found.charge.dispute = isWon ? 'won' : 'lost'
  // The refund of a withdrawal is still due.
  refundWithdrawn(found.bill, found.charge, feeOf(sim, found.bill))
}
