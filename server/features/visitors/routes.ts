// The routes for visitors and other sites besides the API: pages, badges, feeds, frames and the site map.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { FrontEnd } from '#server/http/front-end.ts'
import type { PageNotices } from '#server/http/page-templates.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { badgeRoutes } from './badge-routes.ts'
import { embedRoutes } from './embed-routes.ts'
import { feedRoutes } from './feed-routes.ts'
import { publicPageOf } from './find-page.ts'
import { openVisitorPages } from './pages.ts'
import type { Readers } from './readers.ts'
import { shareRoutes } from './share-routes.ts'
import { siteMapRoutes } from './site-map.ts'

/** Returns the functions that answer requests for pages whose addresses the front end shares with the app. */
export function visitorRoutes(
  app: FastifyInstance,
  deps: Deps,
  readers: Readers,
  limits: RateLimits,
  { publicUrl, notices }: { publicUrl: () => string; notices: PageNotices },
): FrontEnd['visitors'] {
  siteMapRoutes(app, deps, limits, publicUrl)
  badgeRoutes(app, deps, readers, limits)
  shareRoutes(app, deps, readers, limits)
  feedRoutes(app, deps, readers, limits, publicUrl)
  const pages = openVisitorPages(deps, readers, limits, { publicUrl, notices })
  embedRoutes(app, pages, publicUrl)
  return { ...pages, publicPageOf: (path) => publicPageOf(deps, path) }
}
