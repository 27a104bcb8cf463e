// Serves the built web app: its files, and the page for every URL that isn't the API's.
import { DOCUMENTS } from '#shared/visitor-page.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signals } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { contentCodingFor, setContentCoding } from './compress-replies.ts'
import { DOCUMENT_HEADERS } from './security-headers.ts'
import { headTags, type LinkPreview } from './head-tags.ts'
import { DIST, type PageNotices, readTemplate } from './page-templates.ts'

/** Paths that never return the page. */
const NO_PAGE = /^\/(api|objects|sandbox|assets|share)(\/|$)/

/**
 * A hidden file or one with an extension, such as /.env, /.git/HEAD and /wp-login.php. No page's address looks like it.
 */
const LOOKS_LIKE_A_FILE = /\/\.|\.\w{1,12}$/

/** Paths that open the app for visitors too: the targets of email links. */
const OPEN_PAGES = new Set([
  '/reset-password',
  '/verify-email',
  '/revert-email',
  '/unsubscribe',
  '/report',
  '/second-look',
])
/** Pages that members see inside the app, and visitors see outside of it. */
const VISITOR_PAGES = new Set(['/', '/log', '/method', '/verify', '/discover', '/rules', '/transparency'])
/** The operator's texts, which are the same for members and visitors. */
const DOCUMENT_PAGES = new Set<string>(DOCUMENTS.map((name) => `/${name}`))
/** Separate pages for visitors. The rest of the address can have any case, because people type it. */
const PUBLIC_PAGES = /^\/(@|s\/|t\/)/

/** The addresses of the app (web/routes.tsx). All others are missing. */
const APP_PAGES =
  /^\/(|portfolio|alerts|saved|profile(\/[^/]+(\/(record|statements|followers|following))?)?|signal\/[^/]+|watchlist|start|discover|log|method|verify|rules|transparency|admin(\/[^/]+){0,2}|appeal\/[^/]+|subscribe(\/creator\/[^/]+)?|creator-subscribe|creator-onboarding|studio|subscriptions|settings(\/[^/]+)?)\/?$/

/** Pages with a card form, the only ones that may load Stripe's scripts. */
const CARD_FORM_PAGES = /^\/(subscribe|creator-subscribe)(\/|$)/

export type FrontEnd = {
  notices: PageNotices
  /** The security headers of pages with a card form. */
  cardFormHeaders: Record<string, string>
  publicUrl: () => string
  /** Whether the browser may be signed in. */
  mayBeSignedIn: (request: FastifyRequest) => boolean
  /** The preview of a link to this path on other sites; the same for every viewer. */
  linkPreview: (request: FastifyRequest, path: string) => Promise<LinkPreview>
  /** The pages for visitors (server/features/visitors/pages.ts). */
  visitors: {
    answer: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<boolean | 'landing'>
    answerMissing: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
    /** The public page behind a page of the app, with the name in the link; null without one. */
    publicPageOf: (path: string) => Promise<{ href: string; name: string } | null>
  }
  /** Whether the session of the request is valid. */
  isSignedIn: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
}

/**
 * On most paths, visitors without a session get the complete landing page (docs/decisions/0009), everybody
 * else the app.
 */
export async function serveFrontEnd(app: FastifyInstance, options: FrontEnd): Promise<void> {
  if (!existsSync(join(DIST, 'index.html'))) return
  const { visitors, notices } = options
  const [landingPage, appPage] = [readTemplate('landing.html', notices), readTemplate('index.html', notices)]
  let compressedLanding: { page: string; bytes: Buffer } | undefined
  await app.register(fastifyStatic, {
    root: DIST,
    index: false,
    wildcard: false,
    // The handler below sends the pages, with their head tags.
    globIgnore: ['*.html', 'server/**'],
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      if (isHashed) for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
      if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const [path = '/', query = ''] = request.url.split('?')
    const isMember = options.mayBeSignedIn(request)
    if (PUBLIC_PAGES.test(path) && isMember && (await options.isSignedIn(request, reply)))
      return await reply.header('cache-control', 'private, no-store').redirect(pageInApp(path), 302)
    const isForVisitors =
      PUBLIC_PAGES.test(path) || DOCUMENT_PAGES.has(path) || (VISITOR_PAGES.has(path) && !isMember)
    const answered = isForVisitors && (await visitors.answer(request, reply, path))
    if (answered === true) return reply
    const isUnlisted = answered === 'landing'
    if (!isUnlisted && (NO_PAGE.test(path) || LOOKS_LIKE_A_FILE.test(`/${request.params['*']}`))) {
      const wantsPage = request.headers.accept?.includes('text/html') && !NO_PAGE.test(path)
      if (wantsPage && (await visitors.answerMissing(request, reply))) return reply
      throw new Problem('not_found')
    }
    const isApp = !isUnlisted && (isMember || OPEN_PAGES.has(path))
    const isMissing = isUnlisted || !(APP_PAGES.test(path) || OPEN_PAGES.has(path))
    // People share links to people and signals from the app. For visitors, the page links to what they may read.
    const publicPage = isApp || isMissing ? null : await visitors.publicPageOf(path)
    const preview = await options.linkPreview(request, path)
    // Search engines shouldn't list a form.
    const canonical = isMissing || path === '/report' ? null : (publicPage?.href ?? '/')
    const head =
      headTags(preview, options.publicUrl(), path, { canonical }) + (isMember ? feedPreload(path, query) : '')
    if (CARD_FORM_PAGES.test(path)) void reply.headers(options.cardFormHeaders)
    const page = (isApp ? appPage : landingPage)
      .replace('<!--head-->', () => head)
      .replace('<!--note-->', () => noteOf(publicPage))
    if (isMissing) void reply.status(404)
    void reply
      .type('text/html; charset=utf-8')
      // One URL has two pages, and neither a cache nor this browser after signing in may show the wrong one.
      .header('cache-control', 'private, no-cache')
      .header('vary', 'Cookie')
    if (isApp || path !== '/' || contentCodingFor(request) !== 'br') return reply.send(page)
    if (compressedLanding?.page !== page) compressedLanding = { page, bytes: await compressTightly(page) }
    setContentCoding(reply, 'br')
    void reply.header('vary', 'Cookie, accept-encoding')
    return reply.send(compressedLanding.bytes)
  })
}

/** The page of the app about the person, the signal or the ticker of a public page. */
function pageInApp(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  if (first.startsWith('@') && second !== '') return `/profile/${first.slice(1)}/statements?ticker=${second}`
  if (first.startsWith('@')) return `/profile/${first.slice(1)}`
  return first === 's' ? `/signal/${second}` : `/?ticker=${second}`
}

/** The name has letters, digits and underscores only. */
const noteOf = (page: { href: string; name: string } | null) =>
  page === null
    ? ''
    : `<p class="landing-note">You followed a link to @${page.name}. <a class="link" href="${page.href}">See the record</a></p>`

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
