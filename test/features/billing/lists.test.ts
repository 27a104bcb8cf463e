// The lists of both sides: a creator sees who pays or paid, a subscriber also what still waits for its first payment.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/rules/access.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, town } from '#test/town.ts'

const NEVER_PAID = ['incomplete', 'incomplete_expired']

let server: TestServer
let people: Record<string, Person>
beforeAll(async () => {
  server = await startServer()
  // Each subscriber is called after the status of their one subscription.
  const subscribers = SUBSCRIPTION_STATUSES.map((status) => [
    status,
    member({ subscribesTo: [{ creator: 'ada', status }] }),
  ])
  people = await town(server.deps, {
    ada: creator({ priceCents: 950 }),
    rival: creator(),
    fan: member({ subscribesTo: ['rival'] }),
    ...Object.fromEntries(subscribers),
  })
})
afterAll(() => server.stop())

test('a creator sees every subscription to them that was ever paid, and no attempt that never was', async () => {
  const ada = await server.signIn('ada')
  const rows = await ada.call(billing.toCreator, { params: { id: people['ada']?.id ?? '' }, query: {} })
  const paid = SUBSCRIPTION_STATUSES.filter((status) => !NEVER_PAID.includes(status))
  expect(rows.map(({ status, subscriber }) => [status, subscriber?.username]).toSorted()).toEqual(
    paid.map((status) => [status, status]).toSorted(),
  )
})

test.each(SUBSCRIPTION_STATUSES)(
  'a subscriber sees their own that is %s, unless it ran out unpaid',
  async (name) => {
    const subscriber = await server.signIn(name)
    const params = { id: people[name]?.id ?? '' }
    const rows = await subscriber.call(billing.ofSubscriber, { params, query: {} })
    const seen = name === 'incomplete_expired' ? [] : [[name, 'ada', 950]]
    expect(rows.map(({ status, creator: to, priceInCents }) => [status, to?.username, priceInCents])).toEqual(
      seen,
    )
  },
)
