// Answers 304 if the client has the current response, and compresses other responses.
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnownToClient, openReplyVersions, type ReplyVersions } from './etags.ts'

type Coding = 'br' | 'gzip'

/** Smaller responses fit into one packet uncompressed. */
const COMPRESS_MIN_BYTES = 1024
/** A page of the feed has 13 kB. Compressing larger responses would block other requests, so another thread does it. */
const SYNC_MAX_BYTES = 64 * 1024
/**
 * Brotli 1 compresses a feed page to 3.5 kB in 85 µs, brotli 4 as a stream to 3.1 kB in 757 µs, and zstd 1 takes 94 µs
 * (measured). Less time matters more than 400 bytes.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const GZIP = { level: 1 }
const TEXT = /^(text\/|application\/((feed\+|manifest\+)?json|((rss|atom)\+)?xml)|image\/svg)/

const negotiator = new Negotiator<Coding>({ supportedValues: ['br', 'gzip'] })
/** Browsers send only a few different values. The limit keeps other clients from filling the memory. */
const CACHED_MAX = 100
const codings = new Map<string, Coding | null>()

/** The content coding for the response to a request; null for none. */
export function contentCodingFor(request: FastifyRequest): Coding | null {
  const header = request.headers['accept-encoding']
  if (typeof header !== 'string') return null
  const cached = codings.get(header)
  if (cached !== undefined) return cached
  const coding = negotiator.negotiate(header)
  if (codings.size < CACHED_MAX) codings.set(header, coding)
  return coding
}

/**
 * Applies to strings and buffers; streams pass unchanged. The ETag is computed first, so that a 304 isn't
 * compressed.
 */
export function compressReplies(app: FastifyInstance, versions: ReplyVersions = openReplyVersions()): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || payload instanceof Buffer)) return done(null, payload)
    const coding = isCompressible(reply, payload) ? contentCodingFor(request) : null
    if (isKnownToClient(request, reply, payload, coding, versions)) {
      void reply.code(304)
      return done(null, '')
    }
    if (coding === null) return done(null, payload)
    setContentCoding(reply, coding)
    if (payload.length <= SYNC_MAX_BYTES) return done(null, compressed(payload, coding))
    if (coding === 'br') brotliCompress(payload, BROTLI, done)
    else gzip(payload, GZIP, done)
  })
}

const compressed = (payload: string | Buffer, coding: Coding): Buffer =>
  coding === 'br' ? brotliCompressSync(payload, BROTLI) : gzipSync(payload, GZIP)

/** Sets a response's content coding. */
export function setContentCoding(reply: FastifyReply, coding: Coding): void {
  void reply.header('content-encoding', coding).removeHeader('content-length')
}

function isCompressible(reply: FastifyReply, payload: string | Buffer): boolean {
  if (payload.length < COMPRESS_MIN_BYTES || reply.hasHeader('content-encoding')) return false
  if (!TEXT.test(String(reply.getHeader('content-type')))) return false
  // Also set on an uncompressed response, because a shared cache may store it.
  const vary = reply.getHeader('vary')
  void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
  return true
}
