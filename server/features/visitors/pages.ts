// Answers requests for pages that visitors can read: from the cache, or rendered in a thread.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { contentCodingFor, setContentCoding } from '#server/http/compress-replies.ts'
import type { Alternate } from '#server/http/head-tags.ts'
import { DIST, type PageNotices, readTemplate } from '#server/http/page-templates.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { openLimiter } from '#server/limiter.ts'
import { runInThread } from '#server/worker-thread.ts'
import { Problem } from '#shared/problems.ts'
import type { EmbedKind } from '#shared/rules/embed-code.ts'
import { findEmbed } from './find-embed.ts'
import { findPage } from './find-page.ts'
import { type FoundPage, missingPage } from './found-page.ts'
import { openPageCache } from './page-cache.ts'
import type { Readers } from './readers.ts'
import type { RenderTask } from './render-thread.ts'
import { previewOf } from './share-preview.ts'

/** Shared caches revalidate after a minute, browsers on every request. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=60, must-revalidate'
/** Members get the app at these addresses, so no shared cache may keep the page. */
const OWN_CACHE_ONLY = 'private, no-cache'
const SHARED = /^\/(@|[st]\/|embed\/)/
/**
 * A safety limit. On a busy machine the thread gets a tenth of a core, and half a second of work takes more than ten
 * seconds.
 */
const THREAD = { maxMb: 192, youngMb: 16, maxMs: 60_000, keepMs: 120_000 }
/** How long a request waits for earlier renderings. */
const WAIT_MS = 4000
const WAITING_MAX = 60

const decompress = promisify(brotliDecompress)
const renderer = join(DIST, 'server/render.js')

export type VisitorPages = {
  /**
   * Answers with the page at this path. False if the app answers it: the address is the app's, or the landing page is
   * shown instead of a person who shows their record to members only.
   */
  answer: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<boolean | 'landing'>
  /** Answers with the page for a frame on another site. False if the pages aren't built. */
  answerEmbed: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<boolean>
  /**
   * The owner of the record or signal that a frame would show, and its current name; undefined if visitors may not see
   * it.
   */
  findEmbedded: (kind: EmbedKind, name: string) => Promise<{ username: string; name: string } | undefined>
  /** Answers with the page for missing addresses. */
  answerMissing: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
}

