// Push at its edges: votes, alerts that are committed late, and an absurd Retry-After.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { duePush } from '#server/alerts/due-push.ts'
import { systemClock } from '#server/clock.ts'
import { openCircuits } from '#server/features/alerts/push/circuits.ts'
import { sendPush } from '#server/features/alerts/push/loop.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { comments } from '#shared/contracts/comments.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { addPhone, untilDelivered } from './phones.ts'

let at = Date.parse('2027-01-12T17:00:00Z')
const clock = { ...systemClock, now: () => new Date((at += 1)) }
let server: TestServer
let people: Record<'maya' | 'rosa', Person>
let maya: Browser
let rosa: Browser
let phone: Awaited<ReturnType<typeof addPhone>>

beforeAll(async () => {
  server = await startServer({ clock, sequencer: false, push: false })
  people = await buildPeople(server.deps, {
    maya: creator({ displayName: 'Maya' }),
    rosa: member({ subscribesTo: ['maya'] }),
  })
  maya = await server.signIn('maya')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.deps.db.deleteFrom('pushDevices').execute()
  rosa = await server.signIn('rosa')
  phone = await addPhone(server, rosa)
})

const post = (content: string) =>
  maya.call(signals.post, { body: { content, signalType: 'buy', tickers: '["NVDA"]' } })
async function run() {
  await untilDelivered(server)
  await sendPush({ ...server.deps, publicUrl: server.origin }, openCircuits(clock))
}
const titles = () => phone.shows().map(({ title }) => title)

test('a push service that asks for more than a day is tried again after a day', async () => {
  phone.behaves({ status: 429, retryAfter: '9'.repeat(30) })
  await post('One')
  await run()
  phone.behaves({ status: 201 })
  at += 86_000_000
  await run()
  expect(titles()).toEqual([])
  at += 500_000
  await run()
  expect(titles()).toEqual(['Maya posted: Buy $NVDA'])
})

test('a vote is pushed to authors who want that', async () => {
  await maya.call(alerts.saveSettings, {
    body: { preferences: [{ kind: 'useful', list: true, push: true, email: 'off' }] },
  })
  const own = await addPhone(server, maya)
  const { id } = await post('Useful')
  await rosa.call(comments.useful, { params: { id } })
  await run()
  expect(own.shows().map(({ title }) => title)).toEqual(['1 person found your signal useful'])
})

test('an alert that is committed late, after a newer one, isn’t skipped', async () => {
  const [earlier, later] = [clock.now(), clock.now()]
  for (const time of [later, earlier]) await duePush(server.deps.db, time, [people.rosa.id])
  const rows = await server.deps.db.selectFrom('pushDevices').select('heldSince').execute()
  expect(rows).toEqual([{ heldSince: earlier }])
})
