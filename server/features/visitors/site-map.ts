// Tells search engines what they may list: robots.txt, and a site map of exactly the pages without `noindex`.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { DOCUMENTS } from '#shared/visitor-page.ts'
import { Problem } from '#shared/problems.ts'
import { foundCounts, foundPeople, foundSignals, foundTickers } from './store.ts'

/** The limit of the protocol (https://www.sitemaps.org/protocol.html). */
const PAGES_MAX = 50_000
const CACHE_CONTROL = 'public, max-age=3600'

/** Pages that always exist. */
const FIXED = [
  '/',
  '/discover',
  '/method',
  '/log',
  '/verify',
  '/rules',
  '/transparency',
  ...DOCUMENTS.map((name) => `/${name}`),
]

type Entry = { path: string; changedAt?: Date | null }

export function siteMapRoutes(
  app: FastifyInstance,
  deps: Deps,
  limits: RateLimits,
  publicUrl: () => string,
): void {
  const xml = (root: string, items: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${root}>\n`
  const location = (path: string, changedAt?: Date | null) =>
    `<loc>${publicUrl()}${path.replaceAll('&', '&amp;')}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}`

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CACHE_CONTROL)
      .send(
        [
          'User-agent: *',
          'Disallow: /api/',
          'Disallow: /objects/',
          'Disallow: /sandbox/',
          `Sitemap: ${publicUrl()}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )

  app.get('/sitemap.xml', async (request, reply) => {
    limits.count(clientAddress(request))
    const counts = await foundCounts(deps)
    const files = Object.entries(counts).flatMap(([kind, count]) =>
      Array.from({ length: Math.ceil(count / PAGES_MAX) }, (_, part) => `/sitemaps/${kind}-${part + 1}.xml`),
    )
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', CACHE_CONTROL)
      .send(
        xml(
          'sitemapindex',
          ['/sitemaps/pages-1.xml', ...files].map((path) => `<sitemap>${location(path)}</sitemap>`),
        ),
      )
  })

  const entriesOf = async (kind: string, offset: number): Promise<Entry[]> => {
    switch (kind) {
      case 'pages':
        return offset === 0 ? FIXED.map((path) => ({ path })) : []
      case 'people':
        return (await foundPeople(deps, offset, PAGES_MAX)).map(({ username, changedAt }) => ({
          path: `/@${username}`,
          changedAt,
        }))
      case 'signals':
        return (await foundSignals(deps, offset, PAGES_MAX)).map(({ id, changedAt }) => ({
          path: `/s/${id}`,
          changedAt,
        }))
      case 'tickers':
        return (await foundTickers(deps, offset, PAGES_MAX)).map(({ ticker, changedAt }) => ({
          path: `/t/${encodeURIComponent(ticker)}`,
          changedAt,
        }))
      default:
        return []
    }
  }

  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    limits.count(clientAddress(request))
    const [, kind = '', part = ''] =
      /^(pages|people|signals|tickers)-(\d{1,5})\.xml$/.exec(request.params.file) ?? []
    const entries = kind === '' ? [] : await entriesOf(kind, (Number(part) - 1) * PAGES_MAX)
    if (entries.length === 0) throw new Problem('not_found')
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', CACHE_CONTROL)
      .send(
        xml(
          'urlset',
          entries.map(({ path, changedAt }) => `<url>${location(path, changedAt)}</url>`),
        ),
      )
  })
}
