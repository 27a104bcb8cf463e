// The event stream that notifies an open page of changes (shared/live.ts).
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { viewerOf } from '#server/http/session.ts'
import { LIVE_PATH } from '#shared/live.ts'
import { Problem } from '#shared/problems.ts'
import { openStreams } from './streams.ts'

/** Not an endpoint of the contract, because its response never ends. */
export function liveRoutes(app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  const streams = openStreams(deps)
  deps.metrics?.gauge('signalpost_event_streams', 'Open pages that receive notifications.', () =>
    streams.count(),
  )
  app.addHook('preClose', async () => streams.closeAll())

  app.get(LIVE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await viewerOf(deps, request, reply)
    limits.count(viewer?.id ?? clientAddress(request))
    if (!viewer) throw new Problem('unauthorized')
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'private, no-store, no-transform')
      .header('connection', 'close')
      .header('x-accel-buffering', 'no')
      .send(streams.open(viewer))
  })
}
