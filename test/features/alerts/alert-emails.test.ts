// Emails about alerts: at once, held by quiet hours, and the digest; each once, never empty, and stopped with one click.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { addOutcomeAlerts } from '#server/alerts/add-alerts.ts'
import { alerts, type AlertSchedule } from '#shared/contracts/alerts.ts'
import { safety } from '#shared/contracts/safety.ts'
import { signals } from '#shared/contracts/signals.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import type { EmailData, EmailName } from '#shared/emails/templates.ts'
import type { AlertEmail, AlertKind } from '#shared/rules/alert-kinds.ts'
import { emails as sentTo } from '#test/emails.ts'
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
const post = (content: string, isPremium = false) =>
  maya.call(signals.post, { body: { content, signalType: 'buy', tickers: '["NVDA"]', isPremium } })
const run = () => sendRepeatedly(server)
const queued = () => queuedEmails(server)

test('a signal is emailed at once to those who want it, once, and without premium text', async () => {
  await save({}, 'at_once')
  await post('Secret reasons', true)
  await untilDelivered(server)
  await run()
  const emails = await queued()
  expect(emails).toMatchObject([
    { template: 'signalAlerts', recipient: people.rosa.email, data: { isHeld: false } },
  ])
  expect(emails[0]?.data['signals']).toMatchObject([{ title: 'Maya posted a premium signal' }])
  expect(JSON.stringify(emails)).not.toContain('Secret')
  expect(JSON.stringify(emails)).not.toContain('NVDA')
})

