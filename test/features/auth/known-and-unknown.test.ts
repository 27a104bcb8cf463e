// Responses don't reveal who has an account: known and unknown people cause the same queries. `npm run bench sign-in` measures the times.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { LIMITED, post } from './sign-in-steps.ts'
import { CONSENT } from '#test/browser.ts'

let server: TestServer
/** The texts of the queries that requests have sent since the last `answerTo` began. */
let sent: string[] = []
beforeAll(async () => {
  server = await startServer({ settings: { ...LIMITED, REQUIRE_VERIFIED_EMAIL: 'on' } })
  await buildPeople(server.deps, { ada: member() })
  // A spy wouldn't work: `restoreMocks` would end it before the first test.
  for (const pool of [server.deps.pool, server.deps.statements]) pool.on('acquire', record)
})
afterAll(() => server.stop())

const recorded = new WeakSet<pg.PoolClient>()
function record(client: pg.PoolClient) {
  if (recorded.has(client)) return
  recorded.add(client)
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const [first] = args as [string | { text: string }]
    sent.push(typeof first === 'string' ? first : first.text)
    return query(...args)
  }) as typeof client.query
}

/** The counters, which are written from time to time for many requests at once. */
const COUNTS = /^insert into request_counts/
/** The status and the queries of a request, without those of jobs and without values. */
async function answerTo(path: string, body: Record<string, unknown>) {
  sent = []
  const { status } = await post(server, path, body)
  const queries = sent.filter((text) => !COUNTS.test(text)).map(withoutValues)
  await server.jobsDone()
  return { status, queries }
}

/** Failures of unknown names belong to a null account, so one query asks for null instead of an id. */
const withoutValues = (text: string) =>
  text.replace('"user_id" is null', '"user_id" = $2').replaceAll(/\$\d+/g, '$')

test.each([
  ['signing in with a wrong password', '/api/login', { password: 'wrong' }, 'username', 401],
  ['asking for a new password', '/api/password-resets', {}, 'login', 200],
  ['registering with an address', '/api/register', { password: 'quiet harbor lamp' }, 'email', 201],
] as const)(
  '%s makes the same queries for known and unknown people',
  async (_, path, body, field, status) => {
    const answerFor = (person: string) =>
      answerTo(
        path,
        field === 'email'
          ? { ...body, ...CONSENT, username: `new_${person}`, email: `${person}@example.com` }
          : { ...body, [field]: person },
      )
    const known = await answerFor('ada')
    expect(known.status).toBe(status)
    expect(known.queries.length).toBeGreaterThan(0)
    expect(await answerFor('eve')).toEqual(known)
  },
)
