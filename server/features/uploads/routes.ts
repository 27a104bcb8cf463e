// Calls for profile pictures: request an upload URL, set the picture, and serve stored pictures.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { roleOf } from '#server/http/serve-staff.ts'
import { hasSessionCookie, viewerOf } from '#server/http/session.ts'
import { uploads } from '#shared/contracts/uploads.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { checkUploadTerms, incomingKey, pictureKey, removedKeyOf } from './rules.ts'
import { type OpenPictureCase } from './store.ts'
import { setPicture } from './set-picture.ts'

export function uploadRoutes(
  serve: Serve,
  app: FastifyInstance,
  deps: Deps,
  openCase: OpenPictureCase,
): void {
  const { storage, clock, config } = deps

  serve(uploads.start, async ({ body, viewer, http: { request } }) => {
    if (viewer.restrictions.includes('post')) throw new Problem('profile_suspended')
    const terms = { contentType: body?.contentType, size: body?.size }
    checkUploadTerms(terms)
    const address = await storage.signUpload(incomingKey(viewer.id, clock.newId()), terms)
    const origin = config.publicUrl ?? `${request.protocol}://${request.host}`
    return { uploadURL: new URL(address, origin).href }
  })

  serve(uploads.setPicture, async ({ body, viewer }) => {
    if (viewer.restrictions.includes('post')) throw new Problem('profile_suspended')
    const { objectPath, isHeld } = await setPicture(deps, openCase, viewer.id, body.profileImageURL)
    return { objectPath, ...(isHeld && { isHeld: true as const }) }
  })

  // Not an endpoint of the contract: it returns an image, to anyone, from either storage; a removed one to moderators.
  app.get<{ Params: { name: string } }>('/objects/pictures/:name', async (request, reply) => {
    const { name } = request.params
    const key = pictureKey(name)
    if (key === null) throw new Problem('not_found')
    // A picture never changes under its name, so the name serves as the ETag and a 304 needs no read.
    const etag = `"${name}"`
    if (request.headers['if-none-match']?.includes(etag)) return cacheForever(reply, etag).status(304).send()
    const bytes = await storage.read(key, PICTURE_MAX_BYTES)
    if (bytes !== null) return cacheForever(reply, etag).type('image/webp').send(bytes)
    const removed = await removedPicture(deps, request, reply, key)
    return reply.header('cache-control', 'private, no-store').type('image/webp').send(removed)
  })
}

/** A removed picture, for moderators only. Throws `not_found`. */
async function removedPicture(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<Buffer> {
  const viewer = hasSessionCookie(deps, request) ? await viewerOf(deps, request, reply) : null
  const role = viewer && (await roleOf(deps, viewer))
  const bytes = role?.hasFactor ? await deps.storage.read(removedKeyOf(key), PICTURE_MAX_BYTES) : null
  if (bytes === null) throw new Problem('not_found')
  return bytes
}

function cacheForever(reply: FastifyReply, etag: string): FastifyReply {
  return reply
    .header('etag', etag)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
}
