// Browsers and proxies store no private answer: each call says so, and so do refusals.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let ada: Browser
let id: string
beforeAll(async () => {
  server = await startServer()
  id = (await buildPeople(server.deps, { ada: creator({ signals: ['Bought ASML'] }) })).ada.id
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

const paths = Object.values(contract)
  .flatMap((feature): Endpoint[] => Object.values(feature))
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path)

test.each(paths)('GET %s', async (path) => {
  for (const browser of [ada, server.visitor()]) {
    const response = await browser.fetch(
      path.replace(/:(\w+)/, (_, name) => (name === 'username' ? 'ada' : id)),
    )
    await response.body?.cancel()
    expect(response.headers.get('cache-control')).toMatch(/^(private, )?no-store$/)
  }
})
