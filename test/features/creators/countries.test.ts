// Where creators are paid, and where the operator lets them sell.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { creators } from '#shared/contracts/creators.ts'
import { readCountries } from '#shared/rules/countries.ts'
import { buyPlan, onboard } from '#test/features/billing/billing-steps.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, member } from '#tools/demo/build-people.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

let people = 0
async function newMember(at: TestServer = server) {
  const name = `country_${(people += 1)}`
  const built: Record<string, { id: string }> = await buildPeople(at.deps, { [name]: member() })
  return { id: built[name]?.id ?? '', browser: await at.signIn(name) }
}
const choose = (country: string) => ({ body: { country } })

test('a creator chooses among the countries that Stripe names; the account is there, and then it can’t be changed', async () => {
  const { id, browser } = await newMember()
  const before = await browser.call(creators.payoutCountry)
  expect(before).toMatchObject({ country: null, isFixed: false })
  expect(before.countries).toContainEqual({ code: 'DE', name: 'Germany' })
  expect(before.countries.map(({ code }) => code)).not.toContain('RU')
  expect(await refusal(browser.call(creators.setPayoutCountry, choose('RU')))).toMatchObject({
    code: 'country_not_open',
    message: 'Our payment provider can’t pay out to Russia yet.',
  })
  await browser.call(creators.setPayoutCountry, choose('FR'))
  expect(await browser.call(creators.setPayoutCountry, choose('DE'))).toMatchObject({ country: 'DE' })
  await buyPlan(server, browser)
  await onboard(browser)
  const { stripeAccountId } = await server.deps.db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const account = await server.deps.stripe.v2.core.accounts.retrieve(stripeAccountId ?? '', {
    include: ['identity'],
  })
  expect(account.identity?.country).toBe('de')
  expect(await browser.call(creators.payoutCountry)).toMatchObject({ country: 'DE', isFixed: true })
  expect(await refusal(browser.call(creators.setPayoutCountry, choose('FR')))).toMatchObject({
    code: 'country_fixed',
  })
})

test('with SELL_IN, a creator in another country is refused before paying and before onboarding', async () => {
  const small = await startServer({ config: { sellIn: ['US', 'CA'] } })
  try {
    const { id, browser } = await newMember(small)
    const { countries } = await browser.call(creators.payoutCountry)
    expect(countries.map(({ name }) => name)).toEqual(['Canada', 'United States'])
    expect(await refusal(browser.call(creators.startPlan))).toMatchObject({ code: 'country_required' })
    expect(await refusal(browser.call(creators.setPayoutCountry, choose('DE')))).toMatchObject({
      code: 'country_not_open',
      message: 'Creators in Germany can’t sell subscriptions here yet. You haven’t been charged.',
    })
    await browser.call(creators.setPayoutCountry, choose('CA'))
    await buyPlan(small, browser)
    // The operator stops selling in a country: existing creators there can no longer set up payouts.
    await small.deps.db.updateTable('users').set({ payoutCountry: 'DE' }).where('id', '=', id).execute()
    expect(await refusal(browser.call(creators.createAccount))).toMatchObject({ code: 'country_not_open' })
  } finally {
    await small.stop()
  }
})

test.each([
  ['us, ca,US', ['US', 'CA']],
  ['EU', null],
  ['USA', null],
  ['', null],
  ['US,,CA', null],
])('SELL_IN %j is %j', (given, countries) => {
  expect(readCountries(given)).toEqual(countries)
})

test('creators can sell in every country by default', () => {
  expect(readConfig({ NODE_ENV: 'test', SESSION_SECRET: 's'.repeat(32) }).sellIn).toBeNull()
})
