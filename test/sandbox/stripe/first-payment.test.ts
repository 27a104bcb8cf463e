// A subscription's first payment: succeeded, declined, with 3-D Secure.
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { testSandbox } from './stripe-fixture.ts'
import { beginSubscription, monthlyPrice, paidSubscription, readyAccount } from './fixtures.ts'
import { confirmAsBrowser, submitForm } from '#tools/sandbox/stripe/browser-actions.ts'

test('a new subscription is incomplete and has a client secret for the browser', async () => {
  const { stripe, eventTypes } = await testSandbox()
  const { subscription, invoice, secret } = await beginSubscription(stripe)
  expect(subscription.status).toBe('incomplete')
  expect(invoice).toMatchObject({ status: 'open', amount_due: 950, billing_reason: 'subscription_create' })
  expect(secret).toMatch(/^pi_\w+_secret_\w+$/)
  expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id)
  expect(await eventTypes()).toEqual(
    expect.arrayContaining([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
    ]),
  )
})

test('a browser pays with the publishable key and the subscription becomes active', async () => {
  const { stripe, url, webhooks, eventTypes } = await testSandbox()
  const { subscription, invoice, secret } = await beginSubscription(stripe)
  await eventTypes()
  webhooks.length = 0
  const { status, body } = await confirmAsBrowser(url, secret, '4242424242424242')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'succeeded', amount: 950 })
  expect(body).not.toHaveProperty('customer')
  const after = await stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.payments', 'default_payment_method'],
  })
  expect(after.status).toBe('active')
  expect((after.default_payment_method as Stripe.PaymentMethod).card).toMatchObject({
    brand: 'visa',
    last4: '4242',
  })
  const paid = after.latest_invoice as Stripe.Invoice
  expect(paid).toMatchObject({ id: invoice.id, status: 'paid', amount_paid: 950, amount_remaining: 0 })
  expect(paid.payments?.data[0]).toMatchObject({ status: 'paid', amount_paid: 950 })
  expect((await eventTypes()).toSorted()).toEqual(
    [
      'payment_method.attached',
      'payment_intent.succeeded',
      'charge.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ].toSorted(),
  )
  const updated = webhooks.map(({ payload }) => JSON.parse(payload) as Stripe.Event)
  const event = updated.find(({ type }) => type === 'customer.subscription.updated')
  expect(event?.data.previous_attributes).toEqual({ status: 'incomplete', default_payment_method: null })
})

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error'],
  ['4000000000000341', 'card_declined', 'generic_decline'],
  ['4012888888881881', 'card_declined', 'test_mode_live_card'],
])('card %s is declined with %s and %s, and another card then pays', async (number, code, declineCode) => {
  const { stripe, url, eventTypes } = await testSandbox()
  const { subscription, secret } = await beginSubscription(stripe)
  const { status, body } = await confirmAsBrowser(url, secret, number)
  expect(status).toBe(402)
  expect(body.error).toMatchObject({ type: 'card_error', code, decline_code: declineCode })
  expect(body.error?.['charge']).toMatch(/^ch_/)
  expect(body.error?.['payment_intent']).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
  })
  expect(await eventTypes()).toEqual(
    expect.arrayContaining(['payment_intent.payment_failed', 'charge.failed', 'invoice.payment_failed']),
  )
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  expect((await confirmAsBrowser(url, secret, '4242424242424242')).status).toBe(200)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test.each([
  ['4242424242424241', {}, 'incorrect_number'],
  ['4242', {}, 'incorrect_number'],
  ['4242424242424242', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
  ['4242424242424242', { 'payment_method_data[card][exp_year]': '2020' }, 'invalid_expiry_year'],
  ['4242424242424242', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
])('an invalid card (%s, %o) fails with %s before any charge', async (number, more, code) => {
  const { stripe, url } = await testSandbox()
  const { secret } = await beginSubscription(stripe)
  const { status, body } = await confirmAsBrowser(url, secret, number, more)
  expect([status, body.error?.['code']]).toEqual([402, code])
  expect((await stripe.charges.list()).data).toEqual([])
})

test.each(['4000002500003155', '4000002760003184', '4000000000003220'])(
  'card %s requires 3-D Secure and pays after it',
  async (number) => {
    const { stripe, url, eventTypes } = await testSandbox()
    const { subscription, secret } = await beginSubscription(stripe)
    const { body } = await confirmAsBrowser(url, secret, number, { return_url: 'http://app.test/done?x=1' })
    const action = body['next_action'] as Stripe.PaymentIntent.NextAction
    expect(body['status']).toBe('requires_action')
    expect(await eventTypes()).toEqual(
      expect.arrayContaining(['payment_intent.requires_action', 'invoice.payment_action_required']),
    )
    const back = await submitForm(action.redirect_to_url?.url ?? '')
    const address = new URL(back.headers.get('location') ?? '')
    expect([back.status, address.searchParams.get('redirect_status'), address.searchParams.get('x')]).toEqual(
      [303, 'succeeded', '1'],
    )
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    const [charge] = (await stripe.charges.list()).data
    expect(charge?.payment_method_details?.card?.three_d_secure?.result).toBe('authenticated')
  },
)

test('a payment that fails 3-D Secure can be retried', async () => {
  const { stripe, url } = await testSandbox()
  const { subscription, secret } = await beginSubscription(stripe)
  const { body } = await confirmAsBrowser(url, secret, '4000002760003184')
  const action = body['next_action'] as Stripe.PaymentIntent.NextAction
  await submitForm(action.redirect_to_url?.url ?? '', { answer: 'fail' })
  const intent = await stripe.paymentIntents.retrieve(secret.split('_secret_')[0] ?? '')
  expect(intent.status).toBe('requires_payment_method')
  expect(intent.last_payment_error?.code).toBe('payment_intent_authentication_failure')
  await confirmAsBrowser(url, secret, '4242424242424242')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a destination charge transfers the payment and the platform keeps its fee', async () => {
  const { stripe, url, eventTypes } = await testSandbox()
  const account = await readyAccount(stripe)
  await paidSubscription(stripe, url, {
    params: { application_fee_percent: 10, transfer_data: { destination: account }, metadata: { row: '7' } },
  })
  const [transfer] = (await stripe.transfers.list({ destination: account })).data
  const [fee] = (await stripe.applicationFees.list()).data
  expect(transfer).toMatchObject({ amount: 950, destination: account })
  expect(fee).toMatchObject({ amount: 95, account })
  const balance = await stripe.balance.retrieve({}, { stripeAccount: account })
  expect(balance.pending[0]?.amount).toBe(855)
  expect(await eventTypes()).toEqual(expect.arrayContaining(['transfer.created', 'application_fee.created']))
  const [invoice] = (await stripe.invoices.list()).data
  expect(invoice?.parent?.subscription_details?.metadata).toEqual({ row: '7' })
})

test('a price is found by its lookup key, which moves only with transfer_lookup_key', async () => {
  const { stripe } = await testSandbox()
  const first = await monthlyPrice(stripe, 200, 'creator-plan')
  expect((await stripe.prices.list({ lookup_keys: ['creator-plan'] })).data.map(({ id }) => id)).toEqual([
    first.id,
  ])
  await expect(monthlyPrice(stripe, 300, 'creator-plan')).rejects.toMatchObject({
    code: 'resource_already_exists',
  })
  const next = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 300,
    recurring: { interval: 'month' },
    product: first.product as string,
    lookup_key: 'creator-plan',
    transfer_lookup_key: true,
  })
  expect((await stripe.prices.list({ lookup_keys: ['creator-plan'] })).data.map(({ id }) => id)).toEqual([
    next.id,
  ])
})
