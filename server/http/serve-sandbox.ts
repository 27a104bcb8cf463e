// Passes requests to the sandboxes of Stripe and of the brokers.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from './access-log.ts'

/** Handles a request whose body hasn't been read yet. */
export type Sandbox = { handle: (request: IncomingMessage, response: ServerResponse) => void }

/**
 * Passes requests to a sandbox, without our hooks or parsers: a sandbox reads requests and sets headers itself, like
 * the real service. The Stripe sandbox also answers on the paths that an unmodified Stripe SDK uses with this host and
 * port.
 */
export function serveSandbox(app: FastifyInstance, { handle }: Sandbox, addresses: RegExp): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!addresses.test(request.url)) return done()
    reply.hijack()
    reply.raw.setHeader(REQUEST_ID_HEADER, request.id)
    handle(request.raw, reply.raw)
  })
}
