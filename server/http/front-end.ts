// Serves the built web app: its files, and the page for every URL that isn't the API's.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { signals } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { contentCodingFor, setContentCoding } from './compress-replies.ts'
import { DOCUMENT_HEADERS } from './security-headers.ts'
import { headTags, type LinkPreview } from './head-tags.ts'

const dist = join(import.meta.dirname, '../../dist')

/** Paths that never return the page. */
const NO_PAGE = /^\/(api|objects|sandbox|assets|share)(\/|$)/

/** A hidden file or one with an extension, such as /.env, /.git/HEAD and /wp-login.php. No page's address looks like it. */
const LOOKS_LIKE_A_FILE = /\/\.|\.\w{1,12}$/

/**
 * Paths that open the app for visitors too: the targets of email links, the public log and its pages, and the
 * board.
 */
const OPEN_PAGES = new Set([
  '/reset-password',
  '/verify-email',
  '/revert-email',
  '/unsubscribe',
  '/log',
  '/method',
  '/verify',
  '/discover',
])

/** Pages with a card form, the only ones that may load Stripe's scripts. */
const CARD_FORM_PAGES = /^\/(subscribe|creator-subscribe)(\/|$)/

export type PageNotices = {
  paymentMode: 'stripe' | 'sandbox'
  hasSamplePrices: boolean
  isDemo: boolean
  /** Whether to link to the API description. */
  hasApiDocs: boolean
}

export type FrontEnd = {
  /**
   * Written into the page as `data-` attributes of `<html>`, so that the notices are present on the first paint and
   * cause no layout shift.
   */
  notices: PageNotices
  /** The security headers of pages with a card form. */
  cardFormHeaders: Record<string, string>
  publicUrl: () => string
  /** Whether the browser may be signed in. */
  mayBeSignedIn: (request: FastifyRequest) => boolean
  /** The preview of a link to this path on other sites; the same for every viewer. */
  linkPreview: (request: FastifyRequest, path: string) => Promise<LinkPreview>
}

/**
 * On most paths, visitors without a session get the complete landing page (docs/decisions/0009), everybody
 * else the app.
 */
export async function serveFrontEnd(app: FastifyInstance, options: FrontEnd): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return
  const { paymentMode, hasSamplePrices, isDemo, hasApiDocs } = options.notices
  const attributes = [
    `data-payments="${paymentMode}"`,
    ...(hasSamplePrices ? ['data-prices="sample"'] : []),
    ...(isDemo ? ['data-demo'] : []),
    ...(hasApiDocs ? ['data-api-docs'] : []),
  ].join(' ')
  const read = (name: string) =>
    readFileSync(join(dist, name), 'utf8').replace('<html ', `<html ${attributes} `)
  const [landingPage, appPage] = [read('landing.html'), read('index.html')]
  let compressedLanding: { page: string; bytes: Buffer } | undefined
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    // The handler below sends the pages, with their head tags.
    globIgnore: ['*.html'],
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      if (isHashed) for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const [path = '/', query = ''] = request.url.split('?')
    if (NO_PAGE.test(path) || LOOKS_LIKE_A_FILE.test(`/${request.params['*']}`))
      throw new Problem('not_found')
    const isMember = options.mayBeSignedIn(request)
    const preview = await options.linkPreview(request, path)
    const head = headTags(preview, options.publicUrl(), path) + (isMember ? feedPreload(path, query) : '')
    if (CARD_FORM_PAGES.test(path)) void reply.headers(options.cardFormHeaders)
    const isApp = isMember || OPEN_PAGES.has(path)
    const page = (isApp ? appPage : landingPage).replace('<!--head-->', () => head)
    void reply
      .type('text/html; charset=utf-8')
      // One URL has two pages: neither a cache nor this browser after signing in may show the other one.
      .header('cache-control', 'private, no-cache')
      .header('vary', 'Cookie')
    if (isApp || path !== '/' || contentCodingFor(request) !== 'br') return reply.send(page)
    if (compressedLanding?.page !== page) compressedLanding = { page, bytes: await compressTightly(page) }
    setContentCoding(reply, 'br')
    void reply.header('vary', 'Cookie, accept-encoding')
    return reply.send(compressedLanding.bytes)
  })
}

/** At quality 11, the landing page has 5.1 kB instead of 7.0, but takes 19 ms (measured), so it is compressed once. */
const compressTightly = promisify(brotliCompress)

/**
 * Makes the browser request the feed's first page before any script has run. The app's own request has to be the same
 * (web/features/signals/queries.ts); otherwise the browser sends two.
 */
function feedPreload(path: string, query: string): string {
  const params = new URLSearchParams(query)
  if (path !== '/' || params.has('ticker')) return ''
  const scope = params.get('scope') === 'everyone' ? 'everyone' : 'following'
  return `\n    <link rel="preload" as="fetch" crossorigin="use-credentials" href="${signals.feed.path}?scope=${scope}" />`
}
