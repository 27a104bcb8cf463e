// The subscribers' actions, such as subscribe, pay, cancel and refund, and how each changes the model.
import { Stripe } from 'stripe'
import { cancelAtPeriodEnd, undoCancellation } from '#server/features/billing/cancel-subscription.ts'
import { refundPayment } from '#server/features/billing/refund.ts'
import { idOf } from '#server/features/billing/rules.ts'
import { ownSubscription } from '#server/features/billing/store.ts'
import { type Begun, subscribe } from '#server/features/billing/subscribe.ts'
import { Problem } from '#shared/problems.ts'
import { neverTwo, type Row, rowsOf } from './checks.ts'
import { must } from './differences.ts'
import { isBehind } from './webhook-actions.ts'
import * as model from './model.ts'
import { type Bill, type Card, CARDS, isLive, isPaidOnce, payNow } from './model.ts'
import type { Simulation, Subscriber } from './simulation.ts'

type Held = { row: Row; bill: Bill }

/** The person's newest subscription, as the product has it and as the model has it. */
async function newest(sim: Simulation, who: Subscriber): Promise<Held | null> {
  const row = (await rowsOf(sim)).findLast(({ subscriberId }) => subscriberId === who.id)
  const bill = who.bills.at(-1)
  return row && bill ? { row, bill } : null
}
const refusedWith = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Problem && codes.includes(error.code)
const stripeCodeOf = (error: unknown): string => {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  return error.code ?? String(error.statusCode)
}
const intentIn = (secret: string | undefined) => secret?.split('_secret_')[0] ?? ''

/** Once, or twice at once. */
export async function begin(sim: Simulation, who: Subscriber, times: number): Promise<void> {
  const answers = await Promise.allSettled(
    Array.from({ length: times }, async () => subscribe(sim.deps, who.id, sim.creator.id)),
  )
  for (const said of answers) {
    if (said.status === 'fulfilled') begun(sim, who, said.value)
    else await notBegun(sim, who, said.reason, times)
  }
  if (answers.some(({ status }) => status === 'fulfilled')) await neverTwo(sim, who)
}

/** Somebody has a secret to pay with: of what there was, or of something new. */
function begun({ creator, now }: Simulation, who: Subscriber, { clientSecret, priceInCents }: Begun): void {
  must(creator.isOffering && !creator.isOnHold, `${who.name} is to pay a creator who offers nothing`)
  const before = who.bills.at(-1)
  const isSamePrice = before?.price === creator.prices
  must(priceInCents === creator.priceInCents, `${who.name} was offered ${priceInCents}`)
  if (before?.secret === clientSecret) {
    must(before.status === 'incomplete' && isSamePrice, `${who.name} is to pay what is paid, over or stale`)
    return
  }
  if (before?.status === 'incomplete') {
    must(!isSamePrice, `${who.name} got a second one while the first waits for its payment`)
    model.expire(before, now())
  }
  must(!before || !isLive(before), `${who.name} got a second subscription beside a live one`)
  who.bills.push(model.newBill({ secret: clientSecret, priceInCents, price: creator.prices }, now()))
}

async function notBegun(sim: Simulation, who: Subscriber, error: unknown, times: number): Promise<void> {
  if (times > 1 && refusedWith(error, 'payment_in_progress')) return
  if (!sim.creator.isOffering && refusedWith(error, 'creator_not_available')) return
  if (sim.creator.isOnHold && refusedWith(error, 'creator_paused')) return
  if (!refusedWith(error, 'already_subscribed', 'payment_due')) throw error
  const bill = who.bills.at(-1)
  const isRight = bill !== undefined && isPaidOnce(bill)
  must(isRight || (await isBehind(sim)), `${who.name} was refused a subscription though there is none`)
}

