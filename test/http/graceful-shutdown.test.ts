// A server that stops: no answer is lost, and nothing makes it wait without a reason.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { closeConnectionsWhileStopping, stopServer } from '#server/http/graceful-shutdown.ts'

async function listening(answer: () => Promise<string>): Promise<{ app: FastifyInstance; port: number }> {
  const app = Fastify({ forceCloseConnections: 'idle' })
  closeConnectionsWhileStopping(app)
  app.get('/', answer)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

test('a connection that a browser opened in advance and never used doesn’t keep the server from stopping', async () => {
  const { app, port } = await listening(async () => 'done')
  const unused = connect(port, '127.0.0.1')
  const accepted = once(app.server, 'connection')
  await Promise.all([once(unused, 'connect'), accepted])
  const closed = once(unused, 'close')
  unused.resume()
  const begin = performance.now()
  await stopServer(app, 0)
  await closed
  // Node would wait for a minute.
  expect(performance.now() - begin).toBeLessThan(30_000)
})

test('a request that is being answered gets its answer, and its connection is closed', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { app, port } = await listening(async () => {
    ask()
    await mayAnswer
    return 'done'
  })
  const response = fetch(`http://127.0.0.1:${port}/`)
  await asked
  const stopped = stopServer(app, 0)
  answer()
  expect(await (await response).text()).toBe('done')
  await stopped
})
