// The stream on which an open page is told that something about its person changed (shared/live.ts).
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { addressOf, type Limits } from '#server/http/limits.ts'
import { viewerOf } from '#server/http/session.ts'
import { LIVE_PATH } from '#shared/live.ts'
import { Problem } from '#shared/problems.ts'
import { openStreams } from './streams.ts'

/** Not a call of the contract: what it answers has no end. */
export function liveRoutes(app: FastifyInstance, deps: Deps, limits: Limits): void {
  const streams = openStreams(deps)
  app.addHook('preClose', async () => streams.endAll())

  app.get(LIVE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await viewerOf(deps, request, reply)
    limits.count(viewer?.id ?? addressOf(request))
    if (!viewer) throw new Problem('unauthorized')
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'private, no-store, no-transform')
      .header('connection', 'close')
      .header('x-accel-buffering', 'no')
      .send(streams.open(viewer))
  })
}
