// Calls to other services don't follow redirects, which could lead their keys to another host.
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openClient } from '#server/adapters/broker/plaid/client.ts'
import { checkSnaptradeKeys } from '#server/adapters/broker/snaptrade/open.ts'
import { alpacaMarket } from '#server/adapters/market/alpaca.ts'
import { massiveMarket } from '#server/adapters/market/massive.ts'
import { postLimited } from '#server/adapters/post-limited.ts'

let service: Server
let url: string
let asked: string[] = []
beforeAll(async () => {
  service = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    asked.push(path)
    response.writeHead(307, { location: `${url}/elsewhere` }).end()
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => service.close())
beforeEach(() => void (asked = []))

const rateLimit = { acquire: async () => {}, pause: async () => {} }
const KEYS = { clientId: 'id', secret: 'secret', environment: 'sandbox' as const }
const callPlaid = async () =>
  await openClient({ ...KEYS, basePath: url })((plaid, options) =>
    plaid.itemGet({ access_token: 'access-sandbox-1' }, options),
  )
const post = async () => {
  const { status } = await postLimited(url, {
    type: 'text/plain',
    body: Buffer.from('x'),
    signal: AbortSignal.timeout(5000),
    maxBytes: 1000,
  })
  if (status !== 200) throw new Error(`answers ${status}`)
}

test.each([
  [
    'Massive',
    /^Massive failed/,
    () => massiveMarket({ key: 'key', rateLimit, url }).closes('ACME', '2025-07-01', '2025-07-02'),
  ],
  [
    'Alpaca',
    /^Alpaca failed/,
    () =>
      alpacaMarket({ keyId: 'id', secret: 'key', rateLimit, url }).closes('ACME', '2025-07-01', '2025-07-02'),
  ],
  [
    'SnapTrade',
    /^SnapTrade answered 307/,
    () => checkSnaptradeKeys({ clientId: 'id', consumerKey: 'key' }, url),
  ],
  ['Plaid', /Plaid/, callPlaid],
  ['a time-stamping authority or a witness', /^answers 307/, post],
])('%s is not followed elsewhere', async (_service, message, ask) => {
  await expect(ask()).rejects.toThrow(message)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked).not.toContain('/elsewhere')
})
