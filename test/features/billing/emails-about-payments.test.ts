// The emails to Ben, who pays Nina: confirmed, receipt, failed, ended, canceled, undone; each once, though Stripe repeats itself.
import { describe, expect, test } from 'vitest'
import { syncBillingRecord } from '#server/features/billing/sync/sync-billing-record.ts'
import { billing } from '#shared/contracts/billing.ts'
import { consents } from '#shared/contracts/consents.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { emails } from '#test/emails.ts'
import { pay, runScheduled, subscribeTo } from './billing-steps.ts'
import { type Setup, withCreatorAndSubscriber } from './creator-and-subscriber.ts'

const FAILS_LATER = '4000000000000341'
const DISPUTED = '4000000000000259'

let setup: Setup
let server: Setup['server']
// Every event arrives twice.
withCreatorAndSubscriber((one) => void ({ server } = setup = one), { server: { webhooks: { copies: 2 } } })

const rowOfBen = () => setup.row()
/** All emails to one of the two, after everything was synced once more. */
async function sentTo(who: 'ben' | 'nina') {
  const { stripeSubscriptionId } = await rowOfBen()
  await Promise.all(
    [1, 2].map(() => syncBillingRecord(server.deps, stripeSubscriptionId ?? '', 'everything')),
  )
  await server.settled()
  return await emails(server.deps, setup[who].email)
}
const subjectsTo = async (who: 'ben' | 'nina') => (await sentTo(who)).map(({ subject }) => subject)

test('a new subscription is confirmed with price, next date and how to cancel and withdraw, beside a receipt', async () => {
  const { ben, nina } = setup
  const { clientSecret } = await ben.browser.call(billing.create, { body: { creatorId: nina.id } })
  await ben.browser.call(consents.agreeToPay, { body: { creatorId: nina.id, immediateAccess: true } })
  await pay(ben.browser, clientSecret)
  await server.settled()
  const sent = await sentTo('ben')
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    'Receipt for $9.50',
    `You’re subscribed to ${nina.username}`,
  ])
  const text = sent.find(({ subject }) => subject.startsWith('You’re'))?.text ?? ''
  const { id } = await rowOfBen()
  for (const words of [
    'Price: $9.50 a month',
    'Next payment: $9.50 on ',
    'To cancel, open Manage Subscriptions',
    'You asked for immediate access, so you get back the days',
    `/settings/billing?dialog=withdraw&subscription=${id}`,
    'You agreed to the Terms of November 28, 2026.',
  ])
    expect(text).toContain(words)
  const receipt = sent.find(({ subject }) => subject.startsWith('Receipt'))?.text ?? ''
  expect(receipt).toContain('Paid, Visa ending 4242: $9.50')
  expect(receipt).toMatch(/See the invoice:\nhttps?:\/\//)
})

test('the creator plan is confirmed, and has a receipt', async () => {
  await subscribeTo(server, setup.ben.browser, setup.nina.id)
  expect((await subjectsTo('nina')).toSorted()).toEqual(['Creator Mode is on', 'Receipt for $2.00'])
})

test('a cancellation and its undo are confirmed each time, and the end once', async () => {
  await subscribeTo(server, setup.ben.browser, setup.nina.id)
  const { id } = await rowOfBen()
  const before = (await sentTo('ben')).length
  const [canceled, undone] = [
    new RegExp(`^Your subscription to ${setup.nina.username} ends on `),
    new RegExp(`^Your subscription to ${setup.nina.username} continues$`),
  ]
  for (const [call, subject] of [
    [billing.cancel, canceled],
    [billing.resume, undone],
    [billing.cancel, canceled],
  ] as const) {
    await setup.ben.browser.call(call, { params: { id } })
    expect((await subjectsTo('ben')).at(-1)).toMatch(subject)
  }
  await setup.pass(32)
  const after = (await subjectsTo('ben')).slice(before)
  expect(after).toHaveLength(4)
  expect(after.at(-1)).toBe(`Your access to ${setup.nina.username} has ended`)
})

test('a failed renewal causes one email about what happens when, then one about the end of access', async () => {
  await subscribeTo(server, setup.ben.browser, setup.nina.id)
  const { url } = await setup.ben.browser.call(billing.portal)
  await submitForm(url, { do: 'card', number: FAILS_LATER, expiry: '12/34', cvc: '123' })
  await server.settled()
  const before = (await sentTo('ben')).length
  await setup.pass(31.1)
  const failed = (await sentTo('ben')).slice(before)
  expect(failed.map(({ subject }) => subject)).toEqual(['Your payment of $9.50 didn’t go through'])
  expect(failed[0]?.text).toMatch(/Fix payment:\nhttp\S+\/subscriptions\n/)
  expect(failed[0]?.text).toMatch(/Until \w+ \d+, \d{4} nothing changes: we try the card again/)
  await setup.pass(7.1)
  await runScheduled(server, 'end_grace_period')
  await setup.pass(30)
  expect((await subjectsTo('ben')).slice(before + 1)).toEqual([
    `Your access to ${setup.nina.username} has ended`,
  ])
})

test('each renewal has a receipt of its own', async () => {
  await subscribeTo(server, setup.ben.browser, setup.nina.id)
  await setup.pass(31.1)
  expect((await subjectsTo('ben')).filter((subject) => subject === 'Receipt for $9.50')).toHaveLength(2)
})

describe('The creator', () => {
  test('gets one email when a payment is disputed', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id, DISPUTED)
    expect((await subjectsTo('nina')).filter((subject) => subject.includes('disputed'))).toEqual([
      'A payment of $9.50 is disputed',
    ])
  })
})
