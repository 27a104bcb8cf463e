// Updates of subscriptions, cards and customers, and the billing portal.
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { confirmAsBrowser } from '#tools/sandbox/stripe/browser-actions.ts'
import { testSandbox } from './stripe-fixture.ts'
import { beginSubscription, monthlyPrice, paidSubscription } from './fixtures.ts'

test('existing subscribers keep an archived price, and new ones can’t choose it', async () => {
  const { stripe, url } = await testSandbox()
  const price = await monthlyPrice(stripe, 500)
  const { subscription, customer } = await paidSubscription(stripe, url, { price: price.id })
  await stripe.prices.update(price.id, { active: false })
  expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[0]?.price.id).toBe(price.id)
  await expect(
    stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }),
  ).rejects.toThrow(/inactive/)
})

test('a default card pays at once, and a missing one is an error', async () => {
  const { stripe } = await testSandbox()
  const price = await monthlyPrice(stripe)
  const customer = await stripe.customers.create({ name: 'Rosa' })
  const params = { customer: customer.id, items: [{ price: price.id }] }
  await expect(stripe.subscriptions.create(params)).rejects.toThrow(/no attached payment source/)
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
  expect((await stripe.subscriptions.create(params)).status).toBe('active')
  const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  const declined = { ...params, default_payment_method: failing.id }
  expect((await stripe.subscriptions.create(declined)).status).toBe('incomplete')
  const before = (await stripe.subscriptions.list({ status: 'all' })).data.length
  await expect(
    stripe.subscriptions.create({ ...declined, payment_behavior: 'error_if_incomplete' }),
  ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(before)
})

test('a canceled incomplete subscription expires, and its payment is canceled', async () => {
  const { stripe } = await testSandbox()
  const { subscription, invoice } = await beginSubscription(stripe)
  expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('incomplete_expired')
  expect((await stripe.invoices.retrieve(invoice.id ?? '')).status).toBe('void')
  await expect(stripe.subscriptions.update(subscription.id, { description: 'x' })).rejects.toThrow(/canceled/)
})

test('cards are attached and detached, and a declined one isn’t attached', async () => {
  const { stripe } = await testSandbox()
  const { id } = await stripe.customers.create()
  await expect(
    stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: id }),
  ).rejects.toMatchObject({
    code: 'card_declined',
  })
  const method = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: id })
  expect((await stripe.customers.listPaymentMethods(id)).data.map((one) => one.id)).toEqual([method.id])
  expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
  await expect(stripe.paymentMethods.detach(method.id)).rejects.toMatchObject({ statusCode: 400 })
})

test('a deleted customer is returned as deleted, and the subscriptions are canceled', async () => {
  const { stripe, url, eventTypes } = await testSandbox()
  const { customer, subscription } = await paidSubscription(stripe, url)
  expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ id: customer.id, deleted: true })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
  await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toMatchObject({
    code: 'resource_missing',
  })
  expect(await eventTypes()).toEqual(
    expect.arrayContaining(['customer.deleted', 'customer.subscription.deleted']),
  )
})

