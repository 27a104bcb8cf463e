// Canceling while a month isn't paid, because its payment is due or its invoice is still a draft: the subscription ends
// at once, here and in the portal, and nothing is charged afterwards.
import { beforeEach, describe, expect, test } from 'vitest'
import { cancelDiscontinued } from '#server/features/billing/lifecycle/cancel-subscription.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { refusal } from '#test/server.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { type Setup, withCreatorAndSubscriber } from './creator-and-subscriber.ts'
import { buyPlan, subscribeTo, VISA } from './billing-steps.ts'

const FAILS_LATER = '4000000000000341'
const HOUR = 1 / 24

let { server, nina, ben, own, row, hasAccess } = {} as Setup
withCreatorAndSubscriber((setup) => void ({ server, nina, ben, own, row, hasAccess } = setup))
beforeEach(() => server.sandbox.changeSettings({ whenRetriesEnd: 'cancel' }))

async function changeCard(number: string): Promise<void> {
  const { url } = await ben.browser.call(billing.portal)
  await submitForm(url, { do: 'card', number, expiry: '12/34', cvc: '123' })
  await server.settled()
}
/** Ben's month ends and is declined. Then he saves a card that Stripe's next retry would charge. */
async function becomePastDue(days = 31): Promise<void> {
  await subscribeTo(server, ben.browser, nina.id)
  await changeCard(FAILS_LATER)
  await ben.pass(days + 2 * HOUR)
  await changeCard(VISA)
}
const atStripe = async () => (await row()).stripeSubscriptionId ?? ''
/** What Ben has paid after all of Stripe's retries, in cents. */
async function chargedInTheEnd(): Promise<number[]> {
  await ben.pass(20)
  const { data } = await server.deps.stripe.charges.list({ customer: await ben.customer(), limit: 100 })
  return data.filter(({ paid }) => paid).map(({ amount }) => amount)
}
const cancel = async () => ben.browser.call(billing.cancel, { params: { id: (await own()).id } })

test('canceling a past-due subscription ends it at once, voids its invoice, and nothing is charged at the next retry', async () => {
  await becomePastDue()
  expect(await own()).toMatchObject({ status: 'past_due', hasAccess: true })
  expect(await cancel()).toMatchObject({ status: 'canceled', endedBy: 'subscriber', hasAccess: false })
  const { data } = await server.deps.stripe.invoices.list({ subscription: await atStripe() })
  expect(data.map(({ status }) => status)).toEqual(['void', 'paid'])
  expect(await hasAccess()).toBe(false)
  expect(await chargedInTheEnd()).toEqual([950])
  const params = { id: (await own()).id }
  expect(await refusal(ben.browser.call(billing.resume, { params }))).toMatchObject({
    code: 'subscription_ended',
  })
  await subscribeTo(server, ben.browser, nina.id)
  expect(await hasAccess()).toBe(true)
})

test('canceling a past-due subscription in the billing portal ends it at once too', async () => {
  await becomePastDue()
  await submitForm((await ben.browser.call(billing.portal)).url, {
    do: 'cancel',
    subscription: await atStripe(),
  })
  await server.settled()
  expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'subscriber', hasAccess: false })
  expect(await chargedInTheEnd()).toEqual([950])
})

test('canceling ends a subscription at once that Stripe has marked unpaid, whose later months are drafts', async () => {
  server.sandbox.changeSettings({ whenRetriesEnd: 'mark_unpaid' })
  await becomePastDue(50)
  await ben.pass(25)
  expect(await own()).toMatchObject({ status: 'unpaid' })
  expect(await cancel()).toMatchObject({ status: 'canceled', endedBy: 'subscriber' })
  expect(await chargedInTheEnd()).toEqual([950])
})

test('a past-due subscription ends at once when the creator leaves', async () => {
  await becomePastDue()
  await server.deps.db.updateTable('users').set({ isCreator: false }).where('id', '=', nina.id).execute()
  await cancelDiscontinued(server.deps, (await own()).id)
  expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'creator' })
  expect(await chargedInTheEnd()).toEqual([950])
})

