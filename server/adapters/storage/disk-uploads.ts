// Takes the uploads of the disk storage: one PUT to a signed address, as a bucket would take it.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { openAddress, UPLOADS_PATH } from './disk-address.ts'
import { type DiskSettings, writeObject } from './disk.ts'
import type { UploadTerms } from './port.ts'

/** How much of a refused body is still read and thrown away, and for how long. */
const LINGER_BYTES = 8 * 1024 * 1024
const LINGER_MS = 5000

/**
 * Serves `PUT /objects/uploads/<key>?<signed terms>`: 200 with an empty body when the object is stored.
 * Refuses with `upload_refused`, `upload_expired`, `not_an_image`, `unsupported_type`, `too_large`,
 * `picture_too_large` or `storage_unavailable`; nothing is kept then.
 */
export function serveDiskUploads(app: FastifyInstance, settings: DiskSettings): void {
  // Its own scope, because here a body is a stream of bytes whatever its type.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.put(`${UPLOADS_PATH}*`, async (request, reply) => {
      try {
        const { key, terms } = openAddress(settings.secret, request.url, settings.clock.now())
        checkHeaders(request.headers, terms)
        await writeObject(settings, key, atMost(terms, request.raw))
      } catch (error) {
        linger(request.raw)
        throw error
      }
      return reply.status(200).header('cache-control', 'no-store').send('')
    })
  })
}

/** What can be refused before a byte of the body is read. */
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

/**
 * The body as it comes in. Throws as soon as it is larger than the terms allow, or when the sender goes away.
 */
async function* atMost(terms: UploadTerms, body: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0
  try {
    // Left intact on a refusal: destroying it would destroy the connection that the answer needs.
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
 * Lets a refused sender finish for a moment, so that it reads the answer instead of a broken connection;
 * whoever goes on sending is cut off.
 */
function linger(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return
  let left = LINGER_BYTES
  const cutOff = setTimeout(() => body.destroy(), LINGER_MS).unref()
  body.on('data', (part: Buffer) => {
    left -= part.length
    if (left < 0) body.destroy()
  })
  body.on('error', () => {})
  body.once('close', () => clearTimeout(cutOff))
  body.resume()
}
