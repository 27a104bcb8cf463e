// The page's payment client against the sandbox: every outcome of a payment.
import { expect, test } from 'vitest'
import type { Card } from '#web/features/checkout/card-fields.ts'
import { retrievePayment, payWithCard } from '#web/features/checkout/sandbox-payments.ts'
import { testSandbox } from './stripe-fixture.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { beginSubscription } from './fixtures.ts'

const card = (number: string): Card => ({ number, month: 12, year: 2034, code: '123', name: 'Rosa Díaz' })
const RETURN = 'http://app.test/creator-subscribe'

async function started() {
  const { stripe, sandbox, url } = await testSandbox()
  const { secret, subscription } = await beginSubscription(stripe)
  const payments = { mode: 'sandbox' as const, publishableKey: 'pk_test_sandbox', apiBase: url }
  return {
    stripe,
    sandbox,
    payments,
    secret,
    subscription,
    pay: (number: string) => payWithCard(payments, secret, card(number), RETURN),
    look: () => retrievePayment(payments, secret),
  }
}

test('a good card pays, and a second attempt reports that it is paid', async () => {
  const { stripe, subscription, pay, look } = await started()
  expect(await look()).toEqual({ kind: 'open' })
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
  expect(await look()).toEqual({ kind: 'paid' })
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
  expect((await stripe.charges.list()).data).toHaveLength(1)
  const paid = await stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] })
  expect(paid.default_payment_method).toMatchObject({ billing_details: { name: 'Rosa Díaz' } })
})

test('a declined card gives the reason now and later, and another card pays', async () => {
  const { pay, look } = await started()
  const declined = { kind: 'failed', message: 'Your card has insufficient funds.' }
  expect(await pay('4000000000009995')).toEqual(declined)
  expect(await look()).toEqual(declined)
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
})

test('3-D Secure redirects to the bank and returns paid', async () => {
  const { pay, look } = await started()
  const challenge = await pay('4000000000003220')
  expect(challenge).toMatchObject({ kind: 'challenge', url: expect.stringMatching(/^http/) })
  const back = await submitForm(challenge.kind === 'challenge' ? challenge.url : '')
  expect(back.headers.get('location')).toContain(`${RETURN}?payment_intent=`)
  expect(await look()).toEqual({ kind: 'paid' })
})

test('a customer who leaves the bank’s page can pay with another card', async () => {
  const { pay } = await started()
  await pay('4000000000003220')
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
})

test('a failed 3-D Secure shows Stripe’s message', async () => {
  const { pay, look } = await started()
  const challenge = await pay('4000002760003184')
  await submitForm(challenge.kind === 'challenge' ? challenge.url : '', { answer: 'fail' })
  expect(await look()).toMatchObject({ kind: 'failed', message: expect.stringMatching(/authenticate/) })
})

test('a payment that was canceled in the meantime is reported as canceled', async () => {
  const { stripe, subscription, pay, look } = await started()
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscription.id)
  await stripe.invoices.voidInvoice(invoice as string)
  expect(await look()).toEqual({ kind: 'canceled' })
  expect(await pay('4242424242424242')).toEqual({ kind: 'canceled' })
})

test('an offline attempt loses nothing, and a lost response is recovered', async () => {
  const { stripe, sandbox, payments, secret, pay } = await started()
  const nobody = { ...payments, apiBase: 'http://127.0.0.1:9' }
  const unreachable = { kind: 'failed', message: expect.stringMatching(/couldn’t reach/) }
  expect(await payWithCard(nobody, secret, card('4242424242424242'), RETURN)).toEqual(unreachable)
  sandbox.failNext({ how: 'cut-after' })
  expect(await pay('4242424242424242')).toEqual(unreachable)
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
  expect((await stripe.charges.list()).data).toHaveLength(1)
})
