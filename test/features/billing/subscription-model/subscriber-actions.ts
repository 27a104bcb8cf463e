// The subscribers' actions, such as subscribe, pay, cancel and refund, and how each changes the model.
import { Stripe } from 'stripe'
import * as cancellation from '#server/features/billing/lifecycle/cancel-subscription.ts'
import { payDue } from '#server/features/billing/checkout/pay-due.ts'
import { idOf } from '#server/features/billing/rules.ts'
import { ownSubscription } from '#server/features/billing/store.ts'
import { subscribe, type SubscriptionPayment } from '#server/features/billing/checkout/subscribe.ts'
import { Problem } from '#shared/problems.ts'
import { expectOneSubscription, type Row, rowsOf } from './checks.ts'
import { must } from './differences.ts'
import { isBehind } from './webhook-actions.ts'
import { type Card, CARDS } from './cards.ts'
import * as model from './model.ts'
import { type Bill, isLive, isOverdue, isPaidOnce, payNow } from './model.ts'
import type { Simulation, Subscriber } from './simulation.ts'

type Newest = { row: Row; bill: Bill }

/** The subscriber's newest subscription, in the product and in the model. */
async function newest(sim: Simulation, who: Subscriber): Promise<Newest | null> {
  const row = (await rowsOf(sim)).findLast(({ subscriberId }) => subscriberId === who.id)
  const bill = who.bills.at(-1)
  return row && bill ? { row, bill } : null
}
const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Problem && codes.includes(error.code)
function stripeCodeOf(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  return error.code ?? String(error.statusCode)
}
const intentIn = (secret: string | undefined) => secret?.split('_secret_')[0] ?? ''

/** Starts a subscription, once or in parallel. */
export async function start(sim: Simulation, who: Subscriber, times: number): Promise<void> {
  const answers = await Promise.allSettled(
    Array.from({ length: times }, async () => subscribe(sim.deps, who.id, sim.creator.id)),
  )
  for (const answer of answers) {
    if (answer.status === 'fulfilled') checkStarted(sim, who, answer.value)
    else await checkRefused(sim, who, answer.reason, times)
  }
  if (answers.some(({ status }) => status === 'fulfilled')) await expectOneSubscription(sim, who)
}

/** The subscriber got a secret, of the unfinished attempt or of a new one. */
function checkStarted(
  { creator, now, afterRetries, taxPercent }: Simulation,
  who: Subscriber,
  payment: SubscriptionPayment,
): void {
  const { clientSecret, priceInCents, taxInCents = 0 } = payment
  const tax = Math.floor((priceInCents * (taxPercent ?? 0) * 100 + 5000) / 10_000)
  must(taxInCents === tax, `${who.name} was shown a tax of ${taxInCents}`)
  must(creator.isOffering && !creator.isOnHold, `${who.name} can pay a creator who offers nothing`)
  const before = who.bills.at(-1)
  const isSamePrice = before?.price === creator.prices
  must(priceInCents === creator.priceInCents, `${who.name} was offered ${priceInCents}`)
  if (before?.secret === clientSecret) {
    must(before.status === 'incomplete' && isSamePrice, `${who.name} can pay what is not payable`)
    return
  }
  if (before?.status === 'incomplete') {
    must(!isSamePrice, `${who.name} got a second attempt while the first waits for its payment`)
    model.expire(before, now())
  }
  // Before it began a new one, the product read the old one at Stripe. It learned of the dispute and ended what was unpaid.
  if (before && model.isDisputed(before)) model.endUnpaid(before, now())
  must(!before || !isLive(before), `${who.name} got a second subscription beside a live one`)
  who.bills.push(
    model.newBill(
      { secret: clientSecret, priceInCents, taxInCents, price: creator.prices, afterRetries },
      now(),
    ),
  )
}

async function checkRefused(sim: Simulation, who: Subscriber, error: unknown, times: number): Promise<void> {
  if (times > 1 && hasCode(error, 'payment_in_progress')) return
  if (!sim.creator.isOffering && hasCode(error, 'creator_not_available')) return
  if (sim.creator.isOnHold && hasCode(error, 'creator_paused')) return
  if (!hasCode(error, 'already_subscribed', 'payment_due')) throw error
  const bill = who.bills.at(-1)
  const isRight = bill !== undefined && isPaidOnce(bill)
  must(isRight || (await isBehind(sim)), `${who.name} was refused a subscription though there is none`)
}

/** Confirms the payment in the browser, with the secret. `id`: of a card that is saved already. */
export async function pay(
  sim: Simulation,
  who: Subscriber,
  bill: Bill | undefined,
  card: Card,
  id: string = CARDS[card],
): Promise<void> {
  if (!bill) return
  let result: string
  try {
    const method = { payment_method: id }
    const { status } = await sim.stripe.paymentIntents.confirm(intentIn(bill.secret), method)
    result = status === 'succeeded' ? 'paid' : 'unconfirmed'
  } catch (error) {
    result = stripeCodeOf(error) === 'card_declined' ? 'declined' : 'refused'
  }
  const expected = bill.status === 'incomplete' ? payNow(bill, card, sim.now()) : 'refused'
  must(result === expected, `${who.name}'s payment was ${result}, not ${expected}`)
  if (result === 'paid') await expectOneSubscription(sim, who)
}