test('a person who muted the author between posting and sending gets nothing', async () => {
  await save({}, 'at_once')
  await post('Loud')
  await untilDelivered(server)
  const mute = await rosa.call(safety.mute, { body: { kind: 'person', value: people.maya.id } })
  await server.deps.db
    .insertInto('alertRuns')
    .values({ signalId: (await maya.call(signals.feed, { query: {} }))[0]?.id ?? '', queuedAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await server.deps.db.deleteFrom('emails').execute()
  await run()
  expect(await queued()).toEqual([])
  await rosa.call(safety.unmute, { params: { id: mute.id } })
})

test('quiet hours hold signals, and one email says what happened at their end', async () => {
  at = Date.parse('2027-01-13T03:30:00Z') // 10:30 PM in New York.
  await save({ quiet: { from: 22 * 60, to: 7 * 60 } }, 'at_once')
  for (const text of ['One', 'Two', 'Three']) await post(text)
  await untilDelivered(server)
  await run()
  expect(await queued()).toEqual([])
  at = Date.parse('2027-01-13T12:00:01Z') // 7:00 AM.
  await run()
  const emails = await queued()
  expect(emails).toMatchObject([{ template: 'signalAlerts', data: { isHeld: true } }])
  expect(emails[0]?.data['signals']).toHaveLength(3)
})

test('a digest comes once a day at its local time, the worst outcome first, and never empty', async () => {
  at = Date.parse('2027-01-14T15:00:00Z')
  const { schedule } = await save({ digest: 'daily' })
  expect(schedule?.nextDigestAt).toEqual(new Date('2027-01-15T12:00:00Z'))
  await post('For the digest')
  await rosa.send('PUT', `/api/bookmarks/${await closedSignal('maya', -0.044)}`)
  await rosa.send('PUT', `/api/bookmarks/${await closedSignal('theo', 0.029)}`)
  const saved = await server.deps.db.selectFrom('bookmarks').select('signalId').execute()
  await server.deps.db.transaction().execute((trx) =>
    addOutcomeAlerts(
      trx,
      clock.now(),
      saved.map(({ signalId }) => signalId),
    ),
  )
  await run()
  expect(await queued()).toEqual([])
  at = Date.parse('2027-01-15T12:00:01Z')
  await run()
  const [digest, ...others] = await queued()
  expect(others).toEqual([])
  expect(digest?.data['signals']?.map(({ title }) => title)).toContain('Maya posted: Buy $NVDA')
  expect(digest?.data['ended']).toHaveLength(2)
  expect(digest?.data['ended']?.map(({ end }) => end)).toEqual(['−4.4%', '+2.9%'])
  at = Date.parse('2027-01-16T12:00:01Z')
  await run()
  expect(await queued()).toHaveLength(1)
  expect((await rosa.call(alerts.settings)).schedule?.nextDigestAt).toEqual(new Date('2027-01-17T12:00:00Z'))
})

/** What each kind of alert email says, and what its one-click link changes. */
const STOPPABLE: {
  [Name in 'alertDigest' | 'signalAlerts' | 'newSubscribers' | 'priceChanged']: Stoppable<Name>
} = {
  alertDigest: {
    data: { when: 'daily', signals: [], ended: [], others: [] },
    ends: { schedule: { digest: 'off', nextDigestAt: null } },
  },
  signalAlerts: { data: { signals: [], isHeld: false }, ends: { emails: { signal: 'digest' } } },
  newSubscribers: {
    data: { count: 1, on: '2027-01-12T00:00:00.000Z', shareInCents: 450 },
    ends: { emails: { subscriber: 'off' } },
  },
  priceChanged: {
    data: { creator: 'maya', yoursInCents: 500, newInCents: 700 },
    ends: { emails: { price: 'off' } },
  },
}
type Stoppable<Name extends EmailName> = {
  data: Omit<EmailData<Name>, 'personId'>
  ends: { schedule?: object; emails?: Partial<Record<AlertKind, AlertEmail>> }
}

test.each(Object.entries(STOPPABLE))(
  'one click in %s unsubscribes from exactly these emails',
  async (name, { data, ends }) => {
    await save({ digest: 'weekly' }, 'at_once')
    const before = await wishes()
    const to = `${name}@example.com`
    await queueEmail(server.deps.db, clock, {
      name: name as 'newSubscribers',
      to,
      data: { ...(data as EmailData<'newSubscribers'>), personId: people.rosa.id },
    })
    await server.jobsDone()
    const [email] = await sentTo(server.deps, to)
    expect(email?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const [, address = ''] = /^<(.+)>$/.exec(email?.headers['List-Unsubscribe'] ?? '') ?? []
    const response = await server.visitor().fetch(address.replace(server.origin, ''), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect([response.status, await response.text()]).toEqual([200, 'You’re unsubscribed'])
    expect(await wishes()).toEqual({
      schedule: { ...before.schedule, ...ends.schedule },
      emails: { ...before.emails, ...ends.emails },
    })
    await server.deps.db.deleteFrom('alertPreferences').execute()
  },
)

/** All of a person's email settings. */
async function wishes() {
  const { schedule, preferences } = await rosa.call(alerts.settings)
  return { schedule, emails: Object.fromEntries(preferences.map(({ kind, email }) => [kind, email])) }
}

test('the button on the page also unsubscribes, and a wrong link is refused', async () => {
  await save({ digest: 'weekly' })
  const token = (secret = server.deps.config.sessionSecret) =>
    `alerts.digest.${people.rosa.id}.${tokenOf(secret, `alerts digest ${people.rosa.id}`)}`
  expect(
    await server.visitor().send('POST', '/api/waitlist/unsubscribe', { token: token('guessed') }),
  ).toMatchObject({ status: 404 })
  expect((await rosa.call(alerts.settings)).schedule?.digest).toBe('weekly')
  await server.visitor().call(waitlist.unsubscribe, { body: { token: token() } })
  expect((await rosa.call(alerts.settings)).schedule).toMatchObject({ digest: 'off', nextDigestAt: null })
})

test('a time zone that doesn’t exist is refused', async () => {
  expect(
    await rosa.send('PUT', '/api/alert-settings', {
      schedule: { timeZone: 'Mars/Base', quiet: null, digest: 'off', digestMinute: 0, digestWeekday: 0 },
    }),
  ).toMatchObject({ status: 400, body: { message: 'This isn’t a time zone we know' } })
})

/** A signal whose one trade closed with this return. */
async function closedSignal(by: string, made: number): Promise<string> {
  const { id } = await server.deps.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', by)
    .executeTakeFirstOrThrow()
  const signalId = clock.newId()
  await server.deps.pool.query(
    `insert into signals (id, user_id, content, signal_type, tickers, created_at, text_salt, trade_salt)
     values ($1, $2, 'Closed', 'buy', '["AMD"]', $3, $4, $4)`,
    [signalId, id, clock.now(), Buffer.alloc(32)],
  )
  await server.deps.pool.query(
    `insert into record_scores (signal_id, ticker, method, author, posted_at, status, does, side, weight, return,
       benchmark, excess, is_sample, exit_day)
     values ($1, 'AMD', 2, gen_random_uuid(), $2, 'closed', 'opens', 1, 1, $3, 0.01, 0, true, '2027-01-14')`,
    [signalId, clock.now(), made],
  )
  return signalId
}
