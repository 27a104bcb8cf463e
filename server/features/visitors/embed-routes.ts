// Serves what other sites embed: frames without cookies and script, and their description for sites that ask (oEmbed).
import type { FastifyInstance } from 'fastify'
import { DOCUMENT_HEADERS } from '#server/http/security-headers.ts'
import { Problem } from '#shared/problems.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { embedCode, EMBEDS, type EmbedKind } from '#shared/rules/embed-code.ts'
import type { VisitorPages } from './pages.ts'

const CACHE_CONTROL = 'public, max-age=60'
/** For the only pages that other sites may frame. They load nothing but our own styles, fonts and pictures. */
const EMBED_CSP = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join(';')

/** The smallest frame in which nothing overlaps. */
const WIDTH_MIN = 240
const HEIGHT_MIN = 160

export function embedRoutes(app: FastifyInstance, pages: VisitorPages, publicUrl: () => string): void {
  app.get('/embed/*', async (request, reply) => {
    void reply
      .removeHeader('x-frame-options')
      .header('content-security-policy', EMBED_CSP)
      .header('cross-origin-resource-policy', 'cross-origin')
    for (const name of DOCUMENT_HEADERS) if (name !== 'permissions-policy') void reply.removeHeader(name)
    const [path = ''] = request.url.split('?')
    if (!(await pages.answerEmbed(request, reply, path))) throw new Problem('not_found')
    return reply
  })

  app.get<{ Querystring: Record<string, string | string[] | undefined> }>(
    '/oembed',
    async (request, reply) => {
      void reply
        .header('cache-control', CACHE_CONTROL)
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
      const { url, format = 'json', maxwidth, maxheight } = request.query
      if (format !== 'json')
        return await reply
          .status(501)
          .send({ code: 'not_implemented', message: 'Only format=json is available' })
      if (typeof url !== 'string') throw new Problem('invalid', { message: 'url must be one address' })
      const asked = addressOf(url, publicUrl())
      const found = asked && (await pages.findEmbedded(asked.kind, asked.name))
      if (!asked || !found) throw new Problem('not_found')
      const size = {
        width: atMost(maxwidth, EMBEDS[asked.kind].width, WIDTH_MIN, 'maxwidth'),
        height: atMost(maxheight, EMBEDS[asked.kind].height, HEIGHT_MIN, 'maxheight'),
      }
      const { username, name } = found
      return {
        version: '1.0',
        type: 'rich',
        provider_name: PRODUCT_NAME,
        provider_url: `${publicUrl()}/`,
        title: `${asked.kind === 'record' ? 'Record' : 'Signal'} of @${username} on ${PRODUCT_NAME}`,
        author_name: `@${username}`,
        author_url: `${publicUrl()}/@${username}`,
        cache_age: 60,
        html: embedCode(publicUrl(), asked.kind, { name, username }, size),
        ...size,
      }
    },
  )
}

/**
 * The subject of one of our URLs; undefined for other URLs. The app's own URLs are included, because people copy those.
 */
function addressOf(text: string, publicUrl: string): { kind: EmbedKind; name: string } | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin, pathname } = new URL(text)
  if (origin !== new URL(publicUrl).origin) return undefined
  const [, person, signal] =
    /^\/(?:(?:@|profile\/|embed\/record\/)(\w+)|(?:s|signal|embed\/signal)\/([\w-]+))\/?$/.exec(pathname) ??
    []
  if (person !== undefined) return { kind: 'record', name: person }
  return signal === undefined ? undefined : { kind: 'signal', name: signal }
}

/** A size, limited by what the requesting site asks for. Throws `invalid`. */
function atMost(limit: string | string[] | undefined, size: number, least: number, name: string): number {
  if (limit === undefined) return size
  if (typeof limit !== 'string' || !/^\d{1,5}$/.test(limit) || Number(limit) === 0)
    throw new Problem('invalid', { message: `${name} must be a number of pixels` })
  return Math.max(least, Math.min(size, Number(limit)))
}
