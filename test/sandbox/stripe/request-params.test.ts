// The comparison of our calls with the SDK's types reports each kind of drift. test/server.ts makes it for every test.
import { expect, test } from 'vitest'
import { testSandbox } from './stripe-fixture.ts'
import { checkParams, paramErrors } from './sdk-params.ts'

const create = (params: object) => paramErrors('subscriptions.create', [params])

test.each<[what: string, errors: string[], expected: string[]]>([
  ['nothing', create({ customer: 'cus_1', items: [{ price: 'price_1' }], metadata: { a: 'b' } }), []],
  ['an unknown parameter', create({ colour: 'red' }), ['colour is not known to the SDK']],
  ['one at any depth', create({ items: [{ size: 1 }] }), ['items[0].size is not known to the SDK']],
  ['a wrong type', create({ customer: 5 }), ['customer is 5, which is not string']],
  ['one that may be empty', create({ application_fee_percent: '' }), []],
  [
    'a number as text',
    create({ application_fee_percent: '10' }),
    ['application_fee_percent is "10", which is not'],
  ],
  [
    'no list',
    create({ expand: 'latest_invoice' }),
    ['expand is "latest_invoice", which is not Array<string>'],
  ],
  [
    'a value that the SDK doesn’t list',
    create({ payment_behavior: 'later' }),
    ['payment_behavior is "later", which is not'],
  ],
  ['a missing parameter', create({ transfer_data: {} }), ['transfer_data.destination is missing']],
  ['one of several types', create({ trial_end: 'now', cancel_at: 1_900_000_000 }), []],
  ['none of them', create({ trial_end: 'later' }), ['trial_end is "later", which is not \'now\' or number']],
])('%s', (_, errors, expected) => {
  expect(errors).toHaveLength(expected.length)
  for (const [index, text] of expected.entries())
    expect(errors[index]).toContain(`subscriptions.create.${text}`)
})

test('a range, a page, the second argument, and version 2 of the API', () => {
  const list = { created: { gte: 1 }, delivery_success: false, limit: 100, starting_after: 'evt_1' }
  expect(paramErrors('events.list', [list])).toEqual([])
  expect(paramErrors('events.list', [{ ...list, created: { since: 1 }, page: 2 }])).toEqual([
    'events.list.created.since is not known to the SDK',
    'events.list.page is not known to the SDK',
  ])
  expect(paramErrors('invoices.pay', ['in_1', { off_session: 'no' }])).toEqual([
    'invoices.pay.off_session is "no", which is not boolean',
  ])
  expect(paramErrors('v2.core.accounts.create', [{ dashboard: 'express' }])).toEqual([])
  expect(paramErrors('v2.core.accounts.create', [{ dashboard: 'none at all', fees: 1 }])).toEqual([
    expect.stringContaining('v2.core.accounts.create.dashboard is "none at all", which is not'),
    'v2.core.accounts.create.fees is not known to the SDK',
  ])
  expect(paramErrors('subscriptions.stop', ['sub_1'])).toEqual([
    'subscriptions.stop is not a call of the SDK',
  ])
})

test('a client reports what it sends, and sends it anyway', async () => {
  const { stripe } = await testSandbox()
  const { errors, checked } = checkParams(stripe)
  const { id } = await stripe.customers.create({ email: 'rosa@example.com' })
  expect([...errors]).toEqual([])
  const sent = stripe.customers.update(id, { e_mail: 'rosa@example.org' } as object)
  await expect(sent).rejects.toThrow('Received unknown parameter: e_mail')
  expect([...errors]).toEqual(['customers.update.e_mail is not known to the SDK'])
  await stripe.billingPortal.configurations.list({ limit: 1 })
  await stripe.v2.core.accounts.list({ limit: 1 })
  expect([...checked]).toEqual([
    'customers.create',
    'customers.update',
    'billingPortal.configurations.list',
    'v2.core.accounts.list',
  ])
})