/** Confirms or fails the payment on the bank's page. */
export async function confirm(sim: Simulation, who: Subscriber, isPassed: boolean): Promise<void> {
  const latest = await newest(sim, who)
  if (!latest?.bill.owed?.unconfirmed) return
  const { latest_invoice: invoice } = await sim.stripe.subscriptions.retrieve(
    latest.row.stripeSubscriptionId,
    {
      expand: ['latest_invoice.confirmation_secret'],
    },
  )
  const secret = (invoice as Stripe.Invoice).confirmation_secret?.client_secret
  const intent = await sim.stripe.paymentIntents.retrieve(intentIn(secret))
  await fetch(intent.next_action?.redirect_to_url?.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ answer: isPassed ? 'complete' : 'fail' }),
  })
  model.confirm(latest.bill, isPassed, sim.now())
}

/** Saves a card in the billing portal, which refuses a declined one. */
export async function saveCard(sim: Simulation, who: Subscriber, card: Card): Promise<Newest | null> {
  const latest = await newest(sim, who)
  if (card === 'is declined' || !latest || !isPaidOnce(latest.bill)) return null
  const { paymentMethods, subscriptions } = sim.stripe
  const { id } = await paymentMethods.attach(CARDS[card], { customer: who.customer })
  await subscriptions.update(latest.row.stripeSubscriptionId, { default_payment_method: id })
  latest.bill.saved = { card, isSetUp: false }
  return latest
}

/** Saves another card and pays the open invoice with it. */
export async function fix(sim: Simulation, who: Subscriber, card: Card): Promise<void> {
  const bill = who.bills.at(-1)
  if (!bill?.owed || !isOverdue(bill)) return
  if (bill.status === 'past_due' && !bill.owed.isOpen) return
  const latest = await saveCard(sim, who, card)
  if (!latest) return
  if (bill.status === 'unpaid') return await fixUnpaid(sim, who, latest, card)
  const { latest_invoice: invoice } = await sim.stripe.subscriptions.retrieve(latest.row.stripeSubscriptionId)
  let result = 'paid'
  try {
    await sim.stripe.invoices.pay(idOf(invoice) ?? '')
  } catch (error) {
    result = stripeCodeOf(error) === 'invoice_payment_intent_requires_action' ? 'unconfirmed' : 'declined'
  }
  const expected = payNow(bill, card, sim.now())
  must(result === expected, `${who.name}'s open payment was ${result}, not ${expected}`)
}

/** "Fix payment" of the page: the newest month is paid, if the product knows that it is due. */
async function fixUnpaid(sim: Simulation, who: Subscriber, { row, bill }: Newest, card: Card): Promise<void> {
  const { paid, inactive, declined, confirmUrl } = await payDue(sim.deps, who.id)
  must(inactive === 0, `${who.name} paid for nothing`)
  const isKnown = ['past_due', 'unpaid'].includes(row.status) && !row.isDisputed && isLive(bill)
  const result =
    paid > 0 ? 'paid' : declined !== null ? 'declined' : confirmUrl === null ? null : 'unconfirmed'
  const expected = isKnown ? payNow(bill, card, sim.now()) : null
  must(result === expected, `${who.name}'s unpaid month was ${result}, not ${expected}`)
}

export async function cancel(sim: Simulation, who: Subscriber): Promise<void> {
  const latest = await newest(sim, who)
  if (!latest) return
  const row = await ownSubscription(sim.deps.db, who.id, latest.row.id)
  try {
    if (row) await cancellation.cancelAtPeriodEnd(sim.deps, { ...row, kind: 'subscription' })
    model.cancel(latest.bill, sim.now())
  } catch (error) {
    const isRight = hasCode(error, 'subscription_ended') && !isLive(latest.bill)
    must(isRight, `${who.name} could not cancel: ${String(error)}`)
  }
}

/** Undoes the subscriber's own cancellation, where the page offers that and the server allows it. */
export async function resume(sim: Simulation, who: Subscriber): Promise<void> {
  const latest = await newest(sim, who)
  if (!latest || latest.row.endsAt === null || latest.row.endedBy !== 'subscriber') return
  if (latest.row.isDisputed || !sim.creator.isOffering || sim.creator.isOnHold) return
  const row = await ownSubscription(sim.deps.db, who.id, latest.row.id)
  try {
    if (row)
      await cancellation.undoCancellation(sim.deps, { ...row, kind: 'subscription' }, sim.creator.account)
    latest.bill.willEnd = false
  } catch (error) {
    const isRight = hasCode(error, 'subscription_ended') && !isLive(latest.bill)
    must(isRight, `${who.name} could not resume: ${String(error)}`)
  }
}

/** Stripe gives no answer, twice, though it may have created the subscription; the retry finds it. */
export async function startWhileFrozen(sim: Simulation, who: Subscriber): Promise<void> {
  const create = { method: 'POST', path: /^\/v1\/subscriptions$/ }
  const isMet = sim.sandbox.failNext({ how: 'cut-after', ...create, times: 2 })
  const result = await subscribe(sim.deps, who.id, sim.creator.id).catch((error: unknown) => error)
  sim.sandbox.clearFaults()
  must(
    !isMet() || hasCode(result, 'payments_unavailable'),
    `${who.name} was answered though Stripe was frozen`,
  )
  await start(sim, who, 1)
}

/** Another call with the same idempotency key is in progress at Stripe. */
export async function startBesideAnother(sim: Simulation, who: Subscriber): Promise<void> {
  const create = { method: 'POST', path: /^\/v1\/subscriptions$/ }
  sim.sandbox.failNext({ how: 'key-in-use', ...create, times: 2 })
  await start(sim, who, 1)
  sim.sandbox.clearFaults()
}
