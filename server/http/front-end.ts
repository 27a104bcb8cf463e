// Serves the built web app: hashed files for a year, and for every address that is no call the page, fresh each time.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problems.ts'
import { headOf, type Preview } from './page-head.ts'
import { hasSessionCookie } from './session.ts'

const dist = join(import.meta.dirname, '../../dist')

/** Addresses that belong to the server and are never answered with the page. */
const NO_PAGE = /^\/(api|objects|sandbox|assets|share)(\/|$|\?)/

export type FrontEnd = {
  /**
   * Written into the page itself (`<html data-payments>`), so that what is said about test payments is there with the
   * first drawing and moves nothing later.
   */
  paymentMode: 'stripe' | 'sandbox'
  publicUrl: () => string
  /** What a link to this path looks like elsewhere; the same whoever asks. */
  previewOf: (request: FastifyRequest, path: string) => Promise<Preview>
}

/** Whoever has no session is sent the landing as a whole (docs/decisions/0009), anybody else the app. */
export async function serveFrontEnd(app: FastifyInstance, front: FrontEnd): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return
  const read = (name: string) =>
    readFileSync(join(dist, name), 'utf8').replace('<html ', `<html data-payments="${front.paymentMode}" `)
  const [forVisitors, forMembers] = [read('landing.html'), read('index.html')]
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    // The pages are sent below, with what is written into them.
    globIgnore: ['*.html'],
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    if (NO_PAGE.test(request.url)) throw new Problem('not_found')
    const page = hasSessionCookie(request) ? forMembers : forVisitors
    const [path = '/'] = request.url.split('?')
    const head = headOf(await front.previewOf(request, path), front.publicUrl(), path)
    return (
      reply
        .type('text/html; charset=utf-8')
        // One address, two pages: no cache may hand on the other one, nor this browser's after signing in.
        .header('cache-control', 'private, no-cache')
        .header('vary', 'Cookie')
        .send(page.replace('<!--head-->', () => head))
    )
  })
}
