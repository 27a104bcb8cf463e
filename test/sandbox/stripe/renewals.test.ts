// Renewals, retries and cancellations on a test clock.
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { addIntervals, DAY, HOUR, nextPeriodEnd } from '#tools/sandbox/stripe/clock.ts'
import { testSandbox } from './stripe-fixture.ts'
import { beginSubscription, paidSubscription } from './fixtures.ts'

const at = (text: string) => Math.floor(Date.parse(text) / 1000)
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

describe('Billing months clamp to the anchor’s day', () => {
  test.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2027-01-31', 2, '2027-03-31'],
    ['2027-01-31', 3, '2027-04-30'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-01-30', 1, '2027-02-28'],
    ['2027-01-28', 1, '2027-02-28'],
    ['2027-12-31', 1, '2028-01-31'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2027-08-31', 13, '2028-09-30'],
    ['2027-10-31', 1, '2027-11-30'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(day(addIntervals(at(`${from}T12:34:56Z`), 'month', months))).toBe(to)
  })

  test.each([
    ['year', '2028-02-29', '2029-02-28'],
    ['week', '2027-01-31', '2027-02-07'],
    ['day', '2027-02-28', '2027-03-01'],
  ] as const)('a %s after %s is %s', (interval, from, to) => {
    expect(day(addIntervals(at(`${from}T00:00:00Z`), interval, 1))).toBe(to)
  })

  test('the period after a short month returns to the anchor’s day', () => {
    const anchor = at('2027-01-31T08:00:00Z')
    expect(day(nextPeriodEnd(anchor, 'month', 1, at('2027-02-28T08:00:00Z')))).toBe('2027-03-31')
  })
})

async function onClock(options: Parameters<typeof testSandbox>[0] = {}, start = '2027-01-31T10:00:00Z') {
  const made = await testSandbox(options)
  const { stripe, url } = made
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at(start) })
  const { subscription, customer } = await paidSubscription(stripe, url, {
    customer: { test_clock: clock.id },
  })
  const advance = async (to: number) => {
    expect((await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: to })).status).toBe(
      'advancing',
    )
    expect((await stripe.testHelpers.testClocks.retrieve(clock.id)).status).toBe('ready')
  }
  const fresh = async () => stripe.subscriptions.retrieve(subscription.id)
  const failingCard = async (token: string) => {
    const method = await stripe.paymentMethods.attach(token, { customer: customer.id })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id })
  }
  const endOf = (one: Stripe.Subscription) => one.items.data[0]?.current_period_end ?? 0
  return { ...made, clock, subscription, customer, advance, fresh, failingCard, endOf }
}

test('a renewal is a draft for an hour, then it is charged, and the next period ends on the anchor’s day', async () => {
  const { stripe, subscription, advance, fresh, endOf, eventTypes, webhooks } = await onClock()
  expect([day(subscription.start_date), day(endOf(subscription))]).toEqual(['2027-01-31', '2027-02-28'])
  await eventTypes()
  webhooks.length = 0
  await advance(endOf(subscription) + 60)
  const renewed = await fresh()
  expect([renewed.status, day(endOf(renewed))]).toEqual(['active', '2027-03-31'])
  const draft = await stripe.invoices.retrieve(renewed.latest_invoice as string)
  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', number: null })
  await advance(endOf(subscription) + HOUR)
  expect(await stripe.invoices.retrieve(draft.id ?? '')).toMatchObject({ status: 'paid', amount_paid: 950 })
  const types = (await eventTypes()).filter((type) => !type.startsWith('test_helpers'))
  expect(types.toSorted()).toEqual(
    [
      'invoice.created',
      'customer.subscription.updated',
      'invoice.finalized',
      'payment_intent.created',
      'payment_intent.succeeded',
      'charge.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
    ].toSorted(),
  )
})

test('a declined renewal makes the subscription past due, is retried, and finally cancels it', async () => {
  const { stripe, subscription, advance, fresh, failingCard, endOf } = await onClock()
  await failingCard('pm_card_chargeCustomerFail')
  const first = endOf(subscription) + HOUR
  await advance(first)
  const late = await fresh()
  expect(late.status).toBe('past_due')
  const invoice = await stripe.invoices.retrieve(late.latest_invoice as string)
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: first + 3 * DAY })
  await advance(first + 9 * DAY)
  expect(await stripe.invoices.retrieve(invoice.id ?? '')).toMatchObject({ attempt_count: 3 })
  await advance(first + 15 * DAY)
  const ended = await fresh()
  expect([ended.status, ended.cancellation_details?.reason]).toEqual(['canceled', 'payment_failed'])
  expect(await stripe.invoices.retrieve(invoice.id ?? '')).toMatchObject({ attempt_count: 4, status: 'open' })
})

test('with mark_unpaid the subscription becomes unpaid, and later invoices stay drafts', async () => {
  const { stripe, subscription, advance, fresh, failingCard, endOf } = await onClock({
    settings: { whenRetriesEnd: 'mark_unpaid' },
  })
  await failingCard('pm_card_chargeCustomerFail')
  await advance(endOf(subscription) + 16 * DAY)
  expect((await fresh()).status).toBe('unpaid')
  await advance(endOf(await fresh()) + DAY)
  const [latest] = (await stripe.invoices.list({ subscription: subscription.id })).data
  expect(latest).toMatchObject({ status: 'draft', auto_advance: false })
})

