// Every call of the contract is served, and those for members refuse visitors.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { serializerOf } from '#server/http/serve.ts'
import { startServer, type TestServer } from '#test/server.ts'

const endpoints = Object.values(contract).flatMap((feature): Endpoint[] => Object.values(feature))
const anyId = '00000000-0000-4000-8000-000000000000'
const clientAddress = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, anyId)

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

// @spec-4.37 @spec-5.43 @spec-6.1 @spec-6.15 @spec-7.6 @spec-7.7 @spec-7.8 @spec-7.9 @spec-7.10 @spec-7.11
// @spec-7.12 @spec-7.13 @spec-7.14 @spec-7.15 @spec-7.16 @spec-7.17 @spec-7.18 @spec-7.19 @spec-7.20
// @spec-7.21 @spec-7.22 @spec-7.23 @spec-7.24 @spec-7.25 @spec-7.26 @spec-7.27 @spec-7.28 @spec-7.29
// @spec-7.30 @spec-7.31 @spec-7.32 @spec-7.33 @spec-7.34 @spec-7.35 @spec-7.36 @spec-7.37 @spec-7.38
// @spec-8.43
test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s is served, and treats a visitor as the contract says',
  async (_name, endpoint) => {
    const { status, body } = await server
      .visitor()
      .send(endpoint.method, clientAddress(endpoint), endpoint.method === 'GET' ? undefined : {})
    expect(body).not.toMatchObject({ code: 'not_found' })
    if (endpoint.access === 'member')
      expect([status, body]).toMatchObject([401, { code: 'unauthorized', message: 'Unauthorized' }])
    else expect(status).toBeLessThan(500)
    if (endpoint.access === 'anyone') expect(status).not.toBe(401)
  },
)

test('no two calls share a method and path', () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'the serializer of %s can be compiled',
  (_name, endpoint) => {
    expect(serializerOf(endpoint)).toBeTypeOf('function')
  },
)
