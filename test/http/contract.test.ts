// Every call of the contract is served, and those for members refuse strangers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { startServer, type TestServer } from '#test/server.ts'

const endpoints = Object.values(contract).flatMap((feature): Endpoint[] => Object.values(feature))
const anyId = '00000000-0000-4000-8000-000000000000'
const addressOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, anyId)

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s is served, and answers a visitor as the contract says',
  async (_name, endpoint) => {
    const { status, body } = await server
      .visitor()
      .send(endpoint.method, addressOf(endpoint), endpoint.method === 'GET' ? undefined : {})
    expect(body).not.toMatchObject({ code: 'not_found' })
    if (endpoint.access === 'member')
      expect([status, body]).toEqual([401, { code: 'unauthorized', message: 'Unauthorized' }])
    else expect(status).toBeLessThan(500)
    if (endpoint.access === 'anyone') expect(status).not.toBe(401)
  },
)

test('no two calls share a method and path', () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
})
