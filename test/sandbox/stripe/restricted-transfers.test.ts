// A connected account that can't receive transfers.
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#tools/sandbox/stripe/clock.ts'
import { confirmAsBrowser } from '#tools/sandbox/stripe/browser-actions.ts'
import { testSandbox } from './stripe-fixture.ts'
import { beginSubscription, paidSubscription, readyAccount, connectedAccount } from './fixtures.ts'

const REFUSED = { statusCode: 400, code: 'insufficient_capabilities_for_transfer' }

describe('An account without transfers', () => {
  test('is refused as the destination of new payments', async () => {
    const { stripe, sandbox, account, params, url } = await connectedAccount()
    const plain = await paidSubscription(stripe, url)
    sandbox.restrictCapabilities(account)
    await expect(beginSubscription(stripe, { params })).rejects.toMatchObject(REFUSED)
    await expect(stripe.subscriptions.update(plain.subscription.id, params)).rejects.toMatchObject(REFUSED)
    await expect(
      stripe.transfers.create({ amount: 500, currency: 'usd', destination: account }),
    ).rejects.toMatchObject(REFUSED)
    await expect(
      stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...params }),
    ).rejects.toMatchObject(REFUSED)
    sandbox.clearRequirements(account)
    expect((await beginSubscription(stripe, { params })).subscription.status).toBe('incomplete')
  })

  test('can’t be paid by an earlier subscription, and the customer isn’t charged', async () => {
    const { stripe, sandbox, account, params, url } = await connectedAccount()
    const { subscription, secret } = await beginSubscription(stripe, { params })
    sandbox.restrictCapabilities(account)
    const refused = await confirmAsBrowser(url, secret, '4242424242424242')
    expect([refused.status, refused.body.error?.['code']]).toEqual([
      400,
      'insufficient_capabilities_for_transfer',
    ])
    expect((await stripe.charges.list()).data).toEqual([])
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
    sandbox.clearRequirements(account)
    await confirmAsBrowser(url, secret, '4242424242424242')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })

  test('still receives transfers if only its payouts are restricted', async () => {
    const { stripe, sandbox, account, params, url } = await connectedAccount()
    sandbox.restrictCapabilities(account, { payouts: true })
    expect((await paidSubscription(stripe, url, { params })).subscription.status).toBe('active')
    await stripe.transfers.create({ amount: 500, currency: 'usd', destination: account })
    expect((await stripe.transfers.list({ destination: account })).data).toHaveLength(2)
  })
})

test('restricted payouts keep money in the account', async () => {
  let moment = Date.UTC(2027, 3, 1) / 1000
  const { stripe, sandbox } = await testSandbox({ now: () => moment })
  const account = await readyAccount(stripe)
  const waiting = async () =>
    (await stripe.balance.retrieve({}, { stripeAccount: account })).pending[0]?.amount
  await stripe.transfers.create({ amount: 500, currency: 'usd', destination: account })
  sandbox.restrictCapabilities(account, { payouts: true })
  moment += 30 * DAY
  expect(await waiting()).toBe(500)
  sandbox.clearRequirements(account)
  expect(await waiting()).toBe(0)
})

describe('A renewal for an account without transfers', () => {
  async function onClock() {
    const made = await connectedAccount()
    const { stripe, url, params } = made
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2027, 3, 1) / 1000 })
    const paid = await paidSubscription(stripe, url, { params, customer: { test_clock: clock.id } })
    const advance = async (month: number, days: number, hours: number) =>
      stripe.testHelpers.testClocks.advance(clock.id, {
        frozen_time: Date.UTC(2027, month, days, hours) / 1000 + MINUTE,
      })
    const latest = async () => {
      const expand = ['latest_invoice']
      const now = await stripe.subscriptions.retrieve(paid.subscription.id, { expand })
      return { status: now.status, invoice: now.latest_invoice as Stripe.Invoice }
    }
    return { ...made, ...paid, advance, latest }
  }

  test('stays a draft with the reason, and can be finalized and paid later', async () => {
    const { stripe, sandbox, account, advance, latest, eventTypes } = await onClock()
    sandbox.restrictCapabilities(account)
    await advance(4, 1, 2)
    const { status, invoice } = await latest()
    expect(status).toBe('active')
    expect(invoice).toMatchObject({
      status: 'draft',
      auto_advance: false,
      last_finalization_error: {
        type: 'invalid_request_error',
        code: 'insufficient_capabilities_for_transfer',
      },
    })
    const id = invoice.id ?? ''
    expect(await eventTypes()).toContain('invoice.finalization_failed')
    await expect(stripe.invoices.finalizeInvoice(id)).rejects.toMatchObject(REFUSED)
    await expect(stripe.invoices.pay(id)).rejects.toMatchObject(REFUSED)
    sandbox.clearRequirements(account)
    expect(await stripe.invoices.pay(id)).toMatchObject({ status: 'paid', last_finalization_error: null })
  })

  test('is charged once auto_advance is on again', async () => {
    const { stripe, sandbox, account, advance, latest } = await onClock()
    sandbox.restrictCapabilities(account)
    await advance(4, 1, 2)
    sandbox.clearRequirements(account)
    await advance(4, 3, 0)
    const { invoice } = await latest()
    expect(invoice.status).toBe('draft')
    await stripe.invoices.update(invoice.id ?? '', { auto_advance: true })
    await advance(4, 3, 2)
    expect((await latest()).invoice.status).toBe('paid')
  })

  test('that is already open fails every retry until transfers are active', async () => {
    const { stripe, sandbox, account, customer, subscription, advance, latest } = await onClock()
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: failing.id })
    await advance(4, 1, 2)
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id })
    sandbox.restrictCapabilities(account)
    await advance(4, 5, 0)
    const late = await latest()
    expect([late.status, late.invoice.status, late.invoice.attempt_count]).toEqual(['past_due', 'open', 2])
    await expect(stripe.invoices.pay(late.invoice.id ?? '')).rejects.toMatchObject(REFUSED)
    sandbox.clearRequirements(account)
    await stripe.invoices.pay(late.invoice.id ?? '')
    expect((await latest()).status).toBe('active')
  })
})
