// The routes of the servers that a test starts.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Collects every route that the server registers, such as "GET /api/user". */
export function listRoutes() {
  const seen: string[] = []
  const listen = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') seen.push(`${one} ${url}`)
    })
  subscribe('fastify.initialization', listen)
  return { seen, close: () => unsubscribe('fastify.initialization', listen) }
}
