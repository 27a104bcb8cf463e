// Every object has exactly the properties that the SDK's types define for this API version.
import { expect, test } from 'vitest'
import { testSandbox } from './stripe-fixture.ts'
import { shapeErrors, KINDS, requiredOf } from './sdk-shapes.ts'
import { beginSubscription, paidSubscription, readyAccount } from './fixtures.ts'
import { confirmAsBrowser } from '#tools/sandbox/stripe/browser-actions.ts'

const LISTS = `
/v1/customers?expand[]=data.subscriptions
/v1/products
/v1/prices
/v1/payment_methods
/v1/payment_intents
/v1/setup_intents
/v1/subscriptions?status=all
/v1/invoices?expand[]=data.payments&expand[]=data.confirmation_secret
/v1/invoice_payments
/v1/charges?expand[]=data.refunds&expand[]=data.balance_transaction
/v1/refunds
/v1/transfers
/v1/application_fees
/v1/disputes
/v1/radar/early_fraud_warnings
/v1/balance
/v1/balance_transactions
/v1/webhook_endpoints
/v1/account
/v1/country_specs/US
/v1/payment_method_domains
/v1/events?limit=100
/v1/billing_portal/configurations
/v1/test_helpers/test_clocks
/v2/core/accounts
/v2/core/events
/v2/core/event_destinations`
  .trim()
  .split('\n')

test('the reader finds the SDK’s required properties', () => {
  expect(requiredOf('subscription')).toHaveLength(46)
  expect(requiredOf('invoice')).toHaveLength(70)
  expect(requiredOf('payment_intent')).toHaveLength(42)
  expect(shapeErrors({ object: 'fee_refund', id: 'fr_1', colour: 'red' })).toEqual(
    expect.arrayContaining(['fee_refund.amount is missing', 'fee_refund.colour is not known to the SDK']),
  )
})

test('every response has the shape of the SDK’s types', async () => {
  const { stripe, url, webhooks, eventTypes, sandbox } = await testSandbox()
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2027, 3, 1) / 1000 })
  const account = await readyAccount(stripe)
  const params = { application_fee_percent: 10, transfer_data: { destination: account } }
  const paid = await paidSubscription(stripe, url, {
    params,
    customer: { test_clock: clock.id, name: 'Rosa' },
  })
  const trial = await beginSubscription(stripe, { params: { trial_period_days: 3 } })
  const asking = await beginSubscription(stripe, {
    params: {
      payment_settings: {
        payment_method_types: ['card'],
        payment_method_options: { card: { request_three_d_secure: 'any' } },
      },
    },
  })
  await confirmAsBrowser(url, asking.secret, '4000002760003184', { return_url: 'http://app.test/' })
  const declined = await beginSubscription(stripe)
  const { body } = await confirmAsBrowser(url, declined.secret, '4000000000000002')
  expect(shapeErrors(body.error?.['payment_method'])).toEqual([])
  await confirmAsBrowser(url, (await beginSubscription(stripe, { params })).secret, '4000000000000259')
  await confirmAsBrowser(url, (await beginSubscription(stripe)).secret, '4000000000005423')
  const [charge] = (await stripe.charges.list({ customer: paid.customer.id })).data
  await stripe.refunds.create({
    charge: charge?.id ?? '',
    amount: 300,
    reverse_transfer: true,
    refund_application_fee: true,
  })
  await stripe.subscriptions.update(paid.subscription.id, { cancel_at_period_end: true })
  const session = await stripe.billingPortal.sessions.create({
    customer: paid.customer.id,
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: paid.subscription.id } },
  })
  await stripe.paymentMethodDomains.create({ domain_name: 'signalpost.example.com' })
  const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
  const destination = await stripe.v2.core.eventDestinations.create({
    name: 'all',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: ['*'],
    webhook_endpoint: { url },
  })
  const link = await stripe.v2.core.accountLinks.create({
    account,
    use_case: { type: 'account_onboarding', account_onboarding: { refresh_url: 'http://app.test/' } },
  })
  const unpaid = await paidSubscription(stripe, url, { params, customer: { test_clock: clock.id } })
  const paused = await paidSubscription(stripe, url, { params, customer: { test_clock: clock.id } })
  await stripe.subscriptions.update(paused.subscription.id, { pause_collection: { behavior: 'void' } })
  sandbox.restrictCapabilities(account, { transfers: true })
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.UTC(2027, 4, 1, 2) / 1000 })
  const renewals = await stripe.invoices.list({ subscription: unpaid.subscription.id })
  expect(renewals.data[0]?.last_finalization_error).not.toBeNull()
  await stripe.setupIntents.create({
    customer: trial.customer.id,
    payment_method: 'pm_card_visa',
    confirm: true,
  })

  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: 'Bearer sk_test_sandbox' } })
    const answer = (await response.json()) as { data?: unknown; error?: unknown }
    expect({ path, error: answer.error }).toEqual({ path, error: undefined })
    return path.startsWith('/v2') && Array.isArray(answer.data) ? answer.data : answer
  }
  const includes = [
    'configuration.recipient',
    'configuration.merchant',
    'defaults',
    'identity',
    'requirements',
  ]
  const accountPath = `/v2/core/accounts/${account}?${includes.map((name, index) => `include[${index}]=${name}`).join('&')}`
  const answers = await Promise.all([...LISTS, accountPath].map(read))
  sandbox.payOut(account)
  const payouts = await stripe.payouts.list({}, { stripeAccount: account })
  const cards = await stripe.customerSessions.create({
    customer: trial.customer.id,
    components: { payment_element: { enabled: true, features: { payment_method_redisplay: 'enabled' } } },
  })
  const all = [...answers, payouts, cards, session, endpoint, destination, link]
  expect([...new Set(shapeErrors(all))]).toEqual([])
  await eventTypes()
  const events = webhooks.map(({ payload }) => JSON.parse(payload) as { data?: { object: unknown } })
  expect([...new Set(shapeErrors(events.map((event) => event.data?.object)))]).toEqual([])

  const seen = new Set(
    JSON.stringify(all)
      .match(/"object":"[\w.]+"/g)
      ?.map((found) => found.slice(10, -1)),
  )
  expect(KINDS.filter((kind) => !seen.has(kind))).toEqual([])
})