/** In the browser, with the secret. */
export async function pay(
  sim: Simulation,
  who: Subscriber,
  bill: Bill | undefined,
  card: Card,
): Promise<void> {
  if (!bill) return
  let result: string
  try {
    const method = { payment_method: CARDS[card] }
    const { status } = await sim.stripe.paymentIntents.confirm(intentIn(bill.secret), method)
    result = status === 'succeeded' ? 'paid' : 'asked'
  } catch (error) {
    result = stripeCodeOf(error) === 'card_declined' ? 'declined' : 'refused'
  }
  const expected = bill.status === 'incomplete' ? payNow(bill, card, sim.now()) : 'refused'
  must(result === expected, `${who.name}'s payment was ${result}, not ${expected}`)
  if (result === 'paid') await neverTwo(sim, who)
}

/** On the bank's page. */
export async function answer(sim: Simulation, who: Subscriber, isPassed: boolean): Promise<void> {
  const held = await newest(sim, who)
  if (!held?.bill.owed?.asked) return
  const { latest_invoice: invoice } = await sim.stripe.subscriptions.retrieve(held.row.stripeSubscriptionId, {
    expand: ['latest_invoice.confirmation_secret'],
  })
  const secret = (invoice as Stripe.Invoice).confirmation_secret?.client_secret
  const intent = await sim.stripe.paymentIntents.retrieve(intentIn(secret))
  await fetch(intent.next_action?.redirect_to_url?.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ answer: isPassed ? 'complete' : 'fail' }),
  })
  model.answer(held.bill, isPassed, sim.now())
}

/** In the billing portal; a card that is declined can't be saved. */
export async function saveCard(sim: Simulation, who: Subscriber, card: Card): Promise<Held | null> {
  const held = await newest(sim, who)
  if (card === 'is declined' || !held || !isPaidOnce(held.bill)) return null
  const { paymentMethods, subscriptions } = sim.stripe
  const { id } = await paymentMethods.attach(CARDS[card], { customer: who.customer })
  await subscriptions.update(held.row.stripeSubscriptionId, { default_payment_method: id })
  held.bill.saved = { card, isSetUp: false }
  return held
}

/** Another card, and what is open is paid with it. */
export async function fix(sim: Simulation, who: Subscriber, card: Card): Promise<void> {
  const bill = who.bills.at(-1)
  if (bill?.status !== 'past_due' || !bill.owed?.isOpen) return
  const held = await saveCard(sim, who, card)
  if (!held) return
  const { latest_invoice: invoice } = await sim.stripe.subscriptions.retrieve(held.row.stripeSubscriptionId)
  let result = 'paid'
  try {
    await sim.stripe.invoices.pay(idOf(invoice) ?? '')
  } catch (error) {
    result = stripeCodeOf(error) === 'invoice_payment_intent_requires_action' ? 'asked' : 'declined'
  }
  const expected = payNow(bill, card, sim.now())
  must(result === expected, `${who.name}'s open payment was ${result}, not ${expected}`)
}

export async function cancel(sim: Simulation, who: Subscriber): Promise<void> {
  const held = await newest(sim, who)
  if (!held) return
  const row = await ownSubscription(sim.deps.db, who.id, held.row.id)
  try {
    if (row) await cancelAtPeriodEnd(sim.deps, { ...row, kind: 'subscription' })
    model.endWithMonth(held.bill, sim.now())
  } catch (error) {
    const isRight = refusedWith(error, 'subscription_ended') && !isLive(held.bill)
    must(isRight, `${who.name} could not cancel: ${String(error)}`)
  }
}

/** Where the page offers it and the server allows it: one's own decision is taken back. */
export async function resume(sim: Simulation, who: Subscriber): Promise<void> {
  const held = await newest(sim, who)
  if (!held || held.row.endsAt === null || held.row.endedBy !== 'subscriber') return
  if (held.row.isDisputed || !sim.creator.isOffering || sim.creator.isOnHold) return
  const row = await ownSubscription(sim.deps.db, who.id, held.row.id)
  try {
    if (row) await undoCancellation(sim.deps, { ...row, kind: 'subscription' }, sim.creator.account)
    held.bill.willEnd = false
  } catch (error) {
    const isRight = refusedWith(error, 'subscription_ended') && !isLive(held.bill)
    must(isRight, `${who.name} could not resume: ${String(error)}`)
  }
}

