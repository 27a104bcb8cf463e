// A card that was replaced in the billing portal: the next renewal and what is due are charged to it.
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import type { TestServer } from '#test/server.ts'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { submitForm } from '#test/stripe-browser.ts'
import { serverOnStage, setStage, type Stage } from './nina-and-ben.ts'
import { buyPlan, subscribeTo, VISA } from './people-who-pay.ts'

const MASTERCARD = '5555555555554444'
const FAILS_LATER = '4000000000000341'
const ASKS_EACH_TIME = '4000002760003184'
const HOUR = 1 / 24
/** After the renewal of a month that was just paid, and the hour in which its invoice is a draft. */
const A_MONTH = 31 + 2 * HOUR

let server: TestServer
beforeAll(async () => void (server = await serverOnStage()))
afterAll(() => server.stop())

let { nina, ben, own } = {} as Stage
beforeEach(async () => void ({ nina, ben, own } = await setStage(server)))

async function customerOf({ id }: { id: string }): Promise<string> {
  const { stripeCustomerId } = await server.deps.db
    .selectFrom('users')
    .select('stripeCustomerId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return stripeCustomerId ?? ''
}
/** All tries to charge Ben, newest first: the last digits of the card, and whether it was paid. */
async function charges(): Promise<[string | undefined, boolean][]> {
  const { data } = await server.deps.stripe.charges.list({ customer: await customerOf(ben), limit: 100 })
  return data.map(({ payment_method_details: how, paid }) => [how?.card?.last4 ?? undefined, paid])
}
const fill = (number: string) => ({ do: 'card', number, expiry: '12/34', cvc: '123' })

/** In the portal as "Manage" opens it. */
async function replaceInPortal(number: string): Promise<void> {
  const { url } = await ben.browser.call(billing.portal)
  expect((await fetch(url, { method: 'POST', body: new URLSearchParams(fill(number)), redirect: 'manual' })).status).toBe(303)
}
/** "Fix payment", a new card, and the way back: where the browser is sent. */
async function fixWith(number: string): Promise<string> {
  const { url } = await ben.browser.call(billing.fixPayment)
  return (await submitForm(url, fill(number))).headers.get('location') ?? ''
}
/** A month goes by for Ben, and his card is declined. */
async function comesDue(card = FAILS_LATER): Promise<void> {
  await subscribeTo(server, ben.browser, nina.id)
  await replaceInPortal(card)
  await server.settled()
  await ben.pass(A_MONTH)
  expect(await own()).toMatchObject({ status: 'past_due' })
}
const payDue = () => ben.browser.call(billing.payDue)
const NOTHING = { paid: 0, unchanged: 0, declined: null, confirmUrl: null }

describe('The next renewal', () => {
  test('is charged to the card that Ben put in the place of the first one', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await replaceInPortal(MASTERCARD)
    await server.settled()
    await ben.pass(A_MONTH)
    expect(await charges()).toEqual([
      ['4444', true],
      ['4242', true],
    ])
  })

  test('also when no event tells of the new card: the hourly sweep looks before the month is over', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    const { stripeSubscriptionId: id } = await server.deps.db
      .selectFrom('subscriptions')
      .select('stripeSubscriptionId')
      .where('subscriberId', '=', ben.id)
      .executeTakeFirstOrThrow()
    // Set where no event is listened to: the inbox knows of it already.
    await replaceInPortal(MASTERCARD)
    await server.settled()
    const { stripe } = server.deps
    const { data } = await stripe.paymentMethods.list({ customer: await customerOf(ben) })
    const first = data.find(({ card }) => card?.last4 === '4242')
    await stripe.subscriptions.update(id ?? '', {
      default_payment_method: first?.id ?? '',
      metadata: { customer_default_card: '' },
    })
    await server.deps.db.deleteFrom('stripeEvents').execute()
    await server.deps.db
      .updateTable('subscriptions')
      .set({ checkedAt: new Date(0) })
      .where('subscriberId', '=', ben.id)
      .execute()
    await sweepStripe(server.deps, async () => {})
    const after = await stripe.subscriptions.retrieve(id ?? '', { expand: ['default_payment_method'] })
    expect((after.default_payment_method as Stripe.PaymentMethod).card?.last4).toBe('4444')
  })

  test('stays on the card of a later subscription, though the customer has an older default', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await replaceInPortal(MASTERCARD)
    await server.settled()
    // So that the next card is younger by the seconds in which Stripe counts.
    const second = Math.floor(Date.now() / 1000)
    await expect.poll(() => Math.floor(Date.now() / 1000) > second, { timeout: 3000 }).toBe(true)
    await buyPlan(server, ben.browser, VISA)
    await ben.pass(A_MONTH)
    expect((await charges()).slice(0, 2).map(([last4]) => last4).toSorted()).toEqual(['4242', '4444'])
    const { data } = await server.deps.stripe.charges.list({ customer: await customerOf(ben) })
    expect(data.find(({ amount }) => amount === 200)?.payment_method_details?.card?.last4).toBe('4242')
  })
})

