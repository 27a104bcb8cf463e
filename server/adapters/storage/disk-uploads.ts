// Receives uploads for the disk storage: a PUT to a signed URL, as with a bucket.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { verifyUploadUrl, UPLOADS_PATH } from './disk-upload-url.ts'
import { type DiskSettings, writeObject } from './disk.ts'
import type { UploadTerms } from './port.ts'

/** How much of a refused body is still read and discarded, and for how long. */
const DRAIN_MAX_BYTES = 8 * 1024 * 1024
const DRAIN_MS = 5000

/**
 * Serves `PUT /objects/uploads/<key>?<signed terms>`: answers 200 with an empty body once the object is stored. Refuses
 * with `upload_refused`, `upload_expired`, `not_an_image`, `unsupported_type`, `too_large`, `picture_too_large` or
 * `storage_unavailable`, and then stores nothing.
 */
export function serveDiskUploads(app: FastifyInstance, settings: DiskSettings): void {
  // A separate scope, because here every body is a stream of bytes, regardless of its content type.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.put(`${UPLOADS_PATH}*`, async (request, reply) => {
      try {
        const { key, terms } = verifyUploadUrl(settings.secrets, request.url, settings.clock.now())
        checkHeaders(request.headers, terms)
        await writeObject(settings, key, limitSize(request.raw, terms))
      } catch (error) {
        drain(request.raw)
        throw error
      }
      return reply.status(200).header('cache-control', 'no-store').send('')
    })
  })
}

/** Refuses an upload by its headers, before the body is read. */
function checkHeaders(headers: IncomingMessage['headers'], terms: UploadTerms): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!type.startsWith('image/')) throw new Problem('not_an_image')
  if (terms.contentType !== undefined && type !== terms.contentType.toLowerCase())
    throw new Problem('upload_refused')
  if (headers['content-encoding'] !== undefined) throw new Problem('unsupported_type')
  if (Number(headers['content-length'] ?? 0) > maxBytes(terms)) throw tooLarge(terms)
}

const maxBytes = (terms: UploadTerms) => terms.size ?? PICTURE_MAX_BYTES
const tooLarge = (terms: UploadTerms) =>
  new Problem(terms.size === undefined ? 'picture_too_large' : 'too_large')

/** Passes the body on. Throws as soon as it exceeds the terms, or if the sender disconnects. */
async function* limitSize(body: IncomingMessage, terms: UploadTerms): AsyncGenerator<Buffer> {
  let size = 0
  try {
    // The body isn't destroyed on a refusal, because the response needs the same connection.
    for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += part.length
      if (size > maxBytes(terms)) throw tooLarge(terms)
      yield part
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('invalid', { message: 'The upload was interrupted' })
  }
}

/**
 * Reads on for a moment after a refusal, so that the sender gets the response instead of a broken connection. Then
 * closes the connection.
 */
function drain(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return
  let remaining = DRAIN_MAX_BYTES
  const timer = setTimeout(() => body.destroy(), DRAIN_MS).unref()
  body.on('data', (part: Buffer) => {
    remaining -= part.length
    if (remaining < 0) body.destroy()
  })
  body.on('error', () => {})
  body.once('close', () => clearTimeout(timer))
  body.resume()
}