test('a past-due subscription is active again once its invoice is paid with another card', async () => {
  const { stripe, subscription, customer, advance, fresh, failingCard, endOf } = await onClock()
  await failingCard('pm_card_chargeCustomerFail')
  await advance(endOf(subscription) + HOUR)
  const invoice = (await fresh()).latest_invoice as string
  await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({ code: 'card_declined' })
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  expect((await stripe.invoices.pay(invoice, { payment_method: method.id })).status).toBe('paid')
  expect((await fresh()).status).toBe('active')
  await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({ statusCode: 400 })
})

test('a renewal may require 3-D Secure', async () => {
  const { subscription, advance, fresh, failingCard, endOf, eventTypes, stripe } = await onClock()
  await failingCard('pm_card_authenticationRequired')
  await advance(endOf(subscription) + HOUR)
  const late = await stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.confirmation_secret'],
  })
  expect((await fresh()).status).toBe('past_due')
  const secret = (late.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? ''
  const intent = await stripe.paymentIntents.retrieve(secret.split('_secret_')[0] ?? '')
  expect(intent.status).toBe('requires_action')
  expect(await eventTypes()).toContain('invoice.payment_action_required')
})

test('a card set up for off-session payments doesn’t require 3-D Secure again', async () => {
  const { stripe, subscription, customer, advance, fresh, endOf, url } = await onClock()
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    confirm: true,
  })
  const page = setup.next_action?.redirect_to_url?.url ?? ''
  expect(page.startsWith(url)).toBe(true)
  await fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'complete' }), redirect: 'manual' })
  const done = await stripe.setupIntents.retrieve(setup.id)
  expect(done.status).toBe('succeeded')
  await stripe.subscriptions.update(subscription.id, {
    default_payment_method: done.payment_method as string,
  })
  await advance(endOf(subscription) + HOUR)
  expect(await fresh()).toMatchObject({ status: 'active' })
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data
  expect(charge?.payment_method_details?.card?.last4).toBe('3155')
})

test('a subscription with a scheduled cancellation ends with its period', async () => {
  const { stripe, subscription, advance, fresh, endOf, eventTypes } = await onClock()
  const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect(ending).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: endOf(subscription),
  })
  expect(ending.cancellation_details?.reason).toBe('cancellation_requested')
  await advance(endOf(subscription))
  expect(await fresh()).toMatchObject({ status: 'canceled', ended_at: endOf(subscription) })
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
  expect(await eventTypes()).toContain('customer.subscription.deleted')
})

test('undoing a cancellation leaves no trace', async () => {
  const { stripe, subscription, advance, fresh, endOf } = await onClock()
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  const kept = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  expect(kept).toMatchObject({ cancel_at: null, cancel_at_period_end: false, canceled_at: null })
  await advance(endOf(subscription) + HOUR)
  expect((await fresh()).status).toBe('active')
})

test('a first invoice unpaid for 23 hours is voided and the subscription expires', async () => {
  const { stripe, eventTypes } = await testSandbox()
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at('2027-03-01T00:00:00Z') })
  const { subscription, invoice, secret } = await beginSubscription(stripe, {
    customer: { test_clock: clock.id },
  })
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at('2027-03-01T22:59:59Z') })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at('2027-03-01T23:00:00Z') })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired')
  expect((await stripe.invoices.retrieve(invoice.id ?? '')).status).toBe('void')
  const intent = await stripe.paymentIntents.retrieve(secret.split('_secret_')[0] ?? '')
  expect([intent.status, intent.cancellation_reason]).toEqual(['canceled', 'void_invoice'])
  await expect(
    stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
  ).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  expect(await eventTypes()).toEqual(
    expect.arrayContaining(['invoice.voided', 'customer.subscription.updated']),
  )
})

test('a test clock moves only forward and at most two periods at a time', async () => {
  const { stripe, clock, subscription, endOf } = await onClock()
  const to = async (frozen_time: number) => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })
  await expect(to(clock.frozen_time - 1)).rejects.toMatchObject({ param: 'frozen_time' })
  await expect(to(endOf(subscription) + 60 * DAY)).rejects.toMatchObject({ param: 'frozen_time' })
})

test('a trial requires a card first and a payment later', async () => {
  const { stripe } = await testSandbox()
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at('2027-03-01T00:00:00Z') })
  const { subscription } = await beginSubscription(stripe, {
    customer: { test_clock: clock.id },
    params: { trial_period_days: 7 },
  })
  expect(subscription.status).toBe('trialing')
  await stripe.setupIntents.confirm(subscription.pending_setup_intent as string, {
    payment_method: 'pm_card_visa',
  })
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at('2027-03-08T01:00:00Z') })
  const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect([after.status, (after.latest_invoice as Stripe.Invoice).amount_paid]).toEqual(['active', 950])
  expect(day(after.items.data[0]?.current_period_end ?? 0)).toBe('2027-04-08')
})

test('without a test clock, real time applies', async () => {
  const { stripe, sandbox, eventTypes } = await testSandbox()
  const soon = Math.floor(Date.now() / 1000) + 1
  const { subscription } = await beginSubscription(stripe, { params: { trial_end: soon } })
  expect(subscription.status).toBe('trialing')
  await new Promise((done) => setTimeout(done, 1200))
  sandbox.tick()
  const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect([after.status, (after.latest_invoice as Stripe.Invoice).status]).toEqual(['active', 'draft'])
  expect((after.latest_invoice as Stripe.Invoice).created).toBe(soon)
  expect(await eventTypes()).toContain('customer.subscription.updated')
})
