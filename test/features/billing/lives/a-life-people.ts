// What people do in a life: subscribe, pay, answer their bank, end, keep, fix, refund; and what the model makes of it.
import { Stripe } from 'stripe'
import { endWithPeriod, keepRenewing } from '#server/features/billing/end-subscription.ts'
import { refundPayment } from '#server/features/billing/refund.ts'
import { idOf } from '#server/features/billing/rules.ts'
import { ownSubscription } from '#server/features/billing/store.ts'
import { type Begun, subscribe } from '#server/features/billing/subscribe.ts'
import { Problem } from '#shared/problems.ts'
import { neverTwo, type Row, rowsOf } from './a-life-checks.ts'
import { must } from './a-life-differences.ts'
import { isBehind } from './a-life-letters.ts'
import * as model from './a-life-model.ts'
import { type Bill, type Card, CARDS, isLive, isPaidOnce, payNow } from './a-life-model.ts'
import type { Life, Subscriber } from './a-life-world.ts'

type Held = { row: Row; bill: Bill }

/** The person's newest subscription, as the product has it and as the model has it. */
async function newest(life: Life, who: Subscriber): Promise<Held | null> {
  const row = (await rowsOf(life)).findLast(({ subscriberId }) => subscriberId === who.id)
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
export async function begin(life: Life, who: Subscriber, times: number): Promise<void> {
  const answers = await Promise.allSettled(
    Array.from({ length: times }, async () => subscribe(life.deps, who.id, life.creator.id)),
  )
  for (const said of answers) {
    if (said.status === 'fulfilled') begun(life, who, said.value)
    else await notBegun(life, who, said.reason, times)
  }
  if (answers.some(({ status }) => status === 'fulfilled')) await neverTwo(life, who)
}

/** Somebody has a secret to pay with: of what there was, or of something new. */
function begun({ creator, now }: Life, who: Subscriber, { clientSecret, priceInCents }: Begun): void {
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

async function notBegun(life: Life, who: Subscriber, error: unknown, times: number): Promise<void> {
  if (times > 1 && refusedWith(error, 'payment_in_progress')) return
  if (!life.creator.isOffering && refusedWith(error, 'creator_not_available')) return
  if (life.creator.isOnHold && refusedWith(error, 'creator_paused')) return
  if (!refusedWith(error, 'already_subscribed', 'payment_due')) throw error
  const bill = who.bills.at(-1)
  const isRight = bill !== undefined && isPaidOnce(bill)
  must(isRight || (await isBehind(life)), `${who.name} was refused a subscription though there is none`)
}

/** In the browser, with the secret. */
export async function pay(life: Life, who: Subscriber, bill: Bill | undefined, card: Card): Promise<void> {
  if (!bill) return
  let result: string
  try {
    const method = { payment_method: CARDS[card] }
    const { status } = await life.stripe.paymentIntents.confirm(intentIn(bill.secret), method)
    result = status === 'succeeded' ? 'paid' : 'asked'
  } catch (error) {
    result = stripeCodeOf(error) === 'card_declined' ? 'declined' : 'refused'
  }
  const expected = bill.status === 'incomplete' ? payNow(bill, card, life.now()) : 'refused'
  must(result === expected, `${who.name}'s payment was ${result}, not ${expected}`)
  if (result === 'paid') await neverTwo(life, who)
}

/** On the bank's page. */
export async function answer(life: Life, who: Subscriber, isPassed: boolean): Promise<void> {
  const held = await newest(life, who)
  if (!held?.bill.owed?.asked) return
  const { latest_invoice: invoice } = await life.stripe.subscriptions.retrieve(
    held.row.stripeSubscriptionId,
    {
      expand: ['latest_invoice.confirmation_secret'],
    },
  )
  const secret = (invoice as Stripe.Invoice).confirmation_secret?.client_secret
  const intent = await life.stripe.paymentIntents.retrieve(intentIn(secret))
  await fetch(intent.next_action?.redirect_to_url?.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ answer: isPassed ? 'complete' : 'fail' }),
  })
  model.answer(held.bill, isPassed, life.now())
}

/** In the billing portal; a card that is declined can't be saved. */
export async function saveCard(life: Life, who: Subscriber, card: Card): Promise<Held | null> {
  const held = await newest(life, who)
  if (card === 'is declined' || !held || !isPaidOnce(held.bill)) return null
  const { paymentMethods, subscriptions } = life.stripe
  const { id } = await paymentMethods.attach(CARDS[card], { customer: who.customer })
  await subscriptions.update(held.row.stripeSubscriptionId, { default_payment_method: id })
  held.bill.saved = { card, isSetUp: false }
  return held
}

