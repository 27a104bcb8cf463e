// An alert that always fails, here because of a time zone that doesn't exist. The other alerts are still sent, and the
// failing one is retried a few times and then given up, with its reason.
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renewLateEmail } from '#server/features/alerts/email/renew-late.ts'
import { sendAlertEmails } from '#server/features/alerts/email/send-alert-emails.ts'
import type { Browser } from '#test/server.ts'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { queuedEmails, saveSchedule } from './alert-emails.ts'
import { addPhone, untilDelivered } from './phones.ts'
import { type PushServer, pushServer } from './push-server.ts'

let here: PushServer
let people: Record<'ann' | 'bob', Person>
let ann: Browser
let bob: Browser
const lines: { event: string; loop?: string; attempt?: number }[] = []

beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number])
  here = await pushServer({ log: pino({}, { write }) })
  people = await buildPeople(here.server.deps, {
    ann: member({ subscribesTo: ['maya'] }),
    bob: member({ subscribesTo: ['maya'] }),
  })
  ;[ann, bob] = [await here.server.signIn('ann'), await here.server.signIn('bob')]
})
afterAll(() => here.server.stop())
beforeEach(async () => {
  const { db } = here.server.deps
  for (const table of ['emails', 'alertRuns', 'failedSteps', 'pushDevices', 'alertSchedules'] as const)
    await db.deleteFrom(table).execute()
  lines.length = 0
})

const zone = async (timeZone: string) =>
  void (await here.server.deps.db
    .updateTable('alertSchedules')
    .set({ timeZone })
    .where('personId', '=', people.ann.id)
    .execute())
const failing = () =>
  here.server.deps.db
    .selectFrom('failedSteps')
    .select(['loop', 'subject', 'personId', 'attempts', 'reason', 'retryAt'])
    .execute()
const send = () => sendAlertEmails(here.server.deps)
/** Waits, because the server's own loop may be sending at the same time. */
const emailed = (...names: ('ann' | 'bob')[]) =>
  vi.waitFor(async () => {
    const emails = await queuedEmails(here.server)
    const expected = names.map((name) => people[name].email)
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(expected.toSorted())
  })
const failed = (rows: object[]) =>
  vi.waitFor(async () => {
    const found = await failing()
    expect(found.toSorted((a, b) => a.loop.localeCompare(b.loop))).toMatchObject(rows)
  })
/** Calls `run` until the failing row is given up. */
async function untilGivenUp(run: () => Promise<void>): Promise<void> {
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    here.pass(22 * 60_000)
    await run()
  }
}
const events = () => lines.filter(({ event }) => event.startsWith('alert_')).map(({ event }) => event)
const BROKEN = 'Mars/Olympus'

test('a person whose email can’t be composed doesn’t stop the run, and gets it once that works', async () => {
  await saveSchedule(ann, { quiet: { from: 0, to: 1 } }, 'at_once')
  await saveSchedule(bob, {}, 'at_once')
  await zone(BROKEN)
  const { id } = await here.post('For both')
  await untilDelivered(here.server)
  await send()
  await emailed('bob')
  await failed([{ loop: 'signal_email', subject: id, personId: people.ann.id, attempts: 1 }])
  await zone('Europe/Berlin')
  await send()
  await emailed('bob')
  here.pass(11_000)
  await send()
  await emailed('ann', 'bob')
  expect(await failing()).toEqual([])
})

test('a failing digest doesn’t stop others and is given up after five attempts, and the next one has its alerts', async () => {
  for (const one of [ann, bob]) await saveSchedule(one, { digest: 'daily' })
  await here.post('In the digest')
  await untilDelivered(here.server)
  await zone(BROKEN)
  here.pass(24 * 3_600_000)
  await send()
  await emailed('bob')
  await untilGivenUp(send)
  await failed([{ loop: 'digest', attempts: 5, retryAt: null, reason: expect.stringContaining(BROKEN) }])
  expect(events()).toEqual([...Array.from({ length: 4 }, () => 'alert_step_failed'), 'alert_given_up'])
  await zone('America/New_York')
  await send()
  await emailed('bob')
  here.pass(24 * 3_600_000)
  await send()
  const emails = (await queuedEmails(here.server)).filter(({ recipient }) => recipient === people.ann.email)
  expect(emails[0]?.data['signals']).toHaveLength(1)
})

