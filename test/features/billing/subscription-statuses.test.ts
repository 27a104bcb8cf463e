// What each subscription status means: who sees it listed, and whether the subscriber may start another one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/rules/access.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const NEVER_PAID = ['incomplete', 'incomplete_expired']

let server: TestServer
let people: Record<string, Person>
beforeAll(async () => {
  server = await startServer()
  // Each subscriber's name is the status of their one subscription.
  const subscribers = SUBSCRIPTION_STATUSES.map((status) => [
    status,
    member({ subscribesTo: [{ creator: 'ada', status }] }),
  ])
  people = await buildPeople(server.deps, {
    ada: creator({ priceCents: 950 }),
    rival: creator(),
    fan: member({ subscribesTo: ['rival'] }),
    // One server's clock may be behind, so the canceled subscription looks newer.
    returned: member({
      subscribesTo: [
        { creator: 'ada', status: 'active', startedDaysAgo: 5 },
        { creator: 'ada', status: 'canceled', startedDaysAgo: 1 },
      ],
    }),
    ...Object.fromEntries(subscribers),
  })
})
afterAll(() => server.stop())

test.each([
  ['active', 'already_subscribed'],
  ['trialing', 'already_subscribed'],
  ['past_due', 'payment_due'],
  ['unpaid', 'payment_due'],
  ['paused', 'payment_due'],
])('a subscriber whose subscription is %s can’t start another one: %s', async (name, code) => {
  const subscriber = await server.signIn(name)
  const second = subscriber.call(billing.create, { body: { creatorId: people['ada']?.id ?? '' } })
  expect(await refusal(second)).toMatchObject({ status: 409, code })
})

test('a live subscription counts before an ended one, whichever is newer', async () => {
  const returned = await server.signIn('returned')
  const check = await returned.call(billing.check, { body: { creatorId: people['ada']?.id ?? '' } })
  expect(check).toEqual({ isSubscribed: true, status: 'active', paidUntil: expect.any(Date) })
})

test('a creator sees every subscription that was ever paid, and no unpaid attempt', async () => {
  const ada = await server.signIn('ada')
  const rows = await ada.call(billing.toCreator, { params: { id: people['ada']?.id ?? '' }, query: {} })
  const paid = SUBSCRIPTION_STATUSES.filter((status) => !NEVER_PAID.includes(status))
  const returned = [
    ['active', 'returned'],
    ['canceled', 'returned'],
  ]
  expect(rows.map(({ status, subscriber }) => [status, subscriber?.username]).toSorted()).toEqual(
    [...returned, ...paid.map((status) => [status, status])].toSorted(),
  )
})

test.each(SUBSCRIPTION_STATUSES)(
  'a subscriber sees their own %s subscription, unless it was never paid',
  async (name) => {
    const subscriber = await server.signIn(name)
    const params = { id: people[name]?.id ?? '' }
    const rows = await subscriber.call(billing.ofSubscriber, { params, query: {} })
    const seen = NEVER_PAID.includes(name) ? [] : [[name, 'ada', 950]]
    expect(rows.map(({ status, creator: to, priceInCents }) => [status, to?.username, priceInCents])).toEqual(
      seen,
    )
  },
)
