// Where a broker's file is sent to: its bytes as they are, read while they arrive.
import type { FastifyInstance } from 'fastify'
import type { Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { addressOf, type Limits } from '#server/http/limits.ts'
import { viewerOf } from '#server/http/session.ts'
import { IMPORT_PATH } from '#shared/contracts/portfolio.ts'
import { EXPORT_MAX_BYTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { takeInExport } from './take-in-export.ts'

/** Not a call of the contract: its body is the file. Answers with a `Preview`; a page that leaves ends the reading. */
export function serveImports(app: FastifyInstance, deps: Deps, limits: Limits): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post(IMPORT_PATH, async (request, reply) => {
      const viewer = await viewerOf(deps, request)
      limits.count(viewer?.id ?? addressOf(request))
      if (!viewer) throw new Problem('unauthorized')
      // Refused before a byte of it is read; one that doesn't tell its length is cut off while it is read.
      if (Number(request.headers['content-length'] ?? 0) > EXPORT_MAX_BYTES) throw new Problem('too_large')
      await limits.spend('upload', viewer.id)
      const leaving = new AbortController()
      request.raw.once('aborted', () => leaving.abort())
      const body = (request.body ?? []) as Readable
      const preview = await takeInExport(deps, viewer.id, body, leaving.signal)
      return reply.status(201).header('cache-control', 'private, no-store').send(preview)
    })
  })
}
