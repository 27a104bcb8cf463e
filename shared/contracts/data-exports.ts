// Copies of a person's own data, built by a job and kept for a week.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../wire.ts'

/**
 * `working`: the job hasn't finished; `late`: it hasn't finished after an hour, so something is failing; `ready`: it
 * can be downloaded; `none`: never requested, or expired.
 */
export const DataExport = z.object({
  state: z.enum(['none', 'working', 'late', 'ready']),
  id: Id.nullable(),
  requestedAt: Instant.nullable(),
  /** When it expires; null unless it is ready. */
  expiresAt: Instant.nullable(),
  sizeInBytes: z.int().nullable(),
  /** When the next copy can be requested; null if it can be now. */
  nextAt: Instant.nullable(),
})
export type DataExport = z.output<typeof DataExport>

export const dataExports = {
  latest: endpoint({
    method: 'GET',
    path: '/api/data-export',
    summary: 'The newest copy of the viewer’s data, if there is one',
    access: 'member',
    isForLeaving: true,
    reply: DataExport,
  }),
  request: endpoint({
    method: 'POST',
    path: '/api/data-export',
    summary: 'Starts a copy of the viewer’s data, at most one a day; an email says when it is ready',
    access: 'member',
    isForLeaving: true,
    status: 201,
    reply: DataExport,
  }),
  download: endpoint({
    method: 'POST',
    path: '/api/data-export/:id/download',
    summary: 'The address of a copy, for a viewer who has just confirmed their identity',
    access: 'member',
    isForLeaving: true,
    params: z.object({ id: Id }),
    reply: z.object({ url: z.string() }),
  }),
}

/** `GET` the zip here. Not in the contract, because the response isn't JSON. */
export const DATA_EXPORT_PATH = '/api/data-export/:id/file'
export const dataExportFile = (id: string): string => DATA_EXPORT_PATH.replace(':id', id)
