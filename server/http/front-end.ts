// Serves the built web app: hashed files for a year, the page itself fresh each time, for every address that is no call.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/problems.ts'

const dist = join(import.meta.dirname, '../../dist')

/** Addresses that belong to the server and are never answered with the page. */
const NO_PAGE = /^\/(api|objects|sandbox|assets)(\/|$|\?)/

export async function serveFrontEnd(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return
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
    return reply.sendFile('index.html')
  })
}
