// Push at its edges: votes, alerts that are committed late, and an absurd Retry-After.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { duePush } from '#server/alerts/due-push.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { comments } from '#shared/contracts/comments.ts'
import type { Browser } from '#test/server.ts'
import { addPhone } from './phones.ts'
import { type PushServer, pushServer } from './push-server.ts'

let here: PushServer
let rosa: Browser
let phone: Awaited<ReturnType<typeof addPhone>>

beforeAll(async () => void (here = await pushServer()))
afterAll(() => here.server.stop())
beforeEach(async () => void ({ rosa, phone } = await here.start()))

const titles = () => phone.shows().map(({ title }) => title)

test('a push service that asks for more than a day is tried again after a day', async () => {
  phone.behaves({ status: 429, retryAfter: '9'.repeat(30) })
  await here.post('One')
  await here.run()
  phone.behaves({ status: 201 })
  here.pass(86_000_000)
  await here.run()
  expect(titles()).toEqual([])
  here.pass(500_000)
  await here.run()
  expect(titles()).toEqual(['Maya posted: Buy $NVDA'])
})

test('a vote is pushed to authors who want that', async () => {
  await here.maya.call(alerts.saveSettings, {
    body: { preferences: [{ kind: 'useful', list: true, push: true, email: 'off' }] },
  })
  const own = await addPhone(here.server, here.maya)
  const { id } = await here.post('Useful')
  await rosa.call(comments.useful, { params: { id } })
  await here.run()
  expect(own.shows().map(({ title }) => title)).toEqual(['1 person found your signal useful'])
})

test('an alert that is committed late, after a newer one, isn’t skipped', async () => {
  const [earlier, later] = [here.clock.now(), here.clock.now()]
  for (const time of [later, earlier]) await duePush(here.server.deps.db, time, [here.people.rosa.id])
  const rows = await here.server.deps.db.selectFrom('pushDevices').select('heldSince').execute()
  expect(rows).toEqual([{ heldSince: earlier }])
})
