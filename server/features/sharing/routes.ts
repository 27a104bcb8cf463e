// The pictures of shared links. They are asked for by other sites' servers, so anybody may have them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { addressOf, type Limits } from '#server/http/limits.ts'
import type { Preview } from '#server/http/page-head.ts'
import { Problem } from '#shared/problems.ts'
import { drawCard } from './draw-card.ts'
import { findShared, PRODUCT } from './find-shared.ts'
import { type Card, versionOf } from './views.ts'

/** Short, since a profile may turn private; the address changes with the picture (`?v=`), the server draws it once. */
const CACHE = 'public, max-age=300'
/** Pictures kept in memory, some 40 kB each (measured). */
const KEPT_MAX = 100

/** What the page a request asks for looks like elsewhere; the page is there without the database, and without this. */
export const previews =
  (deps: Deps, limits: Limits) =>
  async (request: FastifyRequest, path: string): Promise<Preview> => {
    try {
      limits.count(addressOf(request))
      return (await findShared(deps, path)).preview
    } catch {
      return PRODUCT.preview
    }
  }

export function sharingRoutes(app: FastifyInstance, deps: Deps, limits: Limits): void {
  const kept = new Map<string, Promise<Buffer>>()

  function performanceSummary(card: Card): Promise<Buffer> {
    const version = versionOf(card)
    const picture = kept.get(version) ?? drawCard(card)
    // Put back at the end, so that what is first was asked for longest ago.
    kept.delete(version)
    kept.set(version, picture)
    picture.catch(() => kept.delete(version))
    const [oldest = ''] = kept.keys()
    if (kept.size > KEPT_MAX) kept.delete(oldest)
    return picture
  }

  app.get<{ Params: { '*': string } }>('/share/*', async (request, reply) => {
    limits.count(addressOf(request))
    const [, path] = /^((?:profile|signal)\/[^/]+|signalpost)\.png$/.exec(request.params['*']) ?? []
    if (path === undefined) throw new Problem('not_found')
    const { card } = path === 'signalpost' ? PRODUCT : await findShared(deps, `/${path}`)
    return (
      reply
        .type('image/png')
        .header('cache-control', CACHE)
        // Shown on pages of other sites, which is what it is for.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(await performanceSummary(card))
    )
  })
}
