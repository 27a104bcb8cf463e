// Responses with the log's files: readable from every origin, as text or bytes, with their cache times.
import type { FastifyReply } from 'fastify'

/** How long a checkpoint may be cached: the usual time until the next one. */
const CHECKPOINT_SECONDS = 2

export const open = (reply: FastifyReply, cache = `public, max-age=${CHECKPOINT_SECONDS}`) =>
  reply.header('access-control-allow-origin', '*').header('cache-control', cache)
export const text = (reply: FastifyReply, body: string | Buffer, cache?: string) =>
  open(reply, cache).type('text/plain; charset=utf-8').send(body)
/** For files that never change. */
export const FOREVER = 'public, max-age=31536000, immutable'
export const forever = (reply: FastifyReply, bytes: Buffer) =>
  open(reply, FOREVER).type('application/octet-stream').send(bytes)
export const missing = (reply: FastifyReply, sentence: string) =>
  text(reply.status(404), `${sentence}\n`, 'no-store')