/** Another card, and what is open is paid with it. */
export async function fix(life: Life, who: Subscriber, card: Card): Promise<void> {
  const bill = who.bills.at(-1)
  if (bill?.status !== 'past_due' || !bill.owed?.isOpen) return
  const held = await saveCard(life, who, card)
  if (!held) return
  const { latest_invoice: invoice } = await life.stripe.subscriptions.retrieve(held.row.stripeSubscriptionId)
  let result = 'paid'
  try {
    await life.stripe.invoices.pay(idOf(invoice) ?? '')
  } catch (error) {
    result = stripeCodeOf(error) === 'invoice_payment_intent_requires_action' ? 'asked' : 'declined'
  }
  const expected = payNow(bill, card, life.now())
  must(result === expected, `${who.name}'s open payment was ${result}, not ${expected}`)
}

export async function cancel(life: Life, who: Subscriber): Promise<void> {
  const held = await newest(life, who)
  if (!held) return
  const row = await ownSubscription(life.deps.db, who.id, held.row.id)
  try {
    if (row) await endWithPeriod(life.deps, { ...row, kind: 'subscription' })
    model.endWithMonth(held.bill, life.now())
  } catch (error) {
    const isRight = refusedWith(error, 'subscription_ended') && !isLive(held.bill)
    must(isRight, `${who.name} could not cancel: ${String(error)}`)
  }
}

/** Where the page offers it and the server allows it: one's own decision is taken back. */
export async function resume(life: Life, who: Subscriber): Promise<void> {
  const held = await newest(life, who)
  if (!held || held.row.endsAt === null || held.row.endedBy !== 'subscriber') return
  if (held.row.isDisputed || !life.creator.isOffering || life.creator.isOnHold) return
  const row = await ownSubscription(life.deps.db, who.id, held.row.id)
  try {
    if (row) await keepRenewing(life.deps, { ...row, kind: 'subscription' }, life.creator.account)
    held.bill.willEnd = false
  } catch (error) {
    const isRight = refusedWith(error, 'subscription_ended') && !isLive(held.bill)
    must(isRight, `${who.name} could not resume: ${String(error)}`)
  }
}

/** Stripe gives no answer, twice, though it may have made the subscription; the next try finds it. */
export async function beginFrozen(life: Life, who: Subscriber): Promise<void> {
  const create = { method: 'POST', path: /^\/v1\/subscriptions$/ }
  const isMet = life.sandbox.failNext({ how: 'cut-after', ...create, times: 2 })
  const said = await subscribe(life.deps, who.id, life.creator.id).catch((error: unknown) => error)
  life.sandbox.forgetFaults()
  must(
    !isMet() || refusedWith(said, 'payments_unavailable'),
    `${who.name} was answered though Stripe was frozen`,
  )
  await begin(life, who, 1)
}

/** Another call of the same name is under way at Stripe when this one arrives. */
export async function beginBesideAnother(life: Life, who: Subscriber): Promise<void> {
  const create = { method: 'POST', path: /^\/v1\/subscriptions$/ }
  life.sandbox.failNext({ how: 'key-in-use', ...create, times: 2 })
  await begin(life, who, 1)
  life.sandbox.forgetFaults()
}

/** An operator gives one payment back. */
export async function refund(life: Life, who: Subscriber, pick: number, andEnd: boolean): Promise<void> {
  const rows = (await rowsOf(life)).filter(({ subscriberId }) => subscriberId === who.id)
  const all = who.bills.flatMap((bill, index) =>
    (rows[index]?.payments ?? []).map(({ stripeInvoiceId, paidAt }) => ({ bill, stripeInvoiceId, paidAt })),
  )
  const chosen = all[pick % Math.max(1, all.length)]
  const charge = chosen?.bill.charges.find(({ paidAt }) => paidAt * 1000 === chosen.paidAt)
  if (!chosen || !charge) return
  try {
    await refundPayment(life.deps, chosen.stripeInvoiceId, { andEnd })
  } catch (error) {
    must(charge.dispute !== null, `${who.name} could not be given a refund: ${String(error)}`)
    return
  }
  must(charge.dispute === null, `${who.name} was given back what the bank has taken back`)
  charge.isRefunded = true
  if (andEnd && isLive(chosen.bill)) model.endNow(chosen.bill, life.now())
}

/** The charge of that second; none where there were two, of which nobody could say which is meant. */
function chargeOf(bills: Bill[], second: number): model.Charge | undefined {
  const all = bills.flatMap((bill) => bill.charges.filter((charge) => charge.paidAt === second))
  return all.length === 1 ? all[0] : undefined
}

/** Somebody gives it back in Stripe's dashboard, and the product hears of it by letter. */
export async function refundThere(life: Life, { customer, bills }: Subscriber, pick: number): Promise<void> {
  const { data } = await life.stripe.charges.list({ customer, limit: 100 })
  const all = data.filter((one) => one.status === 'succeeded' && !one.refunded && !one.disputed)
  const chosen = all[pick % Math.max(1, all.length)]
  const charge = chosen && chargeOf(bills, chosen.created)
  if (!chosen || !charge) return
  await life.stripe.refunds.create({
    charge: chosen.id,
    reverse_transfer: true,
    ...(chosen.application_fee !== null && { refund_application_fee: true }),
  })
  charge.isRefunded = true
}

/** The bank decides. */
export async function decide({ stripe, people }: Life, pick: number): Promise<void> {
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
