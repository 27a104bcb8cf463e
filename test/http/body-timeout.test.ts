// A request that arrives too slowly is refused; a broker's file may take longer.
import Fastify from 'fastify'
import { request } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenRequestRefusal } from '#server/http/error-replies.ts'
import { enforceBodyTimeout } from '#server/http/body-timeout.ts'

const refuseBrokenRequest = brokenRequestRefusal({}, { refused: (_socket, status) => `id of a ${status}` })
const app = Fastify({
  clientErrorHandler: refuseBrokenRequest,
  http: { headersTimeout: 100, connectionsCheckingInterval: 50 },
})
beforeAll(async () => {
  enforceBodyTimeout(app, { timeoutMs: 100, exemptPath: '/patient', refuseBrokenRequest })
  for (const path of ['/usual', '/patient']) app.post(path, async () => 'heard')
  await app.listen({ port: 0 })
})
afterAll(() => app.close())

/** Sends half of a body, and the rest after the given milliseconds; resolves with the response's status. */
function sendSlowly(path: string, afterMs: number): Promise<number | undefined> {
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  return new Promise((resolve, reject) => {
    const sending = request({ port, path, method: 'POST', headers })
    sending.once('error', reject)
    sending.once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sending.write('{')
    setTimeout(() => sending.end('}'), afterMs)
  })
}

test('a slow body gets an error response, and its connection is closed', async () => {
  expect(await sendSlowly('/usual', 400)).toBe(400)
  expect(await sendSlowly('/usual', 10)).toBe(200)
})

test('slow headers get an error response too, with a request id', async () => {
  const socket = connect((app.server.address() as AddressInfo).port)
  socket.write('GET /usual HTTP/1.1\r\nHost: localhost\r\n')
  const [heard] = (await once(socket, 'data')) as [Buffer]
  const [head = '', body = ''] = heard.toString().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 [^]*\r\nx-request-id: id of a 400$/)
  const message = 'The request didn’t arrive in time'
  expect(JSON.parse(body)).toEqual({ code: 'invalid', message, requestId: 'id of a 400' })
})

test('the exempt path allows a slow body', async () => {
  expect(await sendSlowly('/patient', 400)).toBe(200)
  expect(await sendSlowly('/patient?x=1', 400)).toBe(200)
})
