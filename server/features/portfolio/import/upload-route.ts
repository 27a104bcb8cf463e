// The route that receives a broker's file, as raw bytes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough, Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { requireMember } from '#server/http/serve.ts'
import { viewerOf } from '#server/http/session.ts'
import type { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { IMPORT_LINES, ImportQuery, type ImportLine, type Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH } from '#shared/contracts/portfolio.ts'
import { EXPORT_MAX_BYTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { invalidInput } from '#server/http/error-replies.ts'
import { readInWorker } from './read-in-worker.ts'

/** How long the rest of a rejected file is received and discarded, so that its sender can read the response. */
const LINGER_MS = 3000

/**
 * Not part of the contract, because the body is the file. Answers with a `Preview` or a `ColumnProposal` or, if the
 * request asks for it, with one line per step of the reading. The reading stops when the client disconnects.
 */
export function serveImportUploads(app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.addHook('onSend', async (request, reply, payload) => {
      discardRest(request, reply)
      return payload
    })
    scope.post(IMPORT_PATH, async (request, reply) => {
      const viewer = await viewerOf(deps, request, reply)
      limits.count(viewer?.id ?? clientAddress(request))
      requireMember(viewer)
      // Rejects a file that is too large before reading it. A file without a length is cut off at the limit while it
      // arrives.
      const bytes = Number(request.headers['content-length'] ?? NaN)
      if (bytes > EXPORT_MAX_BYTES) throw new Problem('too_large')
      const query = ImportQuery.safeParse(request.query)
      if (!query.success) throw invalidInput(query.error)
      const accounts = query.data.account
      await limits.consume('upload', viewer.id)
      const leaving = new AbortController()
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) leaving.abort()
      })
      const body = (request.body ?? Readable.from([])) as Readable
      const read = (onRows: (rows: number) => void) =>
        readInWorker(deps, viewer.id, body, { bytes, accounts, signal: leaving.signal, onRows })
      void reply.status(201).header('cache-control', 'private, no-store, no-transform')
      return request.headers.accept === IMPORT_LINES
        ? await respondInLines(deps, request, reply, read)
        : await reply.send(await read(() => {}))
    })
  })
}

/**
 * The response begins with the first rows found after the whole file has arrived. Browsers don't read a response
 * earlier, and errors until then are answered like any other.
 */
async function respondInLines(
  { log }: Pick<Deps, 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (onRows: (rows: number) => void) => Promise<Preview | ColumnProposal>,
): Promise<unknown> {
  const lines = new PassThrough()
  const say = (line: ImportLine) => lines.write(`${JSON.stringify(line)}\n`)
  const begun = Promise.withResolvers<boolean>()
  const reading = read((rows) => {
    if (!request.raw.complete || rows === 0) return
    say({ rows })
    begun.resolve(true)
  })
  const done = reading.then(() => false)
  done.catch(() => {})
  if (await Promise.race([begun.promise, done])) {
    void reading
      .then((found) => say(lineOf(found)))
      .catch((error: unknown) => {
        const problem = error instanceof Problem ? error : new Problem('internal')
        if (problem !== error)
          log.error({ event: 'import_failed', requestId: request.id, err: error }, 'a file could not be read')
        say({ refused: { status: problem.status, ...problem.toBody(), requestId: request.id } })
      })
      .finally(() => lines.end())
  } else {
    say(lineOf(await reading))
    lines.end()
  }
  return await reply.type(`${IMPORT_LINES}; charset=utf-8`).header('x-accel-buffering', 'no').send(lines)
}

const lineOf = (found: Preview | ColumnProposal): ImportLine =>
  'kind' in found ? { columns: found } : { preview: found }

/** Doesn't wait for the rest of a file that is answered early. */
function discardRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  raw.resume()
  reply.raw.once('finish', () => setTimeout(() => raw.destroy(), LINGER_MS).unref())
}
