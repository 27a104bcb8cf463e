// Routes of a creator's business. Each answers the caller about themselves only.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { decodeCursor, paginate } from '#server/db/page.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { linkNext, requireMember, type Serve } from '#server/http/serve.ts'
import { viewerOf } from '#server/http/session.ts'
import { studio, SUBSCRIBERS_CSV_PATH } from '#shared/contracts/studio.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { overviewOf, type ReceivedMonths } from './figures.ts'
import { subscribersCsv, subscribersPage, subscriberViews } from './subscribers.ts'

export function studioRoutes(
  serve: Serve,
  app: FastifyInstance,
  deps: Deps,
  limits: RateLimits,
  receivedMonths: ReceivedMonths,
): void {
  serve(studio.overview, ({ viewer }) => overviewOf(deps, receivedMonths, viewer.id))

  serve(studio.subscribers, async ({ viewer, query: { cursor, limit, ...wanted }, http }) => {
    const page = paginate(await subscribersPage(deps, viewer.id, wanted, decodeCursor(cursor), limit), limit)
    linkNext(http, page.next)
    return await subscriberViews(deps, viewer.id, page.rows)
  })

  app.get(SUBSCRIBERS_CSV_PATH, async (request, reply) => {
    const viewer = await viewerOf(deps, request, reply)
    limits.count(viewer?.id ?? clientAddress(request))
    requireMember(viewer)
    const name = `subscribers-${utcDay(deps.clock.now())}.csv`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store, no-transform')
      .header('x-content-type-options', 'nosniff')
      .send(Readable.from(subscribersCsv(deps, viewer.id), { objectMode: false }))
  })
}
