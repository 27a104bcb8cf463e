// A card that was replaced in the billing portal: the next renewal and overdue payments are charged to it.
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import type { TestServer } from '#test/server.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { startServerOnTestClock, setUpCreatorAndSubscriber, type Setup } from './creator-and-subscriber.ts'
import { buyPlan, subscribeTo, VISA } from './billing-steps.ts'

const MASTERCARD = '5555555555554444'
const FAILS_LATER = '4000000000000341'
const NEEDS_CONFIRMATION = '4000002760003184'
const HOUR = 1 / 24
const DAY_MS = 86_400_000

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, own } = {} as Setup
beforeEach(async () => void ({ nina, ben, own } = await setUpCreatorAndSubscriber(server)))

async function customerOf({ id }: { id: string }): Promise<string> {
  const { stripeCustomerId } = await server.deps.db
    .selectFrom('users')
    .select('stripeCustomerId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return stripeCustomerId ?? ''
}
/** Ben's charges, newest first: the last digits of the card, and whether it was paid. */
async function charges(): Promise<[string | undefined, boolean][]> {
  const { data } = await server.deps.stripe.charges.list({ customer: await customerOf(ben), limit: 100 })
  return data.map(({ payment_method_details: how, paid }) => [how?.card?.last4 ?? undefined, paid])
}
/** The last digits of the card of Ben's subscription at Stripe. */
async function ownCard(): Promise<string | undefined> {
  const { data } = await server.deps.stripe.subscriptions.list({
    customer: await customerOf(ben),
    expand: ['data.default_payment_method'],
  })
  const method = data[0]?.default_payment_method as Stripe.PaymentMethod | undefined
  return method?.card?.last4
}
const fill = (number: string) => ({ do: 'card', number, expiry: '12/34', cvc: '123' })

/** Replaces the card in the portal, as "Manage" opens it. */
async function replaceInPortal(number: string): Promise<void> {
  const { url } = await ben.browser.call(billing.portal)
  expect(
    (await fetch(url, { method: 'POST', body: new URLSearchParams(fill(number)), redirect: 'manual' }))
      .status,
  ).toBe(303)
}
/** Takes "Fix payment", enters a new card, and resolves with the address to which Stripe returns. */
async function fixWith(number: string): Promise<string> {
  const { url } = await ben.browser.call(billing.fixPayment)
  return (await submitForm(url, fill(number))).headers.get('location') ?? ''
}
const daysLeft = async () =>
  ((await own()).currentPeriodEnd!.getTime() - server.deps.clock.now().getTime()) / DAY_MS
/** Ben's month ends, and so does the hour in which the next invoice is a draft. */
const aMonthPasses = async () => ben.pass((await daysLeft()) + 2 * HOUR)
/** Ben's month ends, and his card is declined. */
async function becomePastDue(card = FAILS_LATER): Promise<void> {
  await subscribeTo(server, ben.browser, nina.id)
  await replaceInPortal(card)
  await server.settled()
  await aMonthPasses()
  expect(await own()).toMatchObject({ status: 'past_due' })
}
const payDue = () => ben.browser.call(billing.payDue)
const NOTHING = { paid: 0, inactive: 0, unchanged: 0, declined: null, confirmUrl: null }

describe('The next renewal', () => {
  test('is charged to the card with which Ben replaced the first one', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await replaceInPortal(MASTERCARD)
    await server.settled()
    await aMonthPasses()
    expect(await charges()).toEqual([
      ['4444', true],
      ['4242', true],
    ])
  })

  test('is charged to the new card without an event, because the hourly sweep finds it before the month ends', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await ben.pass((await daysLeft()) - HOUR)
    const isHeld = server.sandbox.failNext({
      how: 'error-before',
      path: /^\/v1\/subscriptions\/sub_/,
      times: 1000,
    })
    await replaceInPortal(MASTERCARD)
    // The event arrives, fails, and is lost.
    const failed = 'graphile_worker._private_jobs where last_error is not null and locked_at is null'
    const { pool } = server.deps
    await expect.poll(async () => (await pool.query(`select from ${failed}`)).rowCount).toBe(1)
    expect(isHeld()).toBe(true)
    await pool.query(`delete from ${failed}`)
    server.sandbox.clearFaults()
    await server.settled()
    expect(await ownCard()).toBe('4242')
    await server.deps.db
      .updateTable('subscriptions')
      .set({ checkedAt: new Date(server.deps.clock.now().getTime() - 61 * 60_000) })
      .where('subscriberId', '=', ben.id)
      .execute()
    await sweepStripe(server.deps, async () => {})
    expect(await ownCard()).toBe('4444')
    await ben.pass(3 * HOUR)
    expect((await charges())[0]).toEqual(['4444', true])
  })

  test('is charged to the card of a later payment by hand, which pays for everything', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await replaceInPortal(MASTERCARD)
    await server.settled()
    // Stripe counts in seconds, so the next payment has to be a second later.
    const second = Math.floor(Date.now() / 1000)
    await expect.poll(() => Math.floor(Date.now() / 1000) > second, { timeout: 3000 }).toBe(true)
    await ben.pass(HOUR)
    await buyPlan(server, ben.browser, VISA)
    expect(await ownCard()).toBe('4242')
    await aMonthPasses()
    const cards = (await charges()).map(([last4]) => last4)
    expect(cards.filter((last4) => last4 !== '4242')).toEqual([])
  })
})

