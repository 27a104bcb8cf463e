// Serves the preview images of shared links to anyone, because other sites' servers request them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import type { LinkPreview } from '#server/http/head-tags.ts'
import { Problem } from '#shared/problems.ts'
import { drawCard } from './draw-card.ts'
import { findSharedPage, PRODUCT_PAGE } from './find-shared-page.ts'
import { type Card, cardVersion } from './views.ts'

/** Five minutes, because a profile may become private. The URL changes with the image (`?v=`). */
const CACHE_CONTROL = 'public, max-age=300'
/** Images in memory, about 40 kB each (measured). */
const CACHED_MAX = 100

/**
 * The link preview of the requested page. Never throws, because the page itself works without it and without
 * the database.
 */
export async function linkPreview(
  deps: Deps,
  limits: RateLimits,
  request: FastifyRequest,
  path: string,
): Promise<LinkPreview> {
  try {
    limits.count(clientAddress(request))
    return (await findSharedPage(deps, path)).preview
  } catch {
    return PRODUCT_PAGE.preview
  }
}

export function sharingRoutes(app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  const cached = new Map<string, Promise<Buffer>>()

  function imageOf(card: Card): Promise<Buffer> {
    const version = cardVersion(card)
    const image = cached.get(version) ?? drawCard(card)
    // Moved to the end, so that the first entry is the least recently used.
    cached.delete(version)
    cached.set(version, image)
    image.catch(() => cached.delete(version))
    const [oldest = ''] = cached.keys()
    if (cached.size > CACHED_MAX) cached.delete(oldest)
    return image
  }

  app.get<{ Params: { '*': string } }>('/share/*', async (request, reply) => {
    limits.count(clientAddress(request))
    const [, path] = /^((?:profile|signal)\/[^/]+|signalpost)\.png$/.exec(request.params['*']) ?? []
    if (path === undefined) throw new Problem('not_found')
    const { card } = path === 'signalpost' ? PRODUCT_PAGE : await findSharedPage(deps, `/${path}`)
    return (
      reply
        .type('image/png')
        .header('cache-control', CACHE_CONTROL)
        // Other sites embed the image.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(await imageOf(card))
    )
  })
}