describe('"Fix payment"', () => {
  test('leads to the form for another card and back; what is due is paid with it at once', async () => {
    await comesDue()
    expect(await fixWith(MASTERCARD)).toBe(`${server.origin}/subscriptions?billing=back`)
    expect(await payDue()).toEqual({ ...NOTHING, paid: 1 })
    expect(await own()).toMatchObject({ status: 'active', hasAccess: true })
    await server.settled()
    expect(await charges()).toEqual([
      ['4444', true],
      ['0341', false],
      ['4242', true],
    ])
    expect(await payDue()).toEqual(NOTHING)
  })

  test('charges once, however often and from however many places it is asked for', async () => {
    await comesDue()
    await fixWith(MASTERCARD)
    const all = await Promise.all(Array.from({ length: 20 }, payDue))
    for (const one of all) expect([NOTHING, { ...NOTHING, paid: 1 }]).toContainEqual(one)
    expect(all).toContainEqual({ ...NOTHING, paid: 1 })
    await server.settled()
    expect((await charges()).filter(([, isPaid]) => isPaid)).toHaveLength(2)
  })

  test('charges nothing when Ben comes back with the card he had', async () => {
    await comesDue()
    await ben.browser.call(billing.fixPayment)
    expect(await payDue()).toEqual({ ...NOTHING, unchanged: 1 })
    expect(await own()).toMatchObject({ status: 'past_due' })
    expect(await charges()).toHaveLength(2)
  })

  test('says in the bank’s words that the new card is declined too, and tries it once', async () => {
    await comesDue()
    await fixWith(FAILS_LATER)
    expect(await payDue()).toEqual({ ...NOTHING, declined: 'Your card was declined.' })
    expect(await own()).toMatchObject({ status: 'past_due' })
    expect(await payDue()).toEqual({ ...NOTHING, unchanged: 1 })
    await server.settled()
    expect(await charges()).toEqual([
      ['0341', false],
      ['0341', false],
      ['4242', true],
    ])
  })

  test('leads to the bank when the new card has to be confirmed', async () => {
    await comesDue()
    await fixWith(ASKS_EACH_TIME)
    const { confirmUrl } = await payDue()
    expect(confirmUrl).toContain('/pages/invoices/')
    expect(await own()).toMatchObject({ status: 'past_due' })
    // A second look charges nothing and leads to the same page, as does the button.
    expect(await payDue()).toEqual({ ...NOTHING, confirmUrl })
    expect(await ben.browser.call(billing.fixPayment)).toEqual({ url: confirmUrl })
    const bank = (await submitForm(confirmUrl ?? '')).headers.get('location') ?? ''
    const back = await submitForm(bank, { answer: 'complete' })
    expect(back.headers.get('location')).toContain(confirmUrl)
    await server.settled()
    expect(await own()).toMatchObject({ status: 'active', hasAccess: true })
    expect((await charges()).filter(([, isPaid]) => isPaid)).toHaveLength(2)
  })

  test('pays a creator plan in the same way, together with what else is due', async () => {
    await buyPlan(server, ben.browser)
    await comesDue()
    expect(await ben.browser.call(creators.plan)).toMatchObject({ status: 'past_due' })
    await fixWith(MASTERCARD)
    expect(await payDue()).toEqual({ ...NOTHING, paid: 2 })
    expect(await ben.browser.call(creators.plan)).toMatchObject({ status: 'active' })
    expect(await own()).toMatchObject({ status: 'active' })
  })

  test('finds it paid when Stripe’s own retry was quicker', async () => {
    await comesDue()
    await fixWith(MASTERCARD)
    await server.settled()
    await ben.pass(3 + HOUR)
    expect(await payDue()).toEqual(NOTHING)
    expect(await own()).toMatchObject({ status: 'active' })
    expect((await charges()).filter(([, isPaid]) => isPaid)).toHaveLength(2)
  })
})
