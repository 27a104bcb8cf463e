// Tax at renewals and around them: waiting for an address, fix payment, pauses, refunds of a part, disputes, the plan, a saved card.
import { describe, expect, test } from 'vitest'
import { refundPayment } from '#server/features/billing/lifecycle/refund.ts'
import { syncBillingRecord } from '#server/features/billing/sync/sync-billing-record.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { refunds } from '#shared/contracts/refunds.ts'
import { savedCard } from '#shared/contracts/saved-card.ts'
import { newsTo } from '#test/emails.ts'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { becomeCreator, pay, subscribeTo } from './billing-steps.ts'
import { type Setup, withCreatorAndSubscriber } from './creator-and-subscriber.ts'
import { beginNextMonth, renew, saveAddress, SEATTLE, TAXED } from './tax-steps.ts'

const FAILS_LATER = '4000000000000341'
const DISPUTED = '4000000000000259'

let setup: Setup
let { server, nina, ben, own, pass } = {} as Setup
withCreatorAndSubscriber((one) => void ({ server, nina, ben, own, pass } = setup = one), {
  server: TAXED,
  address: SEATTLE,
})

/** Charges that Ben has paid, in cents, oldest first. */
const charged = async () => {
  const { data } = await server.deps.stripe.charges.list({ customer: await ben.customer(), limit: 100 })
  return data
    .filter(({ paid }) => paid)
    .map(({ amount }) => amount)
    .toReversed()
}
const sync = async (reread?: string) => {
  await syncBillingRecord(server.deps, (await setup.row()).stripeSubscriptionId ?? '', reread)
  await server.settled()
}
const balance = async () => (await setup.revenue())[3]
async function atRate(taxPercent: number, act: () => Promise<void>): Promise<void> {
  server.sandbox.changeSettings({ taxPercent })
  try {
    await act()
  } finally {
    server.sandbox.changeSettings({ taxPercent: 10 })
  }
}

describe('A renewal whose address Stripe can’t tax', () => {
  async function loseAddress(): Promise<void> {
    await subscribeTo(server, ben.browser, nina.id)
    await server.deps.stripe.customers.update(await ben.customer(), { address: '' })
    await beginNextMonth(setup)
    await pass(0.1)
  }

  test('takes no money, causes one email, and is charged when the address is right', async () => {
    await loseAddress()
    expect(await charged()).toEqual([1045])
    for (const _ of [1, 2]) await sync()
    expect(await newsTo(server.deps, ben.email)).toEqual([
      `Your subscription to ${nina.username} needs your billing address`,
    ])
    expect(await own()).toMatchObject({ status: 'active', hasUnpaidInvoice: true })
    await saveAddress(ben.browser, SEATTLE)
    await sync()
    await pass(0.1)
    expect(await charged()).toEqual([1045, 1045])
    expect(await own()).toMatchObject({ status: 'active', hasUnpaidInvoice: false })
    expect(await balance()).toBe(2 * 855)
  })

  test('ends after the days of grace, and nothing is charged', async () => {
    await loseAddress()
    await pass(7.1)
    await sync()
    expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'payments', hasAccess: false })
    await saveAddress(ben.browser, SEATTLE)
    await pass(3)
    expect(await charged()).toEqual([1045])
  })
})

test('while Stripe can’t calculate, a renewal waits; it is charged when it can', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  server.sandbox.changeSettings({ taxFails: true })
  try {
    await beginNextMonth(setup)
    await pass(0.2)
    expect(await charged()).toEqual([1045])
  } finally {
    server.sandbox.changeSettings({ taxFails: false })
  }
  await sync()
  await pass(0.1)
  expect(await charged()).toEqual([1045, 1045])
})

test('a payment that is due is fixed with its tax, and the split stays that of the price', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await changeCard(FAILS_LATER)
  await atRate(21, () => renew(setup))
  expect(await own()).toMatchObject({ status: 'past_due', taxInCents: 200 })
  await changeCard('5555555555554444')
  expect(await ben.browser.call(billing.payDue)).toMatchObject({ paid: 1 })
  await server.settled()
  expect(await charged()).toEqual([1045, 1150])
  expect(await balance()).toBe(2 * 855)
})

test('after a pause the new month is charged with the tax of that day', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  const account = (await setup.row()).stripeAccountId ?? ''
  server.sandbox.restrictCapabilities(account)
  await server.settled()
  await beginNextMonth(setup)
  await pass(2)
  expect(await own()).toMatchObject({ hasAccess: false })
  await atRate(19, async () => {
    server.sandbox.clearRequirements(account)
    await server.settled()
  })
  expect(await charged()).toEqual([1045, 1131])
  expect(await balance()).toBe(2 * 855)
})

test('refunds of parts return the tax in proportion, and add up to the cent', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await pass(20)
  const { id } = await own()
  const body = { part: 'unused' as const, reason: 'Sorry', end: true }
  await nina.browser.call(refunds.refund, { params: { id }, body })
  await server.settled()
  const { stripeInvoiceId, amountInCents } = await setup.paymentOf()
  await refundPayment(server.deps, stripeInvoiceId, { andEnd: false })
  await server.settled()
  const { payments } = await ben.browser.call(refunds.history)
  const made = payments[0]?.refunds ?? []
  expect(made).toHaveLength(2)
  const [first] = made
  expect(first?.taxInCents).toBe(Math.round(((first?.amountInCents ?? 0) * 95) / 1045))
  expect(made.reduce((sum, refund) => sum + refund.amountInCents, 0)).toBe(amountInCents)
  expect(made.reduce((sum, refund) => sum + (refund.taxInCents ?? 0), 0)).toBe(95)
  expect(await setup.revenue()).toEqual([0, 0, 0, 0])
})

test('a dispute takes the creator’s share back, and none of the tax', async () => {
  await subscribeTo(server, ben.browser, nina.id, DISPUTED)
  expect(await balance()).toBe(0)
  expect(await setup.paymentOf()).toMatchObject({ reversedInCents: 855, feeInCents: 190 })
})

test('Creator Mode and its renewals are taxed too', async () => {
  const shown = await ben.browser.call(creators.startPlan)
  expect(shown).toMatchObject({ taxInCents: 20 })
  await pay(ben.browser, shown.clientSecret)
  expect(await ben.browser.call(creators.checkPlan)).toMatchObject({ isCreator: true })
  await server.settled()
  expect(await ben.browser.call(creators.plan)).toMatchObject({ priceInCents: 200, taxInCents: 20 })
  await pass(32)
  expect(await charged()).toEqual([220, 220])
})

test('with a saved card and address, the second creator’s tax is known before the payment', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  const name = `second_${nina.username}`
  const { [name]: second } = await buildPeople(server.deps, { [name]: member() })
  const browser = await server.signIn(name)
  await saveAddress(browser, SEATTLE)
  await becomeCreator(server, browser, 10_000)
  const body = { creatorId: second?.id ?? '' }
  expect(await ben.browser.call(billing.create, { body })).toMatchObject({
    priceInCents: 10_000,
    taxInCents: 1000,
  })
  await subscribeTo(server, ben.browser, body.creatorId)
  expect(await charged()).toEqual([1045, 11_000])
})

async function changeCard(number: string): Promise<void> {
  const { url } = await ben.browser.call(savedCard.change)
  await submitForm(url, { do: 'card', number, expiry: '12/34', cvc: '123' })
  await server.settled()
}
