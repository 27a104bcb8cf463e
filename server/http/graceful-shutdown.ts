// Stops accepting requests without losing one.
import { Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How long after the last health check every response closes its connection, so that the next request goes
 * elsewhere.
 */
const CLOSING_MS = 500

/**
 * Call this at startup. Once `stopServer` stops accepting connections, each response closes its own. Connections that
 * browsers opened in advance and never used are closed at the end: Node doesn't count them as idle and would wait for a
 * minute.
 */
export function closeConnectionsWhileStopping(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (!app.server.listening) reply.header('connection', 'close')
  })
}

/**
 * Resolves once all requests are answered and every connection is closed. For `drainMs` the readiness check fails while
 * everything else works, so that load balancers send new requests elsewhere.
 */
export async function stopServer(app: FastifyInstance, drainMs: number): Promise<void> {
  await pause(drainMs)
  // Closes only the listening socket. Closing the HTTP server would also close idle connections, and lose a request
  // that is on its way. Responses close their connections only after this, so that clients don't reconnect to this
  // server.
  Server.prototype.close.call(app.server)
  await pause(CLOSING_MS)
  await app.close()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
