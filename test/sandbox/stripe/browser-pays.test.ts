// The page's own client against the sandbox: every result that an attempt to pay can have.
import { expect, test } from 'vitest'
import type { Card } from '#web/features/checkout/card-fields.ts'
import { retrievePayment, payWithCard } from '#web/features/checkout/sandbox-payments.ts'
import { testSandbox } from './sandbox.ts'
import { submitForm } from '#sandbox/stripe/browser-actions.ts'
import { beginSubscription } from './subscribers.ts'

const card = (number: string): Card => ({ number, month: 12, year: 2034, code: '123', name: 'Rosa Díaz' })
const RETURN = 'http://app.test/creator-subscribe'

async function begun() {
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

test('a good card pays, and paying again says that it is paid', async () => {
  const { stripe, subscription, pay, look } = await begun()
  expect(await look()).toEqual({ kind: 'open' })
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
  expect(await look()).toEqual({ kind: 'paid' })
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
  expect((await stripe.charges.list()).data).toHaveLength(1)
  const paid = await stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] })
  expect(paid.default_payment_method).toMatchObject({ billing_details: { name: 'Rosa Díaz' } })
})

test('a declined card says why, now and later, and another one then pays', async () => {
  const { pay, look } = await begun()
  const declined = { kind: 'failed', message: 'Your card has insufficient funds.' }
  expect(await pay('4000000000009995')).toEqual(declined)
  expect(await look()).toEqual(declined)
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
})

test('3-D Secure leads to the page of the bank, and back paid', async () => {
  const { pay, look } = await begun()
  const challenge = await pay('4000000000003220')
  expect(challenge).toMatchObject({ kind: 'challenge', url: expect.stringMatching(/^http/) })
  const back = await submitForm(challenge.kind === 'challenge' ? challenge.url : '')
  expect(back.headers.get('location')).toContain(`${RETURN}?payment_intent=`)
  expect(await look()).toEqual({ kind: 'paid' })
})

test('who leaves the page of the bank may pay with another card', async () => {
  const { pay } = await begun()
  await pay('4000000000003220')
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
})

test('a refused 3-D Secure is a failure with the words of the provider', async () => {
  const { pay, look } = await begun()
  const challenge = await pay('4000002760003184')
  await submitForm(challenge.kind === 'challenge' ? challenge.url : '', { answer: 'fail' })
  expect(await look()).toMatchObject({ kind: 'failed', message: expect.stringMatching(/authenticate/) })
})

test('a payment that was canceled meanwhile says so', async () => {
  const { stripe, subscription, pay, look } = await begun()
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscription.id)
  await stripe.invoices.voidInvoice(invoice as string)
  expect(await look()).toEqual({ kind: 'canceled' })
  expect(await pay('4242424242424242')).toEqual({ kind: 'canceled' })
})

test('without a connection nothing is lost, and an answer that was lost is found again', async () => {
  const { stripe, sandbox, payments, secret, pay } = await begun()
  const nobody = { ...payments, apiBase: 'http://127.0.0.1:9' }
  const unreachable = { kind: 'failed', message: expect.stringMatching(/couldn’t reach/) }
  expect(await payWithCard(nobody, secret, card('4242424242424242'), RETURN)).toEqual(unreachable)
  sandbox.failNext({ how: 'cut-after' })
  expect(await pay('4242424242424242')).toEqual(unreachable)
  expect(await pay('4242424242424242')).toEqual({ kind: 'paid' })
  expect((await stripe.charges.list()).data).toHaveLength(1)
})
