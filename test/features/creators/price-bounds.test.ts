// Valid prices: whole numbers of cents from 500 to 10000, however they are sent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
const browsers = {} as Record<'una' | 'mia', Browser>
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { una: creator({ payouts: false }), mia: member() })
  for (const name of ['una', 'mia'] as const) browsers[name] = await server.signIn(name)
  await browsers.una.call(creators.setupPricing, { body: { priceInCents: 600 } })
})
afterAll(() => server.stop())

const una = () =>
  server.deps.db.selectFrom('users').selectAll().where('username', '=', 'una').executeTakeFirstOrThrow()
async function ask(name: 'una' | 'mia', method: string, path: string, body: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await browsers[name].fetch(path, { method, headers, body })
  return { status: response.status, code: ((await response.json()) as { code?: string }).code }
}

describe('A price is a whole number of cents from 500 to 10000', () => {
  const set = (body: string) =>
    Promise.all([
      ask('una', 'POST', '/api/creator/setup-pricing', `{"priceInCents":${body}}`),
      ask('una', 'PUT', '/api/creator/subscription-price', `{"priceInCents":${body}}`),
      ask('una', 'PUT', '/api/profile', `{"subscriptionPrice":${body}}`),
    ])
  // @spec-5.37 @spec-5.43 @spec-9.5
  test.each(
    `499 10001 500.5 "500" NaN 1e400 -500 0 null true [500] {} 5e-324 1e21 9007199254740993 "5e2" "" Infinity 0x1f4 500n`.split(
      ' ',
    ),
  )('a price of %s is refused', async (body) => {
    for (const answer of await set(body)) {
      expect(answer.status).toBe(400)
      expect(['invalid', 'malformed_json']).toContain(answer.code)
    }
    expect(await una()).toMatchObject({ subscriptionPriceInCents: 600 })
  })

  // @spec-9.5
  test.each([
    '500', // @spec-5.37
    '10000',
    '5e2',
    '500.0',
  ])('a price of %s is accepted', async (body) => {
    for (const answer of await set(body)) expect(answer.status).toBe(200)
    const { stripePriceId, subscriptionPriceInCents } = await una()
    expect(subscriptionPriceInCents).toBe(Number(body))
    const price = await server.deps.stripe.prices.retrieve(stripePriceId ?? '')
    expect(price).toMatchObject({ unit_amount: Number(body), active: true })
  })

  // @spec-6.13
  test('only creators can set a price', async () => {
    for (const [method, path] of [
      ['POST', '/api/creator/setup-pricing'],
      ['PUT', '/api/creator/subscription-price'],
    ] as const) {
      const answer = await ask('mia', method, path, '{"priceInCents":600}')
      expect([answer.status, answer.code]).toEqual([403, 'creators_only'])
    }
  })
})