test('a failure after one person’s quiet hours doesn’t stop what was held for others', async () => {
  here.setTime(new Date(here.nowMs() + 86_400_000).toISOString().replace(/T.*/, 'T04:00:00Z')) // 11 PM in New York.
  const quiet = { from: 22 * 60, to: 7 * 60 }
  for (const one of [ann, bob]) await saveSchedule(one, { quiet }, 'at_once')
  const phones = [await addPhone(here.server, ann), await addPhone(here.server, bob)]
  await here.post('At night')
  await here.run()
  await send()
  await zone(BROKEN)
  here.pass(9 * 3_600_000)
  const both = async () => {
    await send()
    await here.run()
  }
  await both()
  await emailed('bob')
  expect(phones.map(({ shows }) => shows().length)).toEqual([0, 1])
  await untilGivenUp(both)
  await failed([
    { loop: 'held_push', retryAt: null },
    { loop: 'quiet_hours', retryAt: null },
  ])
  // The next alert is sent as usual.
  await zone('Europe/Berlin')
  await here.post('By day')
  await here.run()
  expect(phones.map(({ shows }) => shows().at(-1)?.title)).toEqual(
    Array.from({ length: 2 }, () => 'Maya posted: Buy $NVDA'),
  )
})

test('a device that can’t be notified of a signal doesn’t stop the others of the run', async () => {
  await saveSchedule(ann, {})
  const [lost, told] = [await addPhone(here.server, ann), await addPhone(here.server, bob)]
  await zone(BROKEN)
  await here.post('To two')
  await here.run()
  expect([lost.shows().length, told.shows().length]).toEqual([0, 1])
  await zone('Europe/Berlin')
  here.pass(60_000)
  await here.run()
  expect(lost.shows()).toHaveLength(1)
})

test('a signal whose push fails as a whole doesn’t stop other signals', async () => {
  const told = await addPhone(here.server, bob)
  const broken = await here.post('Broken')
  await untilDelivered(here.server)
  const { pool } = here.server.deps
  // Its first step covers everybody: a step without a device would succeed and restart the count.
  await pool.query(
    `update delivery_receipts set handed = 2147483647, first_person = '00000000-0000-0000-0000-000000000000'
      where signal_id = $1`,
    [broken.id],
  )
  await here.post('Whole')
  await here.run()
  await failed([{ loop: 'push', subject: broken.id, personId: null }])
  expect(new Set(told.shows().map(({ tag }) => tag)).size).toBe(2)
  // Skips some attempts: after so much time, devices would wait, and no attempt would be counted.
  await here.server.deps.db.updateTable('failedSteps').set({ attempts: 4 }).execute()
  here.pass(11_000)
  await here.run()
  await failed([{ attempts: 5, retryAt: null }])
  const waiting = await pool.query('select from delivery_receipts where push_due_at is not null')
  expect(waiting.rowCount).toBe(0)
})

test('a late email that can’t be composed doesn’t keep a person’s other emails from being sent', async () => {
  await saveSchedule(bob, {}, 'at_once')
  for (const text of ['One', 'Two']) await here.post(text)
  await untilDelivered(here.server)
  await send()
  await here.server.jobsDone()
  const { db } = here.server.deps
  const [broken, whole] = await db.selectFrom('emails').select(['id', 'data']).orderBy('createdAt').execute()
  await db
    .updateTable('emails')
    .set({ sentAt: null, data: JSON.stringify({ personId: people.bob.id, covered: [null] }) })
    .where('id', '=', broken?.id ?? '')
    .execute()
  await db
    .updateTable('emails')
    .set({ sentAt: null })
    .where('id', '=', whole?.id ?? '')
    .execute()
  here.pass(20 * 60_000)
  await renewLateEmail(here.server.deps, whole?.id ?? '')
  await expect(renewLateEmail(here.server.deps, broken?.id ?? '')).rejects.toThrow(TypeError)
  expect((await queuedEmails(here.server)).at(-1)?.data['signals']).toHaveLength(1)
})
