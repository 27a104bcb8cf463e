// Web push on the wire: devices, what they get, and when they get nothing. Messages go through the sandbox, which decrypts them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openCircuits } from '#server/features/alerts/push/circuits.ts'
import { sendPush } from '#server/features/alerts/push/loop.ts'
import { systemClock } from '#server/clock.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { auth } from '#shared/contracts/auth.ts'
import { comments } from '#shared/contracts/comments.ts'
import { delivery } from '#shared/contracts/delivery.ts'
import { push } from '#shared/contracts/push.ts'
import { safety } from '#shared/contracts/safety.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { addPhone, untilDelivered } from './phones.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

/** Noon in New York. */
let at = Date.parse('2027-01-12T17:00:00Z')
const clock = { ...systemClock, now: () => new Date((at += 1)) }
let server: TestServer
let people: Record<'maya' | 'theo' | 'rosa', Person>
let maya: Browser
let rosa: Browser
let phone: Awaited<ReturnType<typeof addPhone>>

beforeAll(async () => {
  server = await startServer({ clock, sequencer: false, push: false })
  people = await buildPeople(server.deps, {
    maya: creator({ displayName: 'Maya' }),
    theo: creator({ displayName: 'Theo' }),
    rosa: member({ subscribesTo: ['maya'], follows: ['theo'] }),
  })
  maya = await server.signIn('maya')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.deps.db.deleteFrom('pushDevices').execute()
  await server.deps.db.updateTable('deliveryReceipts').set({ pushDueAt: null }).execute()
  rosa = await server.signIn('rosa')
  phone = await addPhone(server, rosa)
})

const post = (content: string, { isPremium = false, by = maya } = {}) =>
  by.call(signals.post, { body: { content, signalType: 'buy', tickers: '["NVDA"]', isPremium } })
const pushDeps = () => ({ ...server.deps, publicUrl: server.origin })
/** Runs the loop's step on two copies at once, and once more, as after a crash. */
async function run(circuits = openCircuits(clock)) {
  await untilDelivered(server)
  await Promise.all([sendPush(pushDeps(), circuits), sendPush(pushDeps(), circuits)])
  await sendPush(pushDeps(), circuits)
}
const titles = () => phone.shows().map(({ title }) => title)
const devices = () => rosa.call(push.devices)

test('a premium signal is pushed once, encrypted for the device and without its text', async () => {
  const signal = await post('Secret reasons', { isPremium: true })
  await run()
  expect(phone.shows()).toMatchObject([
    {
      title: 'Maya posted a premium signal',
      body: expect.stringMatching(/^5:00 PM UTC$/),
      tag: signal.id,
      navigate: `${server.origin}/signal/${signal.id}`,
      urgency: 'high',
      ttl: 4 * 3600,
      topic: signal.id.replaceAll('-', ''),
    },
  ])
  expect(JSON.stringify(phone.shows())).not.toMatch(/Secret|NVDA/)
  expect(await devices()).toMatchObject([{ isCurrent: true, lastOkAt: expect.any(Date) }])
})

test('a reply is pushed once, without its words unless the device shows texts, and leads to it', async () => {
  await untilDelivered(server)
  const { id } = await post('Ask me')
  await run()
  const said = await rosa.call(comments.post, { params: { id }, body: { body: 'Why now?' } })
  // A device of another session, because a session has one.
  const loud = await addPhone(server, await server.signIn('rosa'), { showsText: true })
  const reply = { body: 'Because of the backlog.', parentId: said.id }
  const { id: replyId } = await maya.call(comments.post, { params: { id }, body: reply })
  await run()
  const path = `${server.origin}/signal/${id}?comment=${replyId}`
  expect(phone.shows().at(-1)).toMatchObject({ title: 'Maya replied to you', navigate: path })
  expect(JSON.stringify(phone.shows())).not.toContain('backlog')
  expect(loud.shows()).toMatchObject([
    { title: 'Maya replied to you', body: expect.stringContaining('backlog') },
  ])
  expect(phone.shows().filter(({ title }) => title === 'Maya replied to you')).toHaveLength(1)
})

test('a device that shows texts displays the text of the signal', async () => {
  phone = await addPhone(server, rosa, { showsText: true })
  await post('My reasons', { isPremium: true })
  await post('For all')
  await run()
  // Both are sent at once, in either order.
  const bodies = phone
    .shows()
    .map(({ title, body }) => `${title}: ${body}`)
    .toSorted()
  expect(bodies).toEqual([
    expect.stringContaining('Maya posted a premium signal: Buy $NVDA. “My reasons” · '),
    expect.stringContaining('Maya posted: Buy $NVDA: “For all” · '),
  ])
})

