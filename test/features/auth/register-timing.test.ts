// While verified emails are required, registering takes the same time whether or not the address is known.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { startServer, type TestServer } from '#test/server.ts'

/** A busy machine distorts some times. More pairs even that out, but not a real difference. */
const [PAIRS, ROUNDS] = [5, 12]

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { REQUIRE_VERIFIED_EMAIL: 'on' } })
  await buildPeople(server.deps, { ada: member() })
})
afterAll(() => server.stop())

/** The time that a quarter of the requests stay below: other work on the machine only makes requests slower. */
const quartile = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN

test('the times for a known and an unknown address differ by less than 10 %', async () => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  let count = 0
  const register = async (kind: 'known' | 'unknown') => {
    const username = `person_${(count += 1)}`
    const email = kind === 'known' ? 'ada@example.com' : `${username}@example.com`
    const since = performance.now()
    await server.visitor().call(auth.register, { body: { username, email, password: 'quiet harbor lamp' } })
    times[kind].push(performance.now() - since)
    // The job of one request mustn't slow down the next one.
    await server.jobsDone()
  }
  await register('known')
  times.known.pop()
  let ratio = Number.NaN
  for (let round = 0; round < ROUNDS && !(Math.abs(ratio - 1) < 0.1); round += 1) {
    // In turns, so that whatever slows down the machine slows down both.
    for (let pair = 0; pair < PAIRS; pair += 1)
      for (const kind of pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
        await register(kind)
    ratio = quartile(times.known) / quartile(times.unknown)
  }
  expect(ratio).toBeGreaterThan(0.9)
  expect(ratio).toBeLessThan(1.1)
}, 120_000)
