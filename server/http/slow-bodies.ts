// Cuts requests off that don't arrive: most are small, and a few may take their time.
import type { FastifyInstance } from 'fastify'
import { refuseBrokenRequest } from './problems.ts'

/**
 * `usualMs`: how long the body of a request may take; those to `patientPath` have as long as the server itself gives
 * them (`requestTimeout`). To be called before any hook that reads bodies.
 */
export function cutOffSlowBodies(
  app: FastifyInstance,
  { usualMs, patientPath }: { usualMs: number; patientPath: string },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
    if ((length !== '0' || coding !== undefined) && request.url.split('?')[0] !== patientPath) {
      const timer = setTimeout(() => {
        if (!raw.complete)
          refuseBrokenRequest(new Error('The request body didn’t arrive in time'), raw.socket)
      }, usualMs).unref()
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
}
