// Refuses state-changing requests that another site's page makes in a signed-in person's browser (CSRF).
import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problems.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers say where a request comes from: `Sec-Fetch-Site`, or at least `Origin`. A request that carries neither is
 * no browser's, so no cookie was attached behind anybody's back.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', async (request) => {
    if (READS.has(request.method)) return
    const site = request.headers['sec-fetch-site']
    if (site === 'same-origin' || site === 'none') return
    const { origin } = request.headers
    if (site === undefined && origin === undefined) return
    if (
      origin !== undefined &&
      (origin === new URL(publicUrl()).origin || origin === `${request.protocol}://${request.host}`)
    )
      return
    throw new Problem('cross_site')
  })
}
