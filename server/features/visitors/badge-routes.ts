// Serves the badge of a record to any site: /badge/maya.svg, /badge/maya.png, each also with `?theme=dark`.
import type { FastifyInstance } from 'fastify'
import { renderImage, renderSvg } from '#server/adapters/render-image.ts'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { BADGE, type BadgeTheme, drawBadge } from './draw-badge.ts'
import { openPageCache } from './page-cache.ts'
import type { Readers } from './readers.ts'
import { listedPersonNamed } from './store.ts'

/** The same time as for pages in shared caches, because the person may stop showing the record. */
const CACHE_CONTROL = 'public, max-age=60'
const CACHED_BYTES = 4 * 1024 * 1024
/** Makes the picture sharp on phones. */
const PNG_SCALE = 2
const TYPES = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' }

export function badgeRoutes(
  app: FastifyInstance,
  deps: Deps,
  { records }: Pick<Readers, 'records'>,
  limits: RateLimits,
): void {
  const cache = openPageCache(CACHED_BYTES)

  app.get<{ Params: { file: string }; Querystring: { theme?: string } }>(
    '/badge/:file',
    async (request, reply) => {
      const [, name = '', type] = /^(\w+)\.(svg|png)$/.exec(request.params.file) ?? []
      const person = looksLikeUsername(name) ? await listedPersonNamed(deps, name) : undefined
      if (!person?.isShown || (type !== 'svg' && type !== 'png')) throw new Problem('not_found')
      const theme: BadgeTheme = request.query.theme === 'dark' ? 'dark' : 'light'
      const bytes = await cache.get(`${person.id} ${type} ${theme}`, person.version, async () => {
        limits.count(clientAddress(request))
        const record = rankings.person.reply.parse(await records.person(null, person.username))
        const badge = drawBadge(record, theme)
        return type === 'svg'
          ? Buffer.from(await renderSvg(badge, BADGE))
          : renderImage(badge, BADGE, PNG_SCALE)
      })
      return (
        reply
          .type(TYPES[type])
          .header('cache-control', CACHE_CONTROL)
          // Other sites embed the picture.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(bytes)
      )
    },
  )
}
