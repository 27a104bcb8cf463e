// Premium signals: the author and paying subscribers can read them; for everyone else the response lacks the content.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SubscriptionStatus, SUBSCRIPTION_STATUSES } from '#shared/rules/access.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const SECRET = {
  content: 'Accumulate quietly',
  tickers: ['SECRT'],
  intent: 'adding_position',
  timeHorizon: 'months',
  signalType: 'comment',
} as const
const TRACES = ['Accumulate', 'SECRT', 'adding_position', 'months', 'comment']
let server: TestServer
let ada: Person

const paying = (status: SubscriptionStatus, periodStartedDaysAgo = 1) =>
  member({ follows: ['ada'], subscribesTo: [{ creator: 'ada', status, periodStartedDaysAgo }] })

beforeAll(async () => {
  server = await startServer()
  const people = await buildPeople(server.deps, {
    ada: creator({ signals: [{ ...SECRET, isPremium: true }] }),
    rival: creator({ follows: ['ada'] }),
    follower: member({ follows: ['ada'] }),
    ...Object.fromEntries(SUBSCRIPTION_STATUSES.map((status) => [status, paying(status)])),
    within_grace: paying('past_due', 6.9),
    after_grace: paying('past_due', 7.1),
    other_fan: member({ follows: ['ada'], subscribesTo: ['rival'] }),
  })
  ada = people['ada']
})
afterAll(() => server.stop())

const surfaces = () => [
  '/api/signals/feed',
  '/api/signals/feed?scope=everyone',
  `/api/signals/user/${ada.id}`,
]
async function seenBy(browser: Browser, path: string) {
  const text = await (await browser.fetch(path)).text()
  const [signal] = JSON.parse(text) as Record<string, unknown>[]
  return { text, signal: signal ?? {} }
}

const LOCKED_OUT = [
  'follower',
  'rival',
  'other_fan',
  'after_grace',
  'incomplete',
  'incomplete_expired',
  'canceled',
  'unpaid',
  'paused',
]
describe.each(LOCKED_OUT)('For "%s" a premium signal is locked:', (who) => {
  // @spec-6.20
  test('every list contains its author, age and lock, and nothing else', async () => {
    const browser = await server.signIn(who)
    for (const path of surfaces()) {
      const { text, signal } = await seenBy(browser, path)
      expect(Object.keys(signal).toSorted()).toEqual([
        'author',
        'createdAt',
        'id',
        'isLocked',
        'isPremium',
        'userId',
      ])
      expect(signal).toMatchObject({
        userId: ada.id,
        isPremium: true,
        isLocked: true,
        author: { username: 'ada' },
      })
      for (const trace of TRACES) expect(text).not.toContain(trace)
    }
  })
})

describe.each(['ada', 'active', 'trialing', 'past_due', 'within_grace'])(
  'For "%s" a premium signal is readable',
  (who) => {
    // @spec-4.26 @spec-6.20
    test('in every list', async () => {
      const browser = await server.signIn(who)
      for (const path of surfaces()) {
        const { signal } = await seenBy(browser, path)
        expect(signal).toMatchObject({ ...SECRET, tickers: '["SECRT"]', isPremium: true, isLocked: false })
      }
    })

    // @spec-7.24
    test('and the subscription status is yes, except for the author', async () => {
      const { body } = await (await server.signIn(who)).send('GET', `/api/subscriptions/status/${ada.id}`)
      expect(body).toEqual({ isSubscribed: who !== 'ada' })
    })
  },
)

test.each(LOCKED_OUT)('the subscription status of "%s" is no', async (who) => {
  const { body } = await (await server.signIn(who)).send('GET', `/api/subscriptions/status/${ada.id}`)
  expect(body).toEqual({ isSubscribed: false })
})

test('a subscription unlocks the text at once when it starts, and locks it when it ends', async () => {
  const browser = await server.signIn('active')
  const set = (status: string) =>
    server.deps.pool.query(
      'update subscriptions set status = $1 where subscriber_id = (select id from users where username = $2)',
      [status, 'active'],
    )
  await set('canceled')
  for (const path of surfaces()) expect((await seenBy(browser, path)).signal.isLocked).toBe(true)
  await set('active')
  for (const path of surfaces()) expect((await seenBy(browser, path)).signal.isLocked).toBe(false)
})

test('everybody can read a free signal of the same author', async () => {
  const author = await server.signIn('ada')
  await author.send('POST', '/api/signals', { content: 'For all', isPremium: false })
  const { signal } = await seenBy(await server.signIn('canceled'), `/api/signals/user/${ada.id}`)
  expect(signal).toMatchObject({ content: 'For all', isLocked: false })
})

test('the grace period for a late payment is a setting', async () => {
  const strict = await startServer({ settings: { PAST_DUE_GRACE_DAYS: '0' } })
  await buildPeople(strict.deps, {
    ada: creator({ signals: [{ ...SECRET, isPremium: true }] }),
    late: paying('past_due', 0.01),
  })
  const { signal } = await seenBy(await strict.signIn('late'), '/api/signals/feed')
  expect(signal).toMatchObject({ isLocked: true })
  await strict.stop()
})