export function openVisitorPages(
  deps: Deps,
  readers: Readers,
  limits: RateLimits,
  { publicUrl, notices }: { publicUrl: () => string; notices: PageNotices },
): VisitorPages {
  const cache = openPageCache()
  const renderings = openLimiter({ concurrency: 1, waitingMax: WAITING_MAX, waitMs: WAIT_MS })
  const isBuilt = existsSync(renderer)
  const templateOf = (name: string) => (isBuilt ? readTemplate(name, notices) : '')
  const [template, embed] = [templateOf('visitor.html'), templateOf('embed.html')]
  const landing = isBuilt ? landingTemplate(templateOf('landing.html')) : ''
  const themed = (theme: FoundPage['theme']) =>
    theme ? embed.replace('<html ', () => `<html data-theme="${theme}" `) : embed

  async function render(found: FoundPage, path: string): Promise<Buffer> {
    const page = await found.read()
    if (found.key === 'landing' && page.kind !== 'landing') throw new NoRecord()
    const task: RenderTask = {
      renderer: pathToFileURL(renderer).href,
      template: page.kind === 'landing' ? landing : found.isEmbed ? themed(found.theme) : template,
      page,
      frame: {
        publicUrl: publicUrl(),
        signupMode: deps.config.signupMode,
        hasSamplePrices: deps.market.isSample,
      },
      path,
      canonical: found.canonical,
      username: found.username,
      alternates: [...(found.alternates ?? []), ...embeddable(found, path)],
      preview: previewOf(found, page),
    }
    const file = join(import.meta.dirname, 'render-thread.ts')
    return Buffer.from((await runInThread(file, { ...THREAD, data: task })) as Uint8Array)
  }

  async function send(request: FastifyRequest, reply: FastifyReply, found: FoundPage, path: string) {
    const bytes = await cache.get(found.key, found.version, async () => {
      limits.count(clientAddress(request))
      return await renderings.run(() => render(found, path))
    })
    void reply
      .status(found.status)
      .type('text/html; charset=utf-8')
      .header('cache-control', found.status === 200 && SHARED.test(path) ? CACHE_CONTROL : OWN_CACHE_ONLY)
      .header('vary', SHARED.test(path) ? 'accept-encoding' : 'Cookie, accept-encoding')
    if (contentCodingFor(request) !== 'br') return await reply.send((await decompress(bytes)).toString())
    setContentCoding(reply, 'br')
    return await reply.send(bytes)
  }

  /** Answers with the page for missing addresses if the person or signal was deleted after the page was found. */
  async function sendOrMiss(request: FastifyRequest, reply: FastifyReply, found: FoundPage, path: string) {
    try {
      await send(request, reply, found, path)
    } catch (error) {
      if (!(error instanceof Problem && ['user_not_found', 'signal_not_found'].includes(error.code)))
        throw error
      if (found.isEmbed) throw new Problem('not_found')
      await send(request, reply, missingPage('person'), path)
    }
  }

  /** The redirect works as long as the old name is reserved, so a cache must not keep it longer than a page. */
  const redirect = (reply: FastifyReply, to: string) =>
    reply.header('cache-control', CACHE_CONTROL).redirect(to, 301)

  /** The description of the frame with the same content (https://oembed.com). */
  const embeddable = ({ username, isEmbed }: FoundPage, path: string): Alternate[] =>
    username === undefined || isEmbed
      ? []
      : [
          {
            type: 'application/json+oembed',
            path: `/oembed?url=${encodeURIComponent(publicUrl() + path)}`,
            title: 'oEmbed',
          },
        ]

  return {
    async answer(request, reply, path) {
      if (!isBuilt) return false
      const query = new URLSearchParams(request.url.split('?')[1])
      const found = await findPage(deps, readers, path, query)
      if (found === undefined || found === 'landing') return found ?? false
      if ('redirect' in found) {
        await redirect(reply, found.redirect)
        return true
      }
      try {
        await sendOrMiss(request, reply, found, path)
      } catch (error) {
        if (error instanceof NoRecord) return false
        throw error
      }
      return true
    },
    async answerEmbed(request, reply, path) {
      if (!isBuilt) return false
      const query = new URLSearchParams(request.url.split('?')[1])
      const found = await findEmbed(deps, readers, path, query)
      if ('redirect' in found) await redirect(reply, found.redirect)
      else await sendOrMiss(request, reply, found, path)
      return true
    },
    async findEmbedded(kind, name) {
      const path = kind === 'record' ? `/@${name}` : `/s/${name}`
      const found = await findPage(deps, readers, path, new URLSearchParams())
      if (found === undefined || found === 'landing') return undefined
      if ('redirect' in found) return await this.findEmbedded(kind, found.redirect.replace(/^\/(@|s\/)/, ''))
      const { username } = found
      return username === undefined ? undefined : { username, name: kind === 'record' ? username : name }
    },
    async answerMissing(request, reply) {
      if (!isBuilt) return false
      await send(request, reply, missingPage('page'), '/')
      return true
    },
  }
}

/** There is no record for the landing page, so it shows its sample. */
class NoRecord extends Error {}

/** Removes the sample from the built landing page, to make room for the record. */
function landingTemplate(page: string): string {
  const start = page.indexOf('<div id="root">')
  const end = page.indexOf('<p id="landing-error"')
  if (start === -1 || end === -1) throw new Error('The built landing page has no place for a record')
  return `${page.slice(0, start)}<!--page-->${page.slice(end)}`
}
