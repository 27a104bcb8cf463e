// A member's own status: portfolio, Creator Mode and subscriptions.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'ada' | 'newcomer' | 'bob' | 'cyd', Person>
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator(),
    newcomer: creator({ payouts: false }),
    bob: member(),
    cyd: member(),
  })
})
afterAll(() => server.stop())

// @spec-3.57 @spec-7.29
test.each([
  ['ada', true],
  ['newcomer', true],
  ['bob', false],
])('%s gets isCreator: %s', async (name, isCreator) => {
  expect((await (await server.signIn(name)).send('GET', '/api/creator-status')).body).toEqual({ isCreator })
})

test('a member who has just become a creator can post at once, although the session is cached', async () => {
  const browser = await server.signIn('cyd')
  const post = async () => (await browser.send('POST', '/api/signals', { content: 'Hello' })).status
  expect(await post()).toBe(403)
  // This update sends no notification, which would drop the cached session.
  await server.deps.db
    .updateTable('users')
    .set({ isCreator: true, stripeOnboardingCompleted: true })
    .where('id', '=', people.cyd.id)
    .execute()
  expect(await post()).toBe(201)
})

// @spec-3.54
test('a member without a connected portfolio has no holdings and no return', async () => {
  const { body } = await (await server.signIn('bob')).send('GET', '/api/portfolio')
  expect(body).toEqual({ holdings: [], connected: false, performance: '+0.0%' })
})

// @spec-3.53 @spec-7.23
test('a portfolio shows its owner percentages by ticker, and no amounts', async () => {
  await server.deps.pool.query(
    `insert into portfolio_holdings (id, user_id, ticker, company_name, percent_return, created_at, updated_at)
     select gen_random_uuid(), $1, ticker, name, percent, now(), now()
     from (values ('MSFT', 'Microsoft', '-2.5%'), ('AAPL', 'Apple', '+12.3%')) t(ticker, name, percent)`,
    [people.ada.id],
  )
  const { holdings } = (await (await server.signIn('ada')).send('GET', '/api/portfolio')).body as {
    holdings: object[]
  }
  expect(holdings).toEqual([
    { id: expect.any(String) as unknown, ticker: 'AAPL', companyName: 'Apple', percentReturn: '+12.3%' },
    { id: expect.any(String) as unknown, ticker: 'MSFT', companyName: 'Microsoft', percentReturn: '-2.5%' },
  ])
  expect((await (await server.signIn('newcomer')).send('GET', '/api/portfolio')).body).toMatchObject({
    holdings: [],
  })
})

test('the subscription status is false for an unknown person, and a refusal for an invalid id', async () => {
  const bob = await server.signIn('bob')
  const unknown = await bob.send('GET', '/api/subscriptions/status/00000000-0000-4000-8000-000000000000')
  expect([unknown.status, unknown.body]).toEqual([200, { isSubscribed: false }])
  expect(await bob.send('GET', '/api/subscriptions/status/ada')).toMatchObject({
    status: 400,
    body: { message: 'Not a valid id' },
  })
})
