// Web push on the wire: devices, what they get, and when they get nothing. Messages go through the sandbox, which decrypts them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openCircuits } from '#server/features/alerts/push/circuits.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { auth } from '#shared/contracts/auth.ts'
import { comments } from '#shared/contracts/comments.ts'
import { push } from '#shared/contracts/push.ts'
import { safety } from '#shared/contracts/safety.ts'
import type { Browser } from '#test/server.ts'
import { addPhone, untilDelivered } from './phones.ts'
import { type PushServer, pushServer } from './push-server.ts'

let here: PushServer
let rosa: Browser
let phone: Awaited<ReturnType<typeof addPhone>>

beforeAll(async () => void (here = await pushServer()))
afterAll(() => here.server.stop())
beforeEach(async () => void ({ rosa, phone } = await here.start()))

const post: PushServer['post'] = (...args) => here.post(...args)
const run: PushServer['run'] = (...args) => here.run(...args)
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
      navigate: `${here.server.origin}/signal/${signal.id}`,
      urgency: 'high',
      ttl: 4 * 3600,
      topic: signal.id.replaceAll('-', ''),
    },
  ])
  expect(JSON.stringify(phone.shows())).not.toMatch(/Secret|NVDA/)
  expect(await devices()).toMatchObject([{ isCurrent: true, lastOkAt: expect.any(Date) }])
})

test('a reply is pushed once, without its words unless the device shows texts, and leads to it', async () => {
  await untilDelivered(here.server)
  const { id } = await post('Ask me')
  await run()
  const said = await rosa.call(comments.post, { params: { id }, body: { body: 'Why now?' } })
  // A device of another session, because a session has one.
  const loud = await addPhone(here.server, await here.server.signIn('rosa'), { showsText: true })
  const reply = { body: 'Because of the backlog.', parentId: said.id }
  const { id: replyId } = await here.maya.call(comments.post, { params: { id }, body: reply })
  await run()
  const path = `${here.server.origin}/signal/${id}?comment=${replyId}`
  expect(phone.shows().at(-1)).toMatchObject({ title: 'Maya replied to you', navigate: path })
  expect(JSON.stringify(phone.shows())).not.toContain('backlog')
  expect(loud.shows()).toMatchObject([
    { title: 'Maya replied to you', body: expect.stringContaining('backlog') },
  ])
  expect(phone.shows().filter(({ title }) => title === 'Maya replied to you')).toHaveLength(1)
})

test('a device that shows texts displays the text of the signal', async () => {
  phone = await addPhone(here.server, rosa, { showsText: true })
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
  ['blocks the author', () => rosa.call(safety.block, { body: { userId: here.people.maya.id } })],
  [
    'mutes the author',
    () => rosa.call(safety.mute, { body: { kind: 'person', value: here.people.maya.id } }),
  ],
  ['signs out', () => rosa.call(auth.logout)],
  ['turns the bell off', () => bell('off')],
  ['turns push for the author off', () => bell('all', false)],
])('a person who %s between the post and its push gets nothing', async (_what, end) => {
  await post('Late')
  await untilDelivered(here.server)
  await end()
  await run()
  expect(titles()).toEqual([])
  rosa = await here.server.signIn('rosa')
  await here.server.deps.db.deleteFrom('blocks').execute()
  await here.server.deps.db.deleteFrom('mutes').execute()
  await bell('all', null)
})
const bell = (level: 'all' | 'off', wanted?: boolean | null) =>
  rosa.call(alerts.setBell, { params: { authorId: here.people.maya.id }, body: { level, push: wanted } })

