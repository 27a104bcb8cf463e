// Signing in takes the same time whether the username is unknown or the password wrong.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#demo/build-people.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { LIMITED, newAddress, post } from './sign-in-steps.ts'

/** A busy machine distorts some times. More pairs even that out, but not a real difference. */
const [PAIRS, ROUNDS] = [10, 12]
/** Several, because an account slows down strangers after 25 wrong passwords. */
const ACCOUNTS = 10

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: LIMITED })
  const names = Array.from({ length: ACCOUNTS }, (_, index) => `known_${index}`)
  await buildPeople(server.deps, Object.fromEntries(names.map((name) => [name, member()])))
})
afterAll(() => server.stop())

/** The time that a quarter of the requests stay below: other work on the machine only makes requests slower. */
const quartile = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN

test('the times for a known and an unknown username differ by less than 10 %', async () => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const signIn = async (kind: 'known' | 'unknown', pair: number) => {
    const body = { username: `${kind}_${pair % ACCOUNTS}`, password: 'not the password' }
    const since = performance.now()
    const { status } = await post(server, '/api/login', body, { from: newAddress() })
    times[kind].push(performance.now() - since)
    expect(status).toBe(401)
  }
  // The first request warms up the server.
  await signIn('known', 0)
  times.known.pop()
  let ratio = Number.NaN
  for (let round = 0; round < ROUNDS && !(Math.abs(ratio - 1) < 0.1); round += 1) {
    // In turns, so that whatever slows down the machine slows down both.
    for (let pair = 0; pair < PAIRS; pair += 1)
      for (const kind of pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
        await signIn(kind, pair)
    ratio = quartile(times.known) / quartile(times.unknown)
  }
  expect(ratio).toBeGreaterThan(0.9)
  expect(ratio).toBeLessThan(1.1)
}, 120_000)
