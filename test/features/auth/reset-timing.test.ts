// Asking for a new password takes the same time whether or not there is an account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { startServer, type TestServer } from '#test/server.ts'

/** A busy machine distorts some times. More pairs even that out, but not a real difference. */
const [PAIRS, ROUNDS] = [60, 8]

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: member() })
})
afterAll(() => server.stop())

/** The time that a quarter of the requests stay below: other work on the machine only makes requests slower. */
const quartile = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN

test('the times for a known and an unknown login differ by less than 10 %', async () => {
  const visitor = server.visitor()
  const times: Record<'ada' | 'eve', number[]> = { ada: [], eve: [] }
  const ask = async (login: 'ada' | 'eve') => {
    const since = performance.now()
    await visitor.call(auth.requestPasswordReset, { body: { login } })
    times[login].push(performance.now() - since)
    // The job of one request mustn't slow down the next one.
    await server.jobsDone()
  }
  let ratio = Number.NaN
  for (let round = 0; round < ROUNDS && !(Math.abs(ratio - 1) < 0.1); round += 1) {
    // In turns, so that whatever slows down the machine slows down both.
    for (let pair = 0; pair < PAIRS; pair += 1)
      for (const login of pair % 2 === 0 ? (['ada', 'eve'] as const) : (['eve', 'ada'] as const))
        await ask(login)
    // The first request of all warms up the server.
    ratio = quartile(times.ada.slice(1)) / quartile(times.eve.slice(1))
  }
  expect(ratio).toBeGreaterThan(0.9)
  expect(ratio).toBeLessThan(1.1)
})
