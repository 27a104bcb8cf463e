// A second factor is offered to those who have something to lose.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { creators } from '#shared/contracts/creators.ts'
import { factors } from '#shared/contracts/factors.ts'
import { buyPlan } from '#test/features/billing/billing-steps.ts'
import { connectSample } from '#test/sample-broker.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: member(), bob: member() })
})
afterAll(() => server.stop())

async function setUpPayouts(browser: Browser): Promise<void> {
  await buyPlan(server, browser)
  await browser.call(creators.createAccount)
}

test.each([
  ['ada', 'a broker is connected', (ada: Browser) => connectSample(server, ada, 'SAMPLE-EMPTY')],
  ['bob', 'payouts are set up', setUpPayouts],
])('to %s it is suggested once %s, until there is one', async (name, _what, connect) => {
  const browser = await server.signIn(name)
  const isSuggested = async () => (await browser.call(factors.overview)).isSuggested
  expect(await isSuggested()).toBe(false)
  await connect(browser)
  expect(await isSuggested()).toBe(true)
  const { secret } = await browser.call(factors.setUpAuthenticator)
  await browser.call(factors.confirmAuthenticator, { body: { code: generateSync({ secret }) } })
  expect(await isSuggested()).toBe(false)
})
