// One saved card for all creators and the plan: it pays the second creator without a form, and is changed once for all.
import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { savedCard } from '#shared/contracts/saved-card.ts'
import { system } from '#shared/contracts/system.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { confirmWithSaved, savedCardsOf, submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { becomeCreator, buyPlan, subscribeTo } from './billing-steps.ts'
import { type Setup, withCreatorAndSubscriber } from './creator-and-subscriber.ts'

const MASTERCARD = '5555555555554444'
const ASKS_EACH_TIME = '4000002760003184'

let { server, nina, ben, own, pass } = {} as Setup
withCreatorAndSubscriber((setup) => void ({ server, nina, ben, own, pass } = setup))
let otherId = ''
let people = 0
beforeEach(async () => {
  people += 1
  const name = `other_${people}`
  const built = await buildPeople(server.deps, { [name]: member() })
  otherId = built[name]?.id ?? ''
  await becomeCreator(server, await server.signIn(name), 700)
})

const card = () => ben.browser.call(savedCard.card)
const saved = async () => {
  const { clientSecret } = await ben.browser.call(savedCard.session)
  const { payments } = await ben.browser.call(system.config)
  return clientSecret === null ? [] : await savedCardsOf(payments.apiBase, clientSecret)
}
/** The page's one press: the payment is confirmed with the saved card. */
const paySaved = async (creatorId: string) => {
  const [first] = await saved()
  const { clientSecret } = await ben.browser.call(billing.create, { body: { creatorId } })
  const { payments } = await ben.browser.call(system.config)
  const result = await confirmWithSaved(payments.apiBase, clientSecret, first?.id ?? '')
  await server.settled()
  return result
}
/** The cards that Ben's subscriptions and plan are charged to next. */
const cards = async () => {
  const { data } = await server.deps.stripe.subscriptions.list({
    customer: await ben.customer(),
    expand: ['data.default_payment_method'],
  })
  return data.map((one) => (one.default_payment_method as Stripe.PaymentMethod | null)?.card?.last4)
}
const changeCard = async (number: string) => {
  const { url } = await ben.browser.call(savedCard.change)
  const back = await submitForm(url, { do: 'card', number, expiry: '12/34', cvc: '123' })
  await server.settled()
  return back.headers.get('location')
}

test('nobody has a saved card before the first payment, which saves it for everything', async () => {
  expect(await card()).toBe(null)
  expect(await saved()).toEqual([])
  await subscribeTo(server, ben.browser, nina.id)
  expect(await card()).toMatchObject({ brand: 'visa', last4: '4242' })
})

test('the second creator and the plan are paid with the saved card, without a form', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  expect(await paySaved(otherId)).toMatchObject({ status: 'succeeded' })
  const status = await ben.browser.call(billing.status, { params: { id: otherId } })
  expect(status).toEqual({ isSubscribed: true })
  const { data } = await server.deps.stripe.charges.list({ customer: await ben.customer() })
  expect(data.map(({ amount, payment_method: method }) => [amount, method])).toEqual([
    [700, data[0]?.payment_method],
    [950, data[0]?.payment_method],
  ])
})

test('another card at a later checkout pays for everything from then on', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await pass(0.01)
  await subscribeTo(server, ben.browser, otherId, MASTERCARD)
  expect(await card()).toMatchObject({ last4: '4444' })
  expect(await cards()).toEqual(['4444', '4444'])
})

test('a card changed in Settings pays for all creators and the plan', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await paySaved(otherId)
  await buyPlan(server, ben.browser)
  expect(await changeCard(MASTERCARD)).toBe(`${server.origin}/settings/billing?billing=back`)
  expect(await card()).toMatchObject({ brand: 'mastercard', last4: '4444' })
  expect(await cards()).toEqual(['4444', '4444', '4444'])
  expect((await saved()).map((one) => one.card.last4)).toEqual(['4444'])
})

test('a card that was removed elsewhere isn’t offered, and its subscription waits for another one', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  const [first] = await saved()
  await server.deps.stripe.paymentMethods.detach(first?.id ?? '')
  await server.settled()
  expect(await card()).toBe(null)
  expect(await saved()).toEqual([])
  // A page that was open still has it.
  const { clientSecret } = await ben.browser.call(billing.create, { body: { creatorId: otherId } })
  const { payments } = await ben.browser.call(system.config)
  expect(await confirmWithSaved(payments.apiBase, clientSecret, first?.id ?? '')).toMatchObject({
    error: { message: expect.stringContaining('detached') },
  })
  await ben.pass(31.2)
  expect(await own()).toMatchObject({ status: 'past_due' })
  await changeCard(MASTERCARD)
  expect(await ben.browser.call(billing.payDue)).toMatchObject({ paid: 1 })
  expect(await own()).toMatchObject({ status: 'active' })
})

test('a saved card that asks for 3-D Secure sends the cardholder to the bank, and pays once they confirm', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await changeCard(ASKS_EACH_TIME)
  const asked = await paySaved(otherId)
  expect(asked).toMatchObject({ status: 'requires_action' })
  expect(await statusOf(otherId)).toEqual({ isSubscribed: false })
  await submitForm(bankPageOf(asked), { answer: 'fail' })
  await server.settled()
  expect(await statusOf(otherId)).toEqual({ isSubscribed: false })
  // The payment stays open: the same checkout asks the bank again.
  await submitForm(bankPageOf(await paySaved(otherId)), { answer: 'complete' })
  await server.settled()
  expect(await statusOf(otherId)).toEqual({ isSubscribed: true })
  expect(await charged()).toEqual([700, 950])
})

test('a saved card that has expired is named as expired, isn’t charged, and another one takes its place', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await expireCard()
  expect(await card()).toMatchObject({ last4: '4242', expMonth: 1, expYear: 2020 })
  // A page that was open still has it: the bank declines, with a message.
  expect(await paySaved(otherId)).toMatchObject({ error: { message: 'Your card has expired.' } })
  expect(await statusOf(otherId)).toEqual({ isSubscribed: false })
  expect(await charged()).toEqual([950])
  await subscribeTo(server, ben.browser, otherId, MASTERCARD)
  expect(await statusOf(otherId)).toEqual({ isSubscribed: true })
  expect(await charged()).toEqual([700, 950])
  expect(await card()).toMatchObject({ last4: '4444' })
  expect(await cards()).toEqual(['4444', '4444'])
})

const bankPageOf = (asked: Record<string, unknown>): string =>
  (asked['next_action'] as { redirect_to_url?: { url: string } } | null)?.redirect_to_url?.url ?? ''
/** A month in the past, as if years had passed. */
async function expireCard(): Promise<void> {
  const [first] = await saved()
  await server.deps.stripe.paymentMethods.update(first?.id ?? '', { card: { exp_month: 1, exp_year: 2020 } })
}
const statusOf = (id: string) => ben.browser.call(billing.status, { params: { id } })
/** Paid charges in cents, newest first. */
const charged = async () => {
  const { data } = await server.deps.stripe.charges.list({ customer: await ben.customer() })
  return data.filter(({ paid }) => paid).map(({ amount }) => amount)
}
