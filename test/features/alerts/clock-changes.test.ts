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
import { startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

const HOUR_MS = 3_600_000
/** The instants at which clocks change in 2027, in two zones each. On Lord Howe Island by half an hour. */
const CASES: [string, string][][] = [
  [
    ['America/New_York', '2027-03-14T07:00Z'],
    ['America/Los_Angeles', '2027-03-14T10:00Z'],
  ],
  [
    ['Europe/London', '2027-03-28T01:00Z'],
    ['Europe/Berlin', '2027-03-28T01:00Z'],
  ],
  [
    ['Australia/Lord_Howe', '2027-04-03T15:00Z'],
    ['Australia/Sydney', '2027-04-03T16:00Z'],
  ],
  [
    ['Australia/Lord_Howe', '2027-10-02T15:30Z'],
    ['Australia/Sydney', '2027-10-02T16:00Z'],
  ],
  [
    ['Europe/London', '2027-10-31T01:00Z'],
    ['Europe/Berlin', '2027-10-31T01:00Z'],
  ],
  [
    ['America/New_York', '2027-11-07T06:00Z'],
    ['America/Los_Angeles', '2027-11-07T09:00Z'],
  ],
]

/** The digest is at a time that doesn't exist on one day and comes twice on another one. */
const [DIGEST_MINUTE, QUIET] = [2 * 60 + 30, { from: 22 * 60, to: 7 * 60 }]

let at = Date.parse('2027-01-01T00:00Z')
const clock = { ...systemClock, now: () => new Date((at += 1)) }
let server: TestServer
let mayaId: string

beforeAll(async () => {
  server = await startServer({ clock, sequencer: false, push: false })
  const people = await buildPeople(server.deps, { maya: creator({ displayName: 'Maya' }) })
  mayaId = people.maya.id
})
afterAll(() => server.stop())

// The cases run in chronological order, because the clock only moves forward.
const SAMPLED = sampled(CASES, isFull ? CASES.length : 2)
test.each(
  CASES.filter((one) => SAMPLED.includes(one)).map((zones) => ({
    zones,
    name: String(zones.map(([zone]) => zone)),
  })),
)('clocks change in $name', async ({ zones }) => {
  const times = zones.map(([, change]) => Date.parse(change))
  const start = Math.min(...times) - 36 * HOUR_MS
  const end = Math.max(...times) + 36 * HOUR_MS
  at = start
  const maya = await server.signIn('maya')
  const readers: Awaited<ReturnType<typeof addReader>>[] = []
  for (const [zone] of zones) readers.push(await addReader(zone))
  for (let step = 0; at < end; step += 1) {
    const minutes = readers.map(({ zone, days }) => {
      const now = clock.now()
      const day = localDay(zone, now)
      if (days.at(-1) !== day) days.push(day)
      return wallTimeOf(zone, now).minute
    })
    // Maya posts in the evening, and twice at night.
    if (minutes.some((minute) => minute % 180 < 30 && (minute >= 21 * 60 || minute < 6 * 60))) {
      await maya.call(signals.post, {
        body: { content: 'Bought', signalType: 'buy', tickers: '["KO"]' },
      })
      while ((await server.deps.pool.query('select from deliveries')).rows.length > 0)
        await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await sendAlertEmails(server.deps)
    await sendPush({ ...server.deps, publicUrl: server.origin }, openCircuits(clock))
    at = start + (step + 1) * 0.5 * HOUR_MS
  }
  for (const reader of readers) {
    const { digests, mornings, atNight, whole } = await heardBy(reader)
    expect(atNight).toEqual([])
    for (const days of [digests, mornings]) {
      expect(days).toEqual([...new Set(days)])
      expect(days).toEqual(expect.arrayContaining(whole))
    }
  }
})

const localDay = (zone: string, time: Date) => {
  const { year, month, day } = wallTimeOf(zone, time)
  return `${year}-${month}-${day}`
}

let count = 0
async function addReader(zone: string) {
  const name = `reader_${(count += 1)}`
  const { [name]: person } = await buildPeople(server.deps, { [name]: member({ follows: ['maya'] }) })
  const reader = await server.signIn(name)
  await reader.call(alerts.setBell, { params: { authorId: mayaId }, body: { level: 'all' } })
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
  return { zone, email: person?.email ?? '', phone, days }
}

/** The local days of digests and of notifications in the morning, and notifications in quiet hours. */
async function heardBy({ zone, email, phone, days }: Awaited<ReturnType<typeof addReader>>) {
  const { rows } = await server.deps.pool.query<{ at: Date }>(
    "select created_at as at from emails where template = 'alertDigest' and recipient = $1 order by 1",
    [email],
  )
  const shown = server.phones.store.messages
    .filter(({ subscription }) => subscription === phone.id)
    .map((message) => {
      const time = new Date(message.at)
      return { day: localDay(zone, time), minute: wallTimeOf(zone, time).minute }
    })
  return {
    digests: rows.map((row) => localDay(zone, row.at)),
    // Later ones are about the evening.
    mornings: shown.filter(({ minute }) => minute < QUIET.to + 30).map(({ day }) => day),
    atNight: shown.filter(({ minute }) => minute < QUIET.to || minute >= QUIET.from),
    // The first day has begun, and the last one hasn't ended.
    whole: days.slice(1, -1),
  }
}
