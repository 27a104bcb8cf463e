// Takes the server off the network without losing a request.
import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long readiness is denied before anything else, so that load balancers send new requests elsewhere. */
const NOT_READY_MS = 1000
/** How long clients that keep a connection open are told, with each answer, to take the next request elsewhere. */
const DRAIN_MS = 500

/** To be called before `stopServer` can be: from the moment nothing new is accepted, each answer is a connection's last. */
export function closeConnectionsWhileStopping(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (!app.server.listening) reply.header('connection', 'close')
  })
}

/** Resolves when the requests in hand are answered and every connection is closed. */
export async function stopServer(app: FastifyInstance): Promise<void> {
  await pause(NOT_READY_MS)
  // Only the door is closed here. Closing the HTTP server would at once cut the connections that are idle, and with
  // them a request that is on its way; and nobody is told to connect anew before, to be cut off at the door.
  Server.prototype.close.call(app.server)
  await pause(DRAIN_MS)
  await app.close()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