describe('The billing portal', () => {
  const press = async (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

  test('cancels at the end of the period and undoes that', async () => {
    const { stripe, url } = await testSandbox()
    const { customer, subscription } = await paidSubscription(stripe, url)
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: 'http://app.test/',
    })
    const html = await (await fetch(session.url)).text()
    expect(html).toContain('Test payments, no real money')
    expect(html).toContain('$9.50')
    await press(session.url, { do: 'cancel', subscription: subscription.id })
    const ending = await stripe.subscriptions.retrieve(subscription.id)
    // The portal sets `cancel_at`, not `cancel_at_period_end`.
    expect([ending.cancel_at_period_end, ending.cancel_at]).toEqual([
      false,
      ending.items.data[0]?.current_period_end,
    ])
    // So clearing the flag changes nothing.
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at).toBe(ending.cancel_at)
    await press(session.url, { do: 'keep', subscription: subscription.id })
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at).toBeNull()
  })

  test('makes a new card the customer’s default without charging it, and subscriptions keep their own', async () => {
    const { stripe, url } = await testSandbox()
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2027, 3, 1) / 1000 })
    const { customer, subscription } = await paidSubscription(stripe, url, {
      customer: { test_clock: clock.id },
    })
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: failing.id })
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.UTC(2027, 4, 2) / 1000 })
    const late = await stripe.subscriptions.retrieve(subscription.id)
    expect(late.status).toBe('past_due')
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: 'http://app.test/fixed' } },
      },
    })
    const declined = { do: 'card', number: '4000000000000002', expiry: '12/34', cvc: '123' }
    expect(await (await press(session.url, declined)).text()).toContain('Your card was declined.')
    const updated = await press(session.url, { ...declined, number: '5555 5555 5555 4444' })
    expect(updated.headers.get('location')).toBe('http://app.test/fixed')
    const { invoice_settings: settings } = (await stripe.customers.retrieve(customer.id, {
      expand: ['invoice_settings.default_payment_method'],
    })) as Stripe.Customer
    const chosen = settings.default_payment_method as Stripe.PaymentMethod
    expect(chosen.card?.last4).toBe('4444')
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'past_due',
      default_payment_method: failing.id,
    })
    // This card pays the invoice, and the subscription keeps it.
    await stripe.invoices.pay(late.latest_invoice as string, { payment_method: chosen.id })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      default_payment_method: chosen.id,
    })
  })

  test('an invoice’s hosted page pays it once', async () => {
    const { stripe, url } = await testSandbox()
    const started = await beginSubscription(stripe)
    const page = started.invoice.hosted_invoice_url ?? ''
    expect(page).not.toContain(started.invoice.id)
    expect(await (await fetch(page)).text()).toContain('$9.50, open')
    await confirmAsBrowser(url, started.secret, '4242424242424242')
    expect(await (await fetch(page)).text()).toContain('$9.50, paid')
    expect((await press(page, { do: 'pay' })).status).toBe(404)
    expect((await fetch(`${url}/pages/invoices/${started.invoice.id}`)).status).toBe(404)
  })

  test('redirects to the bank if the card requires 3-D Secure', async () => {
    const { stripe, url } = await testSandbox()
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2027, 3, 1) / 1000 })
    const { customer, subscription } = await paidSubscription(stripe, url, {
      customer: { test_clock: clock.id },
    })
    const asking = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: asking.id })
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.UTC(2027, 4, 2) / 1000 })
    const late = await stripe.subscriptions.retrieve(subscription.id)
    await expect(stripe.invoices.pay(late.latest_invoice as string)).rejects.toMatchObject({
      code: 'invoice_payment_intent_requires_action',
    })
    const session = await stripe.billingPortal.sessions.create({ customer: customer.id })
    const sent = await press(session.url, { do: 'pay', invoice: late.latest_invoice as string })
    const back = await press(sent.headers.get('location') ?? '', { answer: 'complete' })
    expect(back.headers.get('location')).toContain(session.url)
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    await expect(
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: subscription.items.data[0]?.price.id ?? '' }],
        default_payment_method: asking.id,
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ code: 'subscription_payment_intent_requires_action' })
  })

  test('rejects other customers’ objects and disabled features', async () => {
    const { stripe, url } = await testSandbox()
    const rosa = await paidSubscription(stripe, url)
    const omar = await paidSubscription(stripe, url)
    const session = await stripe.billingPortal.sessions.create({ customer: omar.customer.id })
    expect((await press(session.url, { do: 'cancel', subscription: rosa.subscription.id })).status).toBe(404)
    const configuration = await stripe.billingPortal.configurations.create({
      features: { subscription_cancel: { enabled: false }, payment_method_update: { enabled: true } },
    })
    const own = { customer: omar.customer.id, configuration: configuration.id }
    const limited = await stripe.billingPortal.sessions.create(own)
    expect((await press(limited.url, { do: 'cancel', subscription: omar.subscription.id })).status).toBe(404)
    expect((await stripe.subscriptions.retrieve(rosa.subscription.id)).cancel_at).toBeNull()
    expect((await stripe.subscriptions.retrieve(omar.subscription.id)).cancel_at).toBeNull()
  })
})
