// Refuses state-changing requests from another site's page (CSRF).
import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problems.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers send the origin of such a request in `Sec-Fetch-Site`, or at least in `Origin`. A request with neither
 * doesn't come from a browser, so its cookie was sent deliberately.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return
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
