// Ends requests whose body arrives too slowly.
import type { FastifyInstance } from 'fastify'
import { REQUEST_TIMEOUT, type RefuseBrokenRequest } from './error-replies.ts'

/**
 * `timeoutMs`: the time limit for a request body. Requests to `exemptPath` only have the server's own limit,
 * `requestTimeout`. Call this before adding any hook that reads bodies.
 */
export function enforceBodyTimeout(
  app: FastifyInstance,
  {
    timeoutMs,
    exemptPath,
    refuseBrokenRequest,
  }: { timeoutMs: number; exemptPath: string; refuseBrokenRequest: RefuseBrokenRequest },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
    if ((length !== '0' || coding !== undefined) && request.url.split('?')[0] !== exemptPath) {
      const timer = setTimeout(() => {
        const late = Object.assign(new Error('The request body arrived too slowly'), {
          code: REQUEST_TIMEOUT,
        })
        if (!raw.complete) refuseBrokenRequest(late, raw.socket)
      }, timeoutMs).unref()
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
}