test('a creator plan that is due ends at once too', async () => {
  await buyPlan(server, ben.browser)
  await changeCard(FAILS_LATER)
  await ben.pass(31 + 2 * HOUR)
  await changeCard(VISA)
  expect(await ben.browser.call(creators.plan)).toMatchObject({ status: 'past_due' })
  expect(await ben.browser.call(creators.cancelPlan)).toMatchObject({ status: 'canceled' })
  expect(await ben.browser.call(creators.status)).toEqual({ isCreator: false })
  expect(await chargedInTheEnd()).toEqual([200])
})

/** Cancels, and Stripe charges the newest invoice while our call of this path waits. */
async function cancelTooLate(path: RegExp) {
  const isMet = server.sandbox.failNext({ how: 'slow', slowMs: 1000, times: 10, method: 'POST', path })
  const answer = cancel()
  await expect.poll(isMet).toBe(true)
  const [invoice] = (await server.deps.stripe.invoices.list({ subscription: await atStripe() })).data
  await server.deps.stripe.invoices.pay(invoice?.id ?? '')
  const canceled = await answer
  server.sandbox.clearFaults()
  return canceled
}

test('if Stripe’s retry comes before the cancellation, the month is paid, and the subscription ends with it', async () => {
  await becomePastDue()
  const canceled = await cancelTooLate(/^\/v1\/invoices\/in_\w+\/void$/)
  expect(canceled).toMatchObject({ status: 'active', endedBy: 'subscriber', hasAccess: true })
  expect(canceled.endsAt).toEqual(canceled.currentPeriodEnd)
  expect(await chargedInTheEnd()).toEqual([950, 950])
})

/** Half an hour into Ben's second month, whose invoice is a draft for another half hour. */
async function passIntoDraftHour(endOfMonth: Date | null): Promise<void> {
  await ben.pass(((endOfMonth?.getTime() ?? 0) - server.deps.clock.now().getTime()) / 86_400_000 + HOUR / 2)
}

describe('in the hour after a renewal', () => {
  beforeEach(async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await passIntoDraftHour((await own()).currentPeriodEnd)
    expect(await own()).toMatchObject({ status: 'active', hasUnpaidInvoice: true, hasAccess: true })
  })

  test('a cancellation ends the subscription at once, and the new month is never charged', async () => {
    expect(await cancel()).toMatchObject({
      status: 'canceled',
      endedBy: 'subscriber',
      hasAccess: false,
      hasUnpaidInvoice: false,
    })
    const { data } = await server.deps.stripe.invoices.list({ subscription: await atStripe() })
    expect(data.map(({ status, auto_advance: advances }) => [status, advances])).toEqual([
      ['draft', false],
      ['paid', false],
    ])
    expect(await hasAccess()).toBe(false)
    expect(await chargedInTheEnd()).toEqual([950])
  })

  test('a cancellation in the billing portal ends it at once too', async () => {
    const subscription = await atStripe()
    await submitForm((await ben.browser.call(billing.portal)).url, { do: 'cancel', subscription })
    await server.settled()
    expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'subscriber' })
    expect(await chargedInTheEnd()).toEqual([950])
  })

  test('if Stripe charges the month first, the subscription ends with that month', async () => {
    const canceled = await cancelTooLate(/^\/v1\/invoices\/in_\w+$/)
    expect(canceled).toMatchObject({ status: 'active', endedBy: 'subscriber', hasUnpaidInvoice: false })
    expect(canceled.endsAt).toEqual(canceled.currentPeriodEnd)
    expect(await chargedInTheEnd()).toEqual([950, 950])
  })

  test('an hour later the month is paid, and a cancellation ends the subscription with that month', async () => {
    await ben.pass(HOUR)
    expect(await own()).toMatchObject({ hasUnpaidInvoice: false })
    expect(await cancel()).toMatchObject({ status: 'active', hasAccess: true })
    expect(await chargedInTheEnd()).toEqual([950, 950])
  })
})

test('a creator plan ends at once in the hour after its renewal too', async () => {
  await buyPlan(server, ben.browser)
  await passIntoDraftHour((await ben.browser.call(creators.plan))?.currentPeriodEnd ?? null)
  expect(await ben.browser.call(creators.plan)).toMatchObject({ status: 'active', hasUnpaidInvoice: true })
  expect(await ben.browser.call(creators.cancelPlan)).toMatchObject({ status: 'canceled' })
  expect(await ben.browser.call(creators.status)).toEqual({ isCreator: false })
  expect(await chargedInTheEnd()).toEqual([200])
})
