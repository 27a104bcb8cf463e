// Failed sign-ins in the audit log: a flood adds a bounded number, and only the network of an address is kept.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { originOf } from '#server/audit/origin.ts'
import { recordFailure } from '#server/audit/record-event.ts'
import { FAILURES_LOGGED } from '#shared/limits.ts'
import { signIn } from '#test/features/auth/sign-in-steps.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const HOUR_MS = 3_600_000
const { perAccount, perNetwork } = FAILURES_LOGGED

const clock = settableClock()
let server: TestServer
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await startServer({ clock, settings: { TRUST_PROXY: 'on' } })
  const people = await buildPeople(server.deps, { ada: member(), bob: member(), cleo: member() })
  for (const [name, { id }] of Object.entries(people)) ids[name] = id
})
afterAll(() => server.stop())

/** The networks of an account's failures, in the order of time. */
const networks = async (userId: string | null) =>
  (
    await server.deps.db
      .selectFrom('auditLog')
      .select('network')
      .where('event', '=', 'sign_in_failed.password')
      .where('userId', userId === null ? 'is' : '=', userId)
      .orderBy('createdAt')
      .execute()
  ).map(({ network }) => network)

/** A failure from an address, as the calls record it. */
const fail = (userId: string | null, ip: string) =>
  recordFailure(
    server.deps.db,
    { clock, by: originOf({ ip, id: clock.newId() } as Parameters<typeof originOf>[0], null) },
    { event: 'sign_in_failed.password', userId },
  )

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:1234:5678:9abc:def0:1:2', '2001:db8:1234::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['unknown', null],
])('an address of %s is kept as %s', async (from, network) => {
  await fail(ids['cleo'] ?? '', from)
  expect((await networks(ids['cleo'] ?? '')).at(-1)).toBe(network)
})

test('an account gets a limited number of entries an hour from each network', async () => {
  for (let n = 1; n <= perNetwork + 3; n += 1)
    expect((await signIn(server, 'ada', 'wrong', { from: `203.0.113.${n}` })).status).toBe(401)
  expect(await networks(ids['ada'] ?? '')).toHaveLength(perNetwork)
  await signIn(server, 'ada', 'wrong', { from: '198.51.100.1' })
  expect((await networks(ids['ada'] ?? '')).at(-1)).toBe('198.51.100.0/24')
  clock.pass(HOUR_MS)
  await signIn(server, 'ada', 'wrong', { from: '203.0.113.9' })
  expect(await networks(ids['ada'] ?? '')).toHaveLength(perNetwork + 2)
})

test('a flood from everywhere adds a limited number of entries an hour to an account', async () => {
  for (let n = 0; n < perAccount + 20; n += 1) await fail(ids['bob'] ?? '', `10.0.${n}.1`)
  expect(await networks(ids['bob'] ?? '')).toHaveLength(perAccount)
})

test('unknown names count as one account', async () => {
  for (let n = 0; n < perNetwork + 3; n += 1)
    await signIn(server, `nobody_${n}`, 'wrong', { from: '192.0.2.1' })
  expect(await networks(null)).toHaveLength(perNetwork)
})
