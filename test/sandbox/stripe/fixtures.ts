// Prices, accounts and subscriptions created through the SDK.
import type Stripe from 'stripe'
import { confirmAsBrowser, submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { testSandbox } from './stripe-fixture.ts'

export async function monthlyPrice(stripe: Stripe, cents = 950, lookupKey?: string): Promise<Stripe.Price> {
  return stripe.prices.create({
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: 'month' },
    product_data: { name: 'Membership' },
    ...(lookupKey ? { lookup_key: lookupKey } : {}),
  })
}

/** An account that has completed onboarding. */
export async function readyAccount(stripe: Stripe, email = 'maya@example.com'): Promise<string> {
  const account = await stripe.v2.core.accounts.create({
    contact_email: email,
    dashboard: 'express',
    identity: { country: 'us' },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
  })
  const link = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: {
        refresh_url: 'http://app.test/refresh',
        return_url: 'http://app.test/return',
      },
    },
  })
  await submitForm(link.url)
  return account.id
}

type Overrides = {
  customer?: Stripe.CustomerCreateParams
  price?: string
  params?: Partial<Stripe.SubscriptionCreateParams>
}

/** An incomplete subscription and its client secret. */
export async function beginSubscription(stripe: Stripe, overrides: Overrides = {}) {
  const customer = await stripe.customers.create({ email: 'rosa@example.com', ...overrides.customer })
  const price = overrides.price ?? (await monthlyPrice(stripe)).id
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
    ...overrides.params,
  })
  const invoice = subscription.latest_invoice as Stripe.Invoice
  return { customer, subscription, invoice, secret: invoice.confirmation_secret?.client_secret ?? '' }
}

/** An active, paid subscription. */
export async function paidSubscription(stripe: Stripe, url: string, overrides: Overrides = {}) {
  const started = await beginSubscription(stripe, overrides)
  await confirmAsBrowser(url, started.secret, '4242424242424242')
  return { ...started, subscription: await stripe.subscriptions.retrieve(started.subscription.id) }
}

/** A sandbox with a connected account that can receive transfers, and links to its page. */
export async function connectedAccount() {
  const made = await testSandbox()
  const account = await readyAccount(made.stripe)
  await made.eventTypes()
  made.webhooks.length = 0
  const linkFor = async () => {
    const link = await made.stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type: 'account_update',
        account_update: { refresh_url: 'http://app.test/refresh', return_url: 'http://app.test/return' },
      },
    })
    return link.url
  }
  return { ...made, account, linkFor, params: { transfer_data: { destination: account } } }
}