test('an author who goes private is only pushed to those who pay, and a lapsed subscriber gets nothing', async () => {
  await post('Last words')
  await untilDelivered(here.server)
  const end = await here.server.deps.db
    .updateTable('subscriptions')
    .set({ status: 'canceled', currentPeriodEnd: new Date(here.nowMs() - 86_400_000) })
    .where('subscriberId', '=', here.people.rosa.id)
    .returning(['id'])
    .execute()
  expect(end).toHaveLength(1)
  await here.server.deps.db
    .updateTable('users')
    .set({ isPublic: false })
    .where('id', '=', here.people.maya.id)
    .execute()
  await run()
  expect(titles()).toEqual([])
  await here.server.deps.db
    .updateTable('users')
    .set({ isPublic: true })
    .where('id', '=', here.people.maya.id)
    .execute()
  await here.server.deps.db
    .updateTable('subscriptions')
    .set({ status: 'active', currentPeriodEnd: new Date(here.nowMs() + 30 * 86_400_000) })
    .where('subscriberId', '=', here.people.rosa.id)
    .execute()
})

test.each([404, 410])('only a device whose push service answers %s is listed as ended', async (status) => {
  const laptop = await addPhone(here.server, await here.server.signIn('rosa'))
  phone.behaves({ status })
  await post('One')
  await run()
  expect(laptop.shows()).toHaveLength(1)
  expect((await devices()).map(({ id, endedAt }) => [id, endedAt])).toEqual([
    [phone.device.id, expect.any(Date)],
    [laptop.device.id, null],
  ])
  // Nothing waits for it, and it can be turned on again.
  await post('Two')
  await run()
  expect(laptop.shows()).toHaveLength(2)
  phone = await addPhone(here.server, rosa)
  expect(await devices()).toMatchObject([{ endedAt: null }, { endedAt: null }])
})

test('a push service that hangs delays no other device', async () => {
  const laptop = await addPhone(here.server, await here.server.signIn('rosa'))
  phone.behaves({ status: 201, hangs: true })
  await post('One')
  await run()
  expect(laptop.shows()).toHaveLength(1)
  expect(titles()).toEqual([])
  phone.behaves({ status: 201 })
  here.pass(60_000)
  await run()
  expect(titles()).toEqual(['Maya posted: Buy $NVDA'])
})

test('Retry-After is obeyed, then everything missed comes as one message', async () => {
  phone.behaves({ status: 429, retryAfter: '600' })
  await post('One')
  await run()
  phone.behaves({ status: 201 })
  await post('Two')
  here.pass(500_000)
  await run()
  expect(titles()).toEqual([])
  here.pass(110_000)
  await run()
  expect(titles()).toEqual(['2 signals while you were away'])
  here.pass(60_000)
  await run()
  expect(titles()).toHaveLength(1)
})

test('after five failures of a push service nobody calls it, and nothing is lost', async () => {
  phone.behaves({ status: 503 })
  const circuits = openCircuits(here.clock)
  const before = here.server.phones.requests()
  for (let n = 0; n < 12; n += 1) {
    await post(`Number ${n}`)
    await run(circuits)
    here.pass(20 * 60_000)
  }
  expect(here.server.phones.requests() - before).toBeLessThanOrEqual(12)
  phone.behaves({ status: 201 })
  here.pass(3 * 3_600_000)
  await run(openCircuits(here.clock))
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
  here.setTime('2027-01-14T03:30:00Z') // 10:30 PM in New York.
  rosa = await here.server.signIn('rosa')
  phone = await addPhone(here.server, rosa)
  for (const text of ['One', 'Two', 'Three']) await post(text)
  await run()
  expect(titles()).toEqual([])
  expect((await rosa.call(alerts.settings)).schedule?.quietChange).toEqual({
    at: new Date('2027-01-14T12:00:00Z'),
    isQuiet: true,
  })
  here.setTime('2027-01-14T12:00:01Z')
  await run()
  expect(titles()).toEqual(['3 signals while you were away'])
  await here.server.deps.db.deleteFrom('alertSchedules').execute()
})

test('a mention is pushed to the person who is mentioned', async () => {
  await post('Look, @rosa', { by: await here.server.signIn('theo') })
  await run()
  expect(titles()).toEqual(['Theo mentioned you'])
})
