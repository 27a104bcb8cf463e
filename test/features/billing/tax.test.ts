// Tax on top of prices: quoted and shown before paying, kept by the platform, refunded in proportion, never charged without an answer.
import { expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { refunds } from '#shared/contracts/refunds.ts'
import { tax } from '#shared/contracts/tax.ts'
import { emails } from '#test/emails.ts'
import { pay } from './billing-steps.ts'
import { type Setup, withCreatorAndSubscriber } from './creator-and-subscriber.ts'
import { PORTLAND, renew, saveAddress, SEATTLE, TAXED } from './tax-steps.ts'

let setup: Setup
let server: Setup['server']
withCreatorAndSubscriber((one) => void ({ server } = setup = one), { server: TAXED, address: SEATTLE })

/** Ben subscribes to Nina at $9.50: 10% tax is $0.95. Resolves with what he is shown before paying. */
async function subscribe() {
  const { nina, ben } = setup
  const shown = await ben.browser.call(billing.create, { body: { creatorId: nina.id } })
  await pay(ben.browser, shown.clientSecret)
  await server.settled()
  return shown
}

test('without a billing address no payment begins, and the answer says what is missing', async () => {
  const { nina, ben } = setup
  await server.deps.stripe.customers.update(await ben.customer(), { address: '' })
  await expect(ben.browser.call(billing.create, { body: { creatorId: nina.id } })).rejects.toMatchObject({
    problem: { code: 'billing_address_required' },
  })
  expect(await ben.browser.call(tax.address)).toBeNull()
  const nowhere = { country: 'US', postalCode: '00000', state: 'WA' }
  await expect(saveAddress(ben.browser, nowhere)).rejects.toMatchObject({
    problem: { code: 'billing_address_unknown' },
  })
  await saveAddress(ben.browser, SEATTLE)
  expect(await ben.browser.call(tax.address)).toEqual(SEATTLE)
  expect(await ben.browser.call(billing.create, { body: { creatorId: nina.id } })).toMatchObject({
    priceInCents: 950,
    taxInCents: 95,
  })
})

test('the payer pays price and tax, the creator gets the share of the price, and the platform the rest', async () => {
  const shown = await subscribe()
  expect(shown).toMatchObject({ priceInCents: 950, taxInCents: 95 })
  const payment = await setup.paymentOf()
  expect(payment).toMatchObject({ amountInCents: 1045, taxInCents: 95, feeInCents: 95 + 95 })
  expect(await setup.revenue()).toEqual([1, 855, 855, 855])
  expect(await setup.own()).toMatchObject({ priceInCents: 950, taxInCents: 95 })
  const { months } = await setup.nina.browser.call(creators.revenue)
  expect(months.at(-1)).toMatchObject({ grossInCents: 950, feeInCents: 95, netInCents: 855 })
  const invoice = await server.deps.stripe.invoices.retrieve(payment.stripeInvoiceId)
  expect(invoice.footer).toBe('Sold by Signalpost Inc., 1 Harbor Street, Portland, ME 04101, USA')
  const [seen] = await setup.nina.browser.call(billing.toCreator, {
    params: { id: setup.nina.id },
    query: {},
  })
  expect(seen).not.toHaveProperty('taxInCents')
})

test('receipts, history and renewal terms name the tax', async () => {
  await subscribe()
  const { payments } = await setup.ben.browser.call(refunds.history)
  expect(payments).toMatchObject([{ amountInCents: 1045, taxInCents: 95 }])
  const receipt = await emailTo(setup.ben.email, 'Receipt for $10.45')
  expect(receipt).toContain('$9.50')
  expect(receipt).toContain('$0.95')
  expect(receipt).toContain('Renews for $10.45')
  const confirmed = await emailTo(setup.ben.email, 'You’re subscribed')
  expect(confirmed).toContain('$10.45 a month ($9.50 and $0.95 tax)')
})

test('a renewal is taxed at the rate of its day, and the split stays that of the price', async () => {
  await subscribe()
  server.sandbox.changeSettings({ taxPercent: 21 })
  try {
    await renew(setup)
  } finally {
    server.sandbox.changeSettings({ taxPercent: 10 })
  }
  expect(await setup.own()).toMatchObject({ priceInCents: 950, taxInCents: 200 })
  const { payments } = await setup.ben.browser.call(refunds.history)
  expect(payments).toMatchObject([{ amountInCents: 1150, taxInCents: 200 }, { amountInCents: 1045 }])
  expect((await setup.revenue())[3]).toBe(2 * 855)
})

test('a withdrawal and its papers return the tax in proportion', async () => {
  await subscribe()
  const { id } = await setup.own()
  const receipt = await setup.ben.browser.call(refunds.withdraw, { params: { id } })
  await server.settled()
  expect(receipt).toMatchObject({
    paidInCents: 1045,
    refundInCents: 1045,
    paidTaxInCents: 95,
    refundTaxInCents: 95,
  })
  expect((await setup.revenue())[3]).toBe(0)
  const { payments } = await setup.ben.browser.call(refunds.history)
  expect(payments[0]?.refunds).toMatchObject([{ amountInCents: 1045, taxInCents: 95 }])
  const email = await emailTo(setup.ben.email, 'You have withdrawn')
  expect(email).toContain('$10.45, $0.95 of it tax')
})

test.each(['failed', 'unavailable'] as const)('a tax answer that is %s takes no money', async (how) => {
  const { nina, ben } = setup
  if (how === 'failed') server.sandbox.changeSettings({ taxFails: true })
  else server.sandbox.failNext({ how: 'error-before', path: /create_preview/, times: 2 })
  try {
    const refused = ben.browser.call(billing.create, { body: { creatorId: nina.id } })
    await expect(refused).rejects.toMatchObject({
      problem: { code: how === 'failed' ? 'tax_unavailable' : 'payments_unavailable' },
    })
  } finally {
    server.sandbox.changeSettings({ taxFails: false })
  }
  const customer = await ben.customer()
  expect((await server.deps.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
  await subscribe()
  expect((await server.deps.stripe.charges.list({ customer })).data).toHaveLength(1)
})

test('another address before paying starts a payment with another tax, and voids the first', async () => {
  const { nina, ben } = setup
  const first = await ben.browser.call(billing.create, { body: { creatorId: nina.id } })
  await saveAddress(ben.browser, PORTLAND)
  const second = await ben.browser.call(billing.create, { body: { creatorId: nina.id } })
  expect([first.taxInCents, second.taxInCents]).toEqual([95, 0])
  expect((await pay(ben.browser, first.clientSecret)).status).toBe(400)
  await pay(ben.browser, second.clientSecret)
  await server.settled()
  expect(await setup.paymentOf()).toMatchObject({ amountInCents: 950, taxInCents: 0, feeInCents: 95 })
})

const emailTo = async (address: string, subject: string) =>
  (await emails(server.deps, address)).find((sent) => sent.subject.startsWith(subject))?.text