test.each<[string, () => Promise<unknown>]>([
  ['blocks the author', () => rosa.call(safety.block, { body: { userId: people.maya.id } })],
  ['mutes the author', () => rosa.call(safety.mute, { body: { kind: 'person', value: people.maya.id } })],
  ['signs out', () => rosa.call(auth.logout)],
  ['turns the bell off', () => bell('off')],
  ['turns push for the author off', () => bell('all', false)],
])('a person who %s between the post and its push gets nothing', async (_what, end) => {
  await post('Late')
  await untilDelivered(server)
  await end()
  await run()
  expect(titles()).toEqual([])
  rosa = await server.signIn('rosa')
  await server.deps.db.deleteFrom('blocks').execute()
  await server.deps.db.deleteFrom('mutes').execute()
  await bell('all', null)
})
const bell = (level: 'all' | 'off', wanted?: boolean | null) =>
  rosa.call(alerts.setBell, { params: { authorId: people.maya.id }, body: { level, push: wanted } })

test('an author who goes private is only pushed to those who pay, and a lapsed subscriber gets nothing', async () => {
  await post('Last words')
  await untilDelivered(server)
  const end = await server.deps.db
    .updateTable('subscriptions')
    .set({ status: 'canceled', currentPeriodEnd: new Date(at - 86_400_000) })
    .where('subscriberId', '=', people.rosa.id)
    .returning(['id'])
    .execute()
  expect(end).toHaveLength(1)
  await server.deps.db
    .updateTable('users')
    .set({ isPublic: false })
    .where('id', '=', people.maya.id)
    .execute()
  await run()
  expect(titles()).toEqual([])
  await server.deps.db.updateTable('users').set({ isPublic: true }).where('id', '=', people.maya.id).execute()
  await server.deps.db
    .updateTable('subscriptions')
    .set({ status: 'active', currentPeriodEnd: new Date(at + 30 * 86_400_000) })
    .where('subscriberId', '=', people.rosa.id)
    .execute()
})

test.each([404, 410])('a device whose push service answers %s is removed, and no other', async (status) => {
  const laptop = await addPhone(server, await server.signIn('rosa'))
  phone.behaves({ status })
  await post('One')
  await run()
  expect(laptop.shows()).toHaveLength(1)
  expect((await devices()).map(({ id }) => id)).toEqual([laptop.device.id])
})

test('a push service that hangs delays no other device', async () => {
  const laptop = await addPhone(server, await server.signIn('rosa'))
  phone.behaves({ status: 201, hangs: true })
  await post('One')
  await run()
  expect(laptop.shows()).toHaveLength(1)
  expect(titles()).toEqual([])
  phone.behaves({ status: 201 })
  at += 60_000
  await run()
  expect(titles()).toEqual(['Maya posted: Buy $NVDA'])
})

test('Retry-After is obeyed, then everything missed comes as one message', async () => {
  phone.behaves({ status: 429, retryAfter: '600' })
  await post('One')
  await run()
  phone.behaves({ status: 201 })
  await post('Two')
  at += 500_000
  await run()
  expect(titles()).toEqual([])
  at += 110_000
  await run()
  expect(titles()).toEqual(['2 signals while you were away'])
  at += 60_000
  await run()
  expect(titles()).toHaveLength(1)
})

test('after five failures of a push service nobody calls it, and nothing is lost', async () => {
  phone.behaves({ status: 503 })
  const circuits = openCircuits(clock)
  const before = server.phones.requests()
  for (let n = 0; n < 12; n += 1) {
    await post(`Number ${n}`)
    await run(circuits)
    at += 20 * 60_000
  }
  expect(server.phones.requests() - before).toBeLessThanOrEqual(12)
  phone.behaves({ status: 201 })
  at += 3 * 3_600_000
  await run(openCircuits(clock))
  expect(titles()).toEqual(['12 signals while you were away'])
})

test('quiet hours hold signals, and one message says what happened at their end', async () => {
  await rosa.call(alerts.saveSettings, {
    body: {
      schedule: {
        timeZone: 'America/New_York',
        quiet: { from: 22 * 60, to: 7 * 60 },
        digest: 'off',
        digestMinute: 0,
        digestWeekday: 0,
      },
    },
  })
  at = Date.parse('2027-01-14T03:30:00Z') // 10:30 PM in New York.
  rosa = await server.signIn('rosa')
  phone = await addPhone(server, rosa)
  for (const text of ['One', 'Two', 'Three']) await post(text)
  await run()
  expect(titles()).toEqual([])
  expect((await rosa.call(alerts.settings)).schedule?.quietChange).toEqual({
    at: new Date('2027-01-14T12:00:00Z'),
    isQuiet: true,
  })
  at = Date.parse('2027-01-14T12:00:01Z')
  await run()
  expect(titles()).toEqual(['3 signals while you were away'])
  await server.deps.db.deleteFrom('alertSchedules').execute()
})

test('a mention is pushed to the person who is mentioned', async () => {
  await post('Look, @rosa', { by: await server.signIn('theo') })
  await run()
  expect(titles()).toEqual(['Theo mentioned you'])
})

test('a receipt says how many feeds and devices have a signal, and how fast', async () => {
  const { id } = await post('Measured')
  await run()
  const [feedsMs, lastMs] = [expect.any(Number), expect.any(Number)]
  const receipt = await rosa.call(delivery.receipt, { params: { id } })
  expect(receipt).toMatchObject({ feeds: 1, feedsMs, handed: 1, lastMs })
  expect(await maya.send('GET', `/api/signals/${clock.newId()}/delivery`)).toMatchObject({ status: 404 })
})
