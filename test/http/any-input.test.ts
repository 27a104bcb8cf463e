// Random input to every call: no response is a 500, and every refusal explains itself in JSON.
import { runs } from '#test/test-scope.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCursor } from '#server/db/page.ts'
import { contract } from '#shared/contract.ts'
import { auth } from '#shared/contracts/auth.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { becomeCreator } from '#test/features/billing/billing-steps.ts'

const RUNS = runs(300)
let server: TestServer
let people: Record<'ada' | 'bob', Person>
let browsers: Record<Endpoint['access'], Browser>
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: member({ signals: ['First'] }),
    bob: member({ follows: ['ada'] }),
  })
  browsers = { anyone: server.visitor(), member: await server.signIn('ada') }
  await becomeCreator(server, browsers.member)
})
afterAll(() => server.stop())

/** A valid value for each field of a body or query; half of the generated values are these. */
const right = (): Record<string, unknown> => ({
  content: 'Buy',
  signalType: 'sell',
  tickers: '["AAPL"]',
  intent: 'bullish',
  timeHorizon: 'weeks',
  isPremium: true,
  email: 'new@example.com',
  username: 'somebody_new',
  password: 'quiet harbor lamp',
  displayName: 'Some Body',
  invitation: 'x',
  bio: 'Engines',
  profileImageUrl: 'https://example.com/a.png',
  isPublic: true,
  subscriptionPrice: 500,
  priceInCents: 700,
  creatorId: people.bob.id,
  followingId: people.bob.id,
  profileImageURL: `/objects/uploads/incoming/${people.ada.id}/${people.bob.id}`,
  contentType: 'image/png',
  size: 1000,
  limit: '5',
  scope: 'everyone',
  query: 'a',
  cursor: encodeCursor({ createdAt: server.deps.clock.now(), id: people.ada.id }),
})
const weird = fc.constantFrom<unknown>(
  '',
  ' ',
  '\0',
  '\ud83d',
  '\u202e',
  '🚀',
  'a'.repeat(1001),
  '-1',
  '1e400',
  'null',
  '__proto__',
  '[]',
  '{}',
  '%',
  0,
  -1,
  1.5,
  2 ** 53,
  Number.MAX_VALUE,
  true,
  false,
  null,
  [],
  {},
  [null],
  [[]],
  [{}],
  { length: -1 },
  ['AAPL', 5],
)
const wrong = fc.oneof(weird, fc.string({ unit: 'binary' }), fc.jsonValue())

/** Some of the fields, most of them with valid values. */
const fields = (names: string[]) =>
  fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof({ weight: 4, arbitrary: fc.constant(right()[name]) }, { weight: 1, arbitrary: wrong }),
      ]),
    ),
    { requiredKeys: names.filter((_name, index) => index === 0) },
  )

/** A body with the call's fields, and sometimes other ones. */
function bodyOf(endpoint: Endpoint) {
  const schema = endpoint.body instanceof z.ZodObject ? endpoint.body : z.object({})
  const known = fields(Object.keys(schema.shape)).map((body) => JSON.stringify(body))
  const strange = fields(['__proto__', 'constructor', 'id', 'isCreator', 'size']).map((body) =>
    JSON.stringify(body),
  )
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.oneof(strange, fc.json(), fc.string({ unit: 'binary' })) },
  )
}

const endpoints = Object.values(contract)
  .flatMap((feature): Endpoint[] => Object.values(feature))
  // It would end the session that the other calls need.
  .filter((endpoint) => endpoint !== auth.revokeSession)

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const requests = () =>
  fc.constantFrom(...endpoints).chain((endpoint) =>
    fc.record({
      endpoint: fc.constant(endpoint),
      path: fc.oneof(
        fc.constantFrom(people.ada.id, people.bob.id.toUpperCase(), 'ada'),
        fc.string({ unit: 'binary', minLength: 1 }),
      ),
      query: fc.option(fields(['limit', 'cursor', 'scope', 'query']), { nil: {} }),
      body:
        endpoint.method === 'GET' || endpoint.method === 'DELETE' ? fc.constant(undefined) : bodyOf(endpoint),
    }),
  )

test(`${RUNS} random requests, valid and invalid, never get a 500`, async () => {
  await fc.assert(
    fc.asyncProperty(requests(), async ({ endpoint, path, query, body }) => {
      const address = endpoint.path.replaceAll(/:\w+/g, encodeURIComponent(path.toWellFormed()))
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, asText(value)]),
      ).toString()
      const response = await browsers[endpoint.access].fetch(`${address}?${search}`, {
        method: endpoint.method,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body }),
      })
      const text = await response.text()
      // A failure prints the response.
      expect(response.status < 500 || text).toBe(true)
      if (response.status >= 400)
        expect(JSON.parse(text)).toMatchObject({
          code: expect.any(String) as unknown,
          message: expect.any(String) as unknown,
        })
    }),
    { numRuns: RUNS },
  )
})
