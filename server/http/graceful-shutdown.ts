// Takes the server off the network without losing a request.
import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * For this long after the last check, every response tells its client to close the connection and send the next request
 * elsewhere.
 */
const CLOSING_MS = 500

/** Call this at startup: once `stopServer` stops accepting connections, each response closes its own. */
export function closeConnectionsWhileStopping(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (!app.server.listening) reply.header('connection', 'close')
  })
}

/**
 * Resolves once all requests are answered and every connection is closed. For `drainMs` the readiness check fails and
 * everything else works, so that load balancers notice and send new requests elsewhere.
 */
export async function stopServer(app: FastifyInstance, drainMs: number): Promise<void> {
  await pause(drainMs)
  // Closes only the listening socket. Closing the HTTP server would also close idle connections, and lose a request
  // that is on its way. Clients are only told to reconnect after this: the close could cut off a new connection to this
  // server.
  Server.prototype.close.call(app.server)
  await pause(CLOSING_MS)
  await app.close()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
