// Serves the built web app: hashed files for a year, the page itself fresh each time, for every address that is no call.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problems.ts'

const dist = join(import.meta.dirname, '../../dist')

/** Addresses that belong to the server and are never answered with the page. */
const NO_PAGE = /^\/(api|objects|sandbox|assets)(\/|$|\?)/

/**
 * `paymentMode` is written into the page itself (`<html data-payments>`), so that what is said about test payments is
 * there with the first drawing and moves nothing later.
 */
export async function serveFrontEnd(app: FastifyInstance, paymentMode: 'stripe' | 'sandbox'): Promise<void> {
  const file = join(dist, 'index.html')
  if (!existsSync(file)) return
  const page = readFileSync(file, 'utf8').replace('<html ', `<html data-payments="${paymentMode}" `)
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    if (NO_PAGE.test(request.url)) throw new Problem('not_found')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}
