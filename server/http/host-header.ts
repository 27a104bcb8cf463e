// Refuses requests whose Host header is missing or ambiguous.
import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problems.ts'

/**
 * Refuses requests without a Host header or with several (RFC 9112, section 3.2): our links are built from it, and a
 * proxy may have read another one than we do.
 */
export function requireHostHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.host) throw new Problem('invalid', { message: 'The Host header is missing' })
    // Node keeps the first one in `headers`.
    if ((request.raw.headersDistinct.host ?? []).length > 1)
      throw new Problem('invalid', { message: 'The request has more than one Host header' })
  })
  // A server may ignore an unknown expectation (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
