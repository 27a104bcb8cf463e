// Over both clock changes of a year in six time zones: one digest on each local day, and one notification at the end of each night.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendAlertEmails } from '#server/features/alerts/email/send-alert-emails.ts'
import { openCircuits } from '#server/features/alerts/push/circuits.ts'
import { sendPush } from '#server/features/alerts/push/loop.ts'
import { systemClock } from '#server/clock.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { push } from '#shared/contracts/push.ts'
import { signals } from '#shared/contracts/signals.ts'
import { wallTimeOf } from '#shared/rules/local-time.ts'
import { isFull, sampled } from '#test/test-scope.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

const HOUR_MS = 3_600_000
/** The instants at which clocks change in 2027. On Lord Howe Island by half an hour. */
const CHANGES: Record<string, string[]> = {
  'America/New_York': ['2027-03-14T07:00Z', '2027-11-07T06:00Z'],
  'America/Los_Angeles': ['2027-03-14T10:00Z', '2027-11-07T09:00Z'],
  'Europe/London': ['2027-03-28T01:00Z', '2027-10-31T01:00Z'],
  'Europe/Berlin': ['2027-03-28T01:00Z', '2027-10-31T01:00Z'],
  'Australia/Sydney': ['2027-04-03T16:00Z', '2027-10-02T16:00Z'],
  'Australia/Lord_Howe': ['2027-04-03T15:00Z', '2027-10-02T15:30Z'],
}
/** In the order of time, because the clock only goes on. */
const CASES = Object.entries(CHANGES)
  .flatMap(([zone, times]) => times.map((change) => ({ zone, change })))
  .toSorted((a, b) => Date.parse(a.change) - Date.parse(b.change))

/** The digest is at a time that doesn't exist on one day and comes twice on another one. */
const [DIGEST_MINUTE, QUIET] = [2 * 60 + 30, { from: 22 * 60, to: 7 * 60 }]

let at = Date.parse('2027-01-01T00:00Z')
const clock = { ...systemClock, now: () => new Date((at += 1)) }
let server: TestServer
let maya: Browser

beforeAll(async () => {
  server = await startServer({ clock, sequencer: false, push: false })
  await buildPeople(server.deps, { maya: creator({ displayName: 'Maya' }) })
})
afterAll(() => server.stop())

test.each(
  sampled(CASES, isFull ? CASES.length : 3).toSorted((a, b) => Date.parse(a.change) - Date.parse(b.change)),
)('$zone, $change', async ({ zone, change }) => {
  at = Date.parse(change) - 36 * HOUR_MS
  const name = `reader_${CASES.findIndex((one) => one.zone === zone && one.change === change)}`
  const { [name]: person } = await buildPeople(server.deps, { [name]: member({ follows: ['maya'] }) })
  maya = await server.signIn('maya')
  const reader = await server.signIn(name)
  const { rows: author } = await server.deps.pool.query("select id from users where username = 'maya'")
  await reader.call(alerts.setBell, { params: { authorId: author[0].id as string }, body: { level: 'all' } })
  await reader.call(alerts.saveSettings, {
    body: {
      schedule: {
        timeZone: zone,
        quiet: QUIET,
        digest: 'daily',
        digestMinute: DIGEST_MINUTE,
        digestWeekday: 0,
      },
    },
  })
  const { publicKey, number } = await reader.call(push.key)
  const phone = server.phones.subscribe(publicKey)
  await reader.call(push.addDevice, { body: { endpoint: phone.endpoint, keys: phone.keys, number } })

  const days: string[] = []
  const end = Date.parse(change) + 36 * HOUR_MS
  for (let step = 0; at < end; step += 1) {
    const { year, month, day, minute } = wallTimeOf(zone, clock.now())
    const date = `${year}-${month}-${day}`
    if (days.at(-1) !== date) days.push(date)
    // In the evening, and twice at night.
    if (minute % 180 < 30 && (minute >= 21 * 60 || minute < 6 * 60)) {
      await maya.call(signals.post, { body: { content: 'Bought', signalType: 'buy', tickers: '["KO"]' } })
      while ((await server.deps.pool.query('select from deliveries')).rows.length > 0)
        await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await sendAlertEmails(server.deps)
    await sendPush({ ...server.deps, publicUrl: server.origin }, openCircuits(clock))
    at = Date.parse(change) - 36 * HOUR_MS + (step + 1) * 0.5 * HOUR_MS
  }
  const { rows: digests } = await server.deps.pool.query<{ at: Date }>(
    "select created_at as at from emails where template = 'alertDigest' and recipient = $1 order by 1",
    [person?.email],
  )
  const localDay = (time: Date) => {
    const { year, month, day } = wallTimeOf(zone, time)
    return `${year}-${month}-${day}`
  }
  const withDigest = digests.map((row) => localDay(row.at))
  expect(withDigest).toEqual([...new Set(withDigest)])
  // The first day has begun, and the last one hasn't ended.
  expect(withDigest).toEqual(expect.arrayContaining(days.slice(1, -1)))

  const shown = server.phones.store.messages.filter(({ subscription }) => subscription === phone.id)
  const times = shown.map((message) => wallTimeOf(zone, new Date(message.at)).minute)
  expect(times.every((minute) => minute >= QUIET.to && minute < QUIET.from)).toBe(true)
  // Later ones are about the evening.
  const mornings = shown.filter((_message, index) => (times[index] ?? 0) < QUIET.to + 60)
  const morningDays = mornings.map((message) => localDay(new Date(message.at)))
  expect(morningDays).toEqual([...new Set(morningDays)])
  expect(morningDays).toEqual(expect.arrayContaining(days.slice(1, -1)))
})