describe('"Fix payment"', () => {
  test('leads to a form for another card and back, and pays the overdue invoice at once', async () => {
    await becomePastDue()
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

  test('charges once, however many requests there are', async () => {
    await becomePastDue()
    await fixWith(MASTERCARD)
    const all = await Promise.all(Array.from({ length: 20 }, payDue))
    for (const one of all) expect([NOTHING, { ...NOTHING, paid: 1 }]).toContainEqual(one)
    expect(all).toContainEqual({ ...NOTHING, paid: 1 })
    await server.settled()
    expect((await charges()).filter(([, isPaid]) => isPaid)).toHaveLength(2)
  })

  test('charges nothing when Ben returns with the same card', async () => {
    await becomePastDue()
    await ben.browser.call(billing.fixPayment)
    expect(await payDue()).toEqual({ ...NOTHING, unchanged: 1 })
    expect(await own()).toMatchObject({ status: 'past_due' })
    expect(await charges()).toHaveLength(2)
  })

  test('shows the bank’s message when the new card is declined too, and tries it once', async () => {
    await becomePastDue()
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

  test('leads to the bank when the new card needs confirmation', async () => {
    await becomePastDue()
    await fixWith(NEEDS_CONFIRMATION)
    const { confirmUrl } = await payDue()
    expect(confirmUrl).toContain('/pages/invoices/')
    expect(await own()).toMatchObject({ status: 'past_due' })
    // A second try charges nothing and leads to the same page, and so does the button.
    expect(await payDue()).toEqual({ ...NOTHING, confirmUrl })
    expect(await ben.browser.call(billing.fixPayment)).toEqual({ url: confirmUrl })
    const bank = (await submitForm(confirmUrl ?? '')).headers.get('location') ?? ''
    const back = await submitForm(bank, { answer: 'complete' })
    expect(back.headers.get('location')).toContain(confirmUrl)
    await server.settled()
    expect(await own()).toMatchObject({ status: 'active', hasAccess: true })
    expect((await charges()).filter(([, isPaid]) => isPaid)).toHaveLength(2)
  })

  test('pays an overdue creator plan together with overdue subscriptions', async () => {
    await buyPlan(server, ben.browser)
    await becomePastDue()
    expect(await ben.browser.call(creators.plan)).toMatchObject({ status: 'past_due' })
    await fixWith(MASTERCARD)
    expect(await payDue()).toEqual({ ...NOTHING, paid: 2 })
    expect(await ben.browser.call(creators.plan)).toMatchObject({ status: 'active' })
    expect(await own()).toMatchObject({ status: 'active' })
  })

  test('finds the invoice paid when Stripe’s own retry was quicker', async () => {
    await becomePastDue()
    await fixWith(MASTERCARD)
    await server.settled()
    await ben.pass(3 + HOUR)
    expect(await payDue()).toEqual(NOTHING)
    expect(await own()).toMatchObject({ status: 'active' })
    expect((await charges()).filter(([, isPaid]) => isPaid)).toHaveLength(2)
  })

  test.each([
    ['fails before the payment', 'error-before', 1],
    ['fails and rolls the payment back', 'error-undone', 2],
    ['fails after the payment', 'error-after', 2],
    ['hangs up before the payment', 'cut-before', 2],
    ['hangs up after the payment', 'cut-after', 2],
    ['is busy with another server’s call', 'key-in-use', 4],
  ] as const)('charges once when Stripe %s', async (_words, how, times) => {
    await becomePastDue()
    await fixWith(MASTERCARD)
    await server.settled()
    const isMet = server.sandbox.failNext({
      how,
      times,
      method: 'POST',
      path: /^\/v1\/invoices\/in_\w+\/pay$/,
    })
    await payDue().catch((error: unknown) => expect(error).toMatchObject({ status: 503 }))
    expect(isMet()).toBe(true)
    server.sandbox.clearFaults()
    await payDue()
    expect(await own()).toMatchObject({ status: 'active', hasAccess: true })
    await server.settled()
    expect((await charges()).filter(([, isPaid]) => isPaid)).toHaveLength(2)
  })
})
