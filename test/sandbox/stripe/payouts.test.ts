// The sandbox pays connected accounts out weekly, and tells only Connect endpoints about it.
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { DAY } from '#tools/sandbox/stripe/clock.ts'
import { readyAccount } from './fixtures.ts'
import { listen, testSandbox } from './stripe-fixture.ts'

type Sent = { type: string; account?: string; data: { object: { id: string; status: string } } }

test('transfers of a week are one payout, which arrives two days later; only a Connect endpoint is notified', async () => {
  let moment = Date.UTC(2027, 3, 1) / 1000
  const { stripe, sandbox, eventTypes } = await testSandbox({ now: () => moment })
  const connect: Sent[] = []
  const inbox = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      connect.push(JSON.parse(body) as Sent)
      response.end()
    })
  })
  const url = await listen(inbox)
  onTestFinished(() => void inbox.close())
  await stripe.webhookEndpoints.create({ url, enabled_events: ['*'], connect: true })
  const account = await readyAccount(stripe)
  const stripeAccount = { stripeAccount: account }
  const send = (amount: number) => stripe.transfers.create({ amount, currency: 'usd', destination: account })
  const waiting = async () => (await stripe.balance.retrieve({}, stripeAccount)).pending[0]?.amount
  await send(500)
  moment += 3 * DAY
  await send(700)
  expect(await waiting()).toBe(1200)
  moment += 4 * DAY
  expect(await waiting()).toBe(0)
  const [payout] = (await stripe.payouts.list({}, stripeAccount)).data
  expect(payout).toMatchObject({ amount: 1200, status: 'in_transit', arrival_date: moment + 2 * DAY })
  moment += 2 * DAY
  await send(900)
  const paid = await stripe.payouts.retrieve(payout?.id ?? '', {}, stripeAccount)
  expect(paid.status).toBe('paid')
  await expect(stripe.payouts.retrieve(payout?.id ?? '')).rejects.toThrow(/No such payout/)

  // The bank sends it back: it is in the balance again, and part of the next payout.
  sandbox.failPayout(paid.id)
  expect(await waiting()).toBe(2100)
  moment += 7 * DAY
  expect(await waiting()).toBe(0)
  const all = (await stripe.payouts.list({}, stripeAccount)).data
  expect(all.map(({ amount, status, failure_code: code }) => [amount, status, code])).toEqual([
    [2100, 'in_transit', null],
    [1200, 'failed', 'account_closed'],
  ])

  expect((await eventTypes()).filter((type) => type.startsWith('payout'))).toEqual([])
  expect(connect.map(({ type, account: from }) => [type, from])).toEqual([
    ['payout.created', account],
    ['payout.paid', account],
    ['payout.failed', account],
    ['payout.created', account],
  ])
  const listed = async (options?: { stripeAccount: string }) =>
    (await stripe.events.list({ types: ['payout.*'] }, options)).data.length
  expect([await listed(stripeAccount), await listed()]).toEqual([4, 0])
})

test('the country of an account is one that Stripe names, and stays', async () => {
  const { stripe } = await testSandbox()
  const create = (country: string) => stripe.v2.core.accounts.create({ identity: { country } })
  await expect(create('ru')).rejects.toThrow(/isn't supported/)
  const { id } = await create('de')
  await expect(stripe.v2.core.accounts.update(id, { identity: { country: 'us' } })).rejects.toThrow(
    /can't be changed/,
  )
  const { country } = await stripe.accounts.retrieveCurrent()
  const { supported_transfer_countries: named } = await stripe.countrySpecs.retrieve(country ?? '')
  expect(named).toContain('DE')
  expect(named).not.toContain('RU')
})
