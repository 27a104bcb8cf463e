// Takes the server off the network without losing a request.
import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** First the readiness check fails for this long, so that load balancers send new requests elsewhere. */
const NOT_READY_MS = 1000
/** Then, for this long, every response tells its client to close the connection and send the next request elsewhere. */
const DRAIN_MS = 500

/** Call this at startup: once `stopServer` stops accepting connections, each response closes its own. */
export function closeConnectionsWhileStopping(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (!app.server.listening) reply.header('connection', 'close')
  })
}

/** Resolves once all requests are answered and every connection is closed. */
export async function stopServer(app: FastifyInstance): Promise<void> {
  await pause(NOT_READY_MS)
  // Closes only the listening socket. Closing the HTTP server would also close idle connections, and lose a request that is
  // on its way. Clients are only told to reconnect after this: the close could cut off a new connection to this server.
  Server.prototype.close.call(app.server)
  await pause(DRAIN_MS)
  await app.close()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
