// The delivery receipt of a signal: who got it at once, and who later.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alerts } from '#shared/contracts/alerts.ts'
import { comments } from '#shared/contracts/comments.ts'
import { delivery } from '#shared/contracts/delivery.ts'
import type { Browser } from '#test/server.ts'
import type { addPhone } from './phones.ts'
import { type PushServer, pushServer } from './push-server.ts'

let here: PushServer
let rosa: Browser
let phone: Awaited<ReturnType<typeof addPhone>>

beforeAll(async () => void (here = await pushServer()))
afterAll(() => here.server.stop())
beforeEach(async () => void ({ rosa, phone } = await here.start()))

const receipt = (id: string) => here.maya.call(delivery.receipt, { params: { id } })

test('a receipt says how many feeds and devices have a signal, and how fast', async () => {
  const { id } = await here.post('Measured')
  await here.run()
  const times = { feedsMs: expect.any(Number), halfMs: expect.any(Number), lastMs: expect.any(Number) }
  const none = { handedAfterQuiet: 0, handedLater: 0 }
  expect(await receipt(id)).toEqual({ feeds: 1, handed: 1, ...times, ...none })
  expect(await here.maya.send('GET', `/api/signals/${here.clock.newId()}/delivery`)).toMatchObject({
    status: 404,
  })
})

test('devices that get a signal on a later try, or after their quiet hours, are counted separately', async () => {
  phone.behaves({ status: 503 })
  const late = await here.post('Late')
  await here.run()
  expect(await receipt(late.id)).toMatchObject({ handed: 0, handedLater: 0 })
  phone.behaves({ status: 201 })
  here.pass(60_000)
  await here.run()
  expect(await receipt(late.id)).toMatchObject({ handed: 0, handedAfterQuiet: 0, handedLater: 1 })

  here.setTime('2027-01-14T03:30:00Z') // 10:30 PM in New York.
  ;({ rosa, phone } = await here.start())
  const quiet = { from: 22 * 60, to: 7 * 60 }
  const schedule = { timeZone: 'America/New_York', quiet, digestMinute: 0, digestWeekday: 0 }
  await rosa.call(alerts.saveSettings, { body: { schedule: { ...schedule, digest: 'off' } } })
  const held = [await here.post('One'), await here.post('Two')]
  await here.run()
  here.setTime('2027-01-14T12:00:01Z')
  await here.run()
  for (const { id } of held)
    expect(await receipt(id)).toMatchObject({ handed: 0, handedAfterQuiet: 1, handedLater: 0 })
  await here.server.deps.db.deleteFrom('alertSchedules').execute()
})

test('a device that waited only because of another alert is counted once, as usual', async () => {
  const earlier = await here.post('Ask me')
  await here.run()
  const said = await rosa.call(comments.post, { params: { id: earlier.id }, body: { body: 'Why?' } })
  const reply = { body: 'Because.', parentId: said.id }
  await here.maya.call(comments.post, { params: { id: earlier.id }, body: reply })
  const { id } = await here.post('Now')
  await here.run()
  expect(await receipt(id)).toMatchObject({ handed: 1, handedAfterQuiet: 0, handedLater: 0 })
  expect(phone.shows().map(({ title }) => title)).toContain('Maya posted: Buy $NVDA')
})
