// Calls for a copy of one's data: its state, requesting one, and the file.
import type { FastifyInstance } from 'fastify'
import { originOf } from '#server/audit/origin.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import { requireMember, type Serve } from '#server/http/serve.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { requireReauthentication, type Viewer, viewerOf } from '#server/http/session.ts'
import { DATA_EXPORT_PATH, dataExportFile, dataExports } from '#shared/contracts/data-exports.ts'
import { Problem } from '#shared/problems.ts'
import { latestExport, requestExport } from './request-export.ts'
import { exportKey } from './rules.ts'

/** A limit above any copy's size, because the storage's `read` requires one. */
const MAX_BYTES = 2 ** 30
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function dataExportRoutes(serve: Serve, app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  serve(dataExports.latest, ({ viewer }) => latestExport(deps, viewer.id))

  serve(dataExports.request, async ({ viewer, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    await requestExport({ ...deps, by }, viewer.id)
    return await latestExport(deps, viewer.id)
  })

  // The page requests the file's URL first, because a download can't trigger the dialog that confirms the person's
  // identity.
  serve(dataExports.download, async ({ viewer, params: { id } }) => {
    await requireReauthentication(deps, viewer)
    if (!(await readyAt(deps, viewer, id))) throw new Problem('export_not_found')
    return { url: dataExportFile(id) }
  })

  app.get<{ Params: { id: string } }>(DATA_EXPORT_PATH, async (request, reply) => {
    const viewer = await viewerOf(deps, request, reply)
    limits.count(viewer?.id ?? clientAddress(request))
    requireMember(viewer, { isForLeaving: true })
    await requireReauthentication(deps, viewer)
    const { id } = request.params
    const madeAt = ID.test(id) ? await readyAt(deps, viewer, id) : null
    const bytes = madeAt ? await deps.storage.read(exportKey(id), MAX_BYTES) : null
    if (!madeAt || bytes === null) throw new Problem('export_not_found')
    const downloaded = { event: 'data_export.downloaded', userId: viewer.id, target: id } as const
    await recordEvent(deps.db, { ...deps, by: originOf(request, viewer) }, downloaded)
    const name = `signalpost-data-${madeAt.toISOString().slice(0, 10)}.zip`
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store, no-transform')
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
}

/** When the viewer's own copy was made; null if there is none that can be downloaded. */
async function readyAt({ db, clock }: Deps, viewer: Viewer, id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('dataExports')
    .select('readyAt')
    .where('id', '=', id)
    .where('userId', '=', viewer.id)
    .where('expiresAt', '>', clock.now())
    .executeTakeFirst()
  return row?.readyAt ?? null
}