/** Stripe gives no answer, twice, though it may have made the subscription; the next try finds it. */
export async function beginFrozen(sim: Simulation, who: Subscriber): Promise<void> {
  const create = { method: 'POST', path: /^\/v1\/subscriptions$/ }
  const isMet = sim.sandbox.failNext({ how: 'cut-after', ...create, times: 2 })
  const said = await subscribe(sim.deps, who.id, sim.creator.id).catch((error: unknown) => error)
  sim.sandbox.clearFaults()
  must(
    !isMet() || refusedWith(said, 'payments_unavailable'),
    `${who.name} was answered though Stripe was frozen`,
  )
  await begin(sim, who, 1)
}

/** Another call of the same name is under way at Stripe when this one arrives. */
export async function beginBesideAnother(sim: Simulation, who: Subscriber): Promise<void> {
  const create = { method: 'POST', path: /^\/v1\/subscriptions$/ }
  sim.sandbox.failNext({ how: 'key-in-use', ...create, times: 2 })
  await begin(sim, who, 1)
  sim.sandbox.clearFaults()
}

/** An operator gives one payment back. */
export async function refund(sim: Simulation, who: Subscriber, pick: number, andEnd: boolean): Promise<void> {
  const rows = (await rowsOf(sim)).filter(({ subscriberId }) => subscriberId === who.id)
  const all = who.bills.flatMap((bill, index) =>
    (rows[index]?.payments ?? []).map(({ stripeInvoiceId, paidAt }) => ({ bill, stripeInvoiceId, paidAt })),
  )
  const chosen = all[pick % Math.max(1, all.length)]
  const charge = chosen?.bill.charges.find(({ paidAt }) => paidAt * 1000 === chosen.paidAt)
  if (!chosen || !charge) return
  try {
    await refundPayment(sim.deps, chosen.stripeInvoiceId, { andEnd })
  } catch (error) {
    must(charge.dispute !== null, `${who.name} could not be given a refund: ${String(error)}`)
    return
  }
  must(charge.dispute === null, `${who.name} was given back what the bank has taken back`)
  charge.isRefunded = true
  if (andEnd && isLive(chosen.bill)) model.endNow(chosen.bill, sim.now())
}

/** The charge of that second; none where there were two, of which nobody could say which is meant. */
function chargeOf(bills: Bill[], second: number): model.Charge | undefined {
  const all = bills.flatMap((bill) => bill.charges.filter((charge) => charge.paidAt === second))
  return all.length === 1 ? all[0] : undefined
}

/** Someone refunds it in Stripe's dashboard, and a webhook tells the product. */
export async function refundThere(
  sim: Simulation,
  { customer, bills }: Subscriber,
  pick: number,
): Promise<void> {
  const { data } = await sim.stripe.charges.list({ customer, limit: 100 })
  const all = data.filter((one) => one.status === 'succeeded' && !one.refunded && !one.disputed)
  const chosen = all[pick % Math.max(1, all.length)]
  const charge = chosen && chargeOf(bills, chosen.created)
  if (!chosen || !charge) return
  await sim.stripe.refunds.create({
    charge: chosen.id,
    reverse_transfer: true,
    ...(chosen.application_fee !== null && { refund_application_fee: true }),
  })
  charge.isRefunded = true
}

/** The bank decides. */
export async function decide({ stripe, people }: Simulation, pick: number): Promise<void> {
  const { data } = await stripe.disputes.list({ limit: 100 })
  const open = data.filter(({ status }) => status === 'needs_response')
  const dispute = open[pick % Math.max(1, open.length)]
  if (!dispute) return
  const { customer } = await stripe.charges.retrieve(idOf(dispute.charge) ?? '')
  const charge = chargeOf(people.find((one) => one.customer === customer)?.bills ?? [], dispute.created)
  if (!charge) return
  const isWon = pick % 2 === 0
  const evidence = { uncategorized_text: 'winning_evidence' }
  if (isWon) await stripe.disputes.update(dispute.id, { evidence, submit: true })
  else await stripe.disputes.close(dispute.id)
  charge.dispute = isWon ? 'won' : 'lost'
}
