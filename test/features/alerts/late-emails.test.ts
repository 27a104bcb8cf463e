// Emails about alerts at their edges: a fair order, the end of quiet hours, a mail server that is down, and very many alerts.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { renewLateEmail } from '#server/features/alerts/email/renew-late.ts'
import { sendAlertEmails } from '#server/features/alerts/email/send-alert-emails.ts'
import { alerts, type AlertSchedule } from '#shared/contracts/alerts.ts'
import { safety } from '#shared/contracts/safety.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { queuedEmails, saveSchedule, sendRepeatedly } from './alert-emails.ts'
import { untilDelivered } from './phones.ts'

/** Noon in New York, in the winter. */
const NOON = Date.parse('2027-01-12T17:00:00Z')
let at = NOON
const clock = { ...systemClock, now: () => new Date((at += 1)) }
let server: TestServer
let people: Record<'maya' | 'theo' | 'rosa', Person>
let maya: Browser
let rosa: Browser

beforeAll(async () => {
  server = await startServer({ clock, sequencer: false })
  people = await buildPeople(server.deps, {
    maya: creator({ displayName: 'Maya' }),
    theo: creator({ displayName: 'Theo' }),
    rosa: member({ subscribesTo: ['maya'], follows: ['theo'] }),
  })
  maya = await server.signIn('maya')
  rosa = await server.signIn('rosa')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.deps.db.deleteFrom('emails').execute()
  await server.deps.db.deleteFrom('alertRuns').execute()
})

const save = (schedule: Partial<AlertSchedule>, email?: 'off' | 'at_once' | 'digest') =>
  saveSchedule(rosa, schedule, email)
const post = (content: string) =>
  maya.call(signals.post, { body: { content, signalType: 'buy', tickers: '["NVDA"]' } })
const run = () => sendRepeatedly(server)
const queued = () => queuedEmails(server)

test('a run begins at a random person, and reaches everybody once', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `reader_${n}`)
  const readers = await buildPeople(
    server.deps,
    Object.fromEntries(names.map((name) => [name, member({ subscribesTo: ['maya'] })])),
  )
  const ids = Object.values(readers).map(({ id }) => id)
  await server.deps.db
    .insertInto('alertPreferences')
    .values(ids.map((personId) => ({ personId, kind: 'signal', list: true, email: 'at_once' as const })))
    .execute()
  const { id } = await post('For everybody')
  await untilDelivered(server)
  await sendAlertEmails(server.deps)
  const told = async () => {
    const rows = await server.deps.db.selectFrom('emails').select('data').orderBy('createdAt').execute()
    return rows.map(({ data }) => (data as { personId: string }).personId).filter((one) => ids.includes(one))
  }
  const sorted = ids.toSorted()
  const inOrder = [...sorted.filter((one) => one > id), ...sorted.filter((one) => one <= id)]
  await vi.waitFor(async () => expect(await told()).toEqual(inOrder))
  await server.deps.db.deleteFrom('alertPreferences').where('personId', 'in', ids).execute()
})

test('a signal from right after quiet hours comes once, and longer quiet hours hold the others longer', async () => {
  const from = 22 * 60
  at = Date.parse('2027-01-13T04:30:00Z')
  await save({ quiet: { from, to: 7 * 60 } }, 'at_once')
  await post('At night')
  await untilDelivered(server)
  await run()
  await save({ quiet: { from, to: 8 * 60 } }, 'at_once')
  at = Date.parse('2027-01-13T12:00:01Z')
  await run()
  expect(await queued()).toEqual([])
  at = Date.parse('2027-01-13T13:00:00Z')
  await post('In the morning')
  await untilDelivered(server)
  await run()
  await post('Later')
  await untilDelivered(server)
  await run()
  const said = (await queued()).flatMap(({ data }) => data['signals']?.map(({ sub }) => sub))
  expect(said.toSorted()).toEqual(['“At night”', '“In the morning”', '“Later”'])
})

test('emails that wait for the mail server become one, without what the person may not see anymore', async () => {
  await save({}, 'at_once')
  for (const text of ['One', 'Two']) await post(text)
  await untilDelivered(server)
  await run()
  await server.jobsDone()
  await server.deps.db.updateTable('emails').set({ sentAt: null }).execute()
  const ids = async () =>
    (await server.deps.db.selectFrom('emails').select('id').execute()).map(({ id }) => id)
  at += 60_000
  const all = await ids()
  expect(all).toHaveLength(2)
  for (const id of all) await renewLateEmail(server.deps, id)
  expect((await queued()).map(({ data }) => data['signals']?.length)).toEqual([1, 1])
  at += 20 * 60_000
  await Promise.all(all.map((id) => renewLateEmail(server.deps, id)))
  const [email, ...others] = await queued()
  expect(email).toMatchObject({ template: 'signalAlerts', data: { isHeld: true } })
  expect(email?.data['signals']).toHaveLength(2)
  expect(others).toEqual([])
  const mute = await rosa.call(safety.mute, { body: { kind: 'person', value: people.maya.id } })
  for (const id of await ids()) await renewLateEmail(server.deps, id)
  expect(await queued()).toEqual([])
  await rosa.call(safety.unmute, { params: { id: mute.id } })
})

test('a digest finds an alert behind hundreds that aren’t wanted, and counts what it doesn’t list', async () => {
  at = Date.parse('2027-01-13T15:00:00Z')
  await save({ digest: 'daily' })
  const bell = (author: 'maya' | 'theo', email: 'off' | 'digest') =>
    rosa.call(alerts.setBell, { params: { authorId: people[author].id }, body: { level: 'all', email } })
  await bell('theo', 'digest')
  await bell('maya', 'off')
  const theo = await server.signIn('theo')
  await theo.call(signals.post, {
    body: { content: 'Only once', signalType: 'buy', tickers: '["KO"]', isPremium: false },
  })
  at += 60_000
  await server.deps.pool.query(
    `insert into signals (id, user_id, content, signal_type, tickers, created_at, text_salt, trade_salt)
     select gen_random_uuid(), $1, 'Many', 'buy', '["AMD"]', $2::timestamptz + n * interval '1 ms', $3, $3
       from generate_series(1, 520) n`,
    [people.maya.id, new Date(at), Buffer.alloc(32)],
  )
  at = Date.parse('2027-01-14T12:00:01Z')
  // A change of another setting doesn't move the digest that is due.
  await save({ digest: 'daily', quiet: { from: 22 * 60, to: 6 * 60 } })
  await run()
  const [one] = await queued()
  expect(one?.data['signals']?.map(({ title }) => title)).toEqual(['Theo posted: Buy $KO'])
  await server.deps.db.deleteFrom('emails').execute()
  await bell('maya', 'digest')
  await server.deps.db
    .updateTable('alertSchedules')
    .set({ nextDigestAt: clock.now(), digestSince: new Date('2027-01-13T15:00:00Z') })
    .execute()
  await run()
  await vi.waitFor(async () => expect(await queued()).toHaveLength(1))
  const [many] = await queued()
  expect(many?.data['signals']).toHaveLength(50)
  expect(many?.data['more']).toMatchObject({ signals: 450 })
  await server.deps.db.deleteFrom('alertBells').execute()
})
