// Asking for a new password takes the same time whether or not there is an account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { isFull } from '#test/test-scope.ts'

/** In pairs, so that whatever slows down the machine slows down both. */
const PAIRS = isFull ? 400 : 120

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: member() })
})
afterAll(() => server.stop())

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

test('the median times differ by less than 10 %', async () => {
  const visitor = server.visitor()
  const timeOf = async (login: string) => {
    const since = performance.now()
    await visitor.call(auth.requestPasswordReset, { body: { login } })
    const ms = performance.now() - since
    // The job of one request mustn't slow down the next one.
    await server.jobsDone()
    return ms
  }
  const times: Record<'ada' | 'eve', number[]> = { ada: [], eve: [] }
  for (let n = 0; n < PAIRS; n += 1)
    for (const login of n % 2 === 0 ? (['ada', 'eve'] as const) : (['eve', 'ada'] as const))
      times[login].push(await timeOf(login))
  const ratio = median(times.ada) / median(times.eve)
  expect(ratio).toBeGreaterThan(0.9)
  expect(ratio).toBeLessThan(1.1)
})
