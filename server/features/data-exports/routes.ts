// Calls for a copy of one's data: its state, requesting one, and the file.
import type { FastifyInstance } from 'fastify'
import { originOf } from '#server/audit/origin.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import { requireMember, type Serve } from '#server/http/serve.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { viewerOf } from '#server/http/session.ts'
import { DATA_EXPORT_PATH, dataExports } from '#shared/contracts/data-exports.ts'
import { Problem } from '#shared/problems.ts'
import { latestExport, requestExport } from './request-export.ts'
import { exportKey } from './rules.ts'

/** A limit above any copy's size, because the storage's `read` requires one. */
const MAX_BYTES = 2 ** 30
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function dataExportRoutes(serve: Serve, app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  serve(dataExports.latest, ({ viewer }) => latestExport(deps, viewer.id))

  serve(dataExports.request, async ({ viewer, http: { by } }) => {
    await requestExport({ ...deps, by }, viewer.id)
    return await latestExport(deps, viewer.id)
  })

  app.get<{ Params: { id: string } }>(DATA_EXPORT_PATH, async (request, reply) => {
    const viewer = await viewerOf(deps, request, reply)
    limits.count(viewer?.id ?? clientAddress(request))
    requireMember(viewer, { isForLeaving: true })
    const { id } = request.params
    const row = ID.test(id)
      ? await deps.db
          .selectFrom('dataExports')
          .select('readyAt')
          .where('id', '=', id)
          .where('userId', '=', viewer.id)
          .where('expiresAt', '>', deps.clock.now())
          .executeTakeFirst()
      : undefined
    const bytes = row ? await deps.storage.read(exportKey(id), MAX_BYTES) : null
    if (!row?.readyAt || bytes === null) throw new Problem('export_not_found')
    const downloaded = { event: 'data_export.downloaded', userId: viewer.id, target: id } as const
    await recordEvent(deps.db, { ...deps, by: originOf(request, viewer) }, downloaded)
    const name = `signalpost-data-${row.readyAt.toISOString().slice(0, 10)}.zip`
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store, no-transform')
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
}
