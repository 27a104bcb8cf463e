// ETags: each response has one, and a client that has the current response gets a 304.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How many ETags of versioned responses are remembered, about 150 bytes each. */
const REMEMBERED_MAX = 20_000

/**
 * The versions of the responses that this copy of the server has sent, by ETag. A route sets a version if computing the
 * current version is cheaper than building the response: a client with the ETag of the same version then needs no new
 * response. An ETag that isn't remembered only costs time.
 */
export type ReplyVersions = {
  /** Sets the version of the response that the route is about to send. */
  set(reply: FastifyReply, version: string): void
  /** The version of the client's response; undefined if it has none or this copy didn't send it. */
  ofClient(request: FastifyRequest): { etag: string; version: string } | undefined
  /** Called when the response's ETag is known. */
  remember(reply: FastifyReply, etag: string): void
}

export function openReplyVersions(): ReplyVersions {
  /** Oldest first. */
  const versions = new Map<string, string>()
  const pending = new WeakMap<FastifyReply, string>()
  return {
    set: (reply, version) => void pending.set(reply, version),
    ofClient({ headers }) {
      for (const etag of etagsOf(headers['if-none-match'])) {
        const version = versions.get(etag)
        if (version !== undefined) return { etag, version }
      }
      return undefined
    },
    remember(reply, etag) {
      const version = pending.get(reply)
      if (version === undefined) return
      versions.delete(etag)
      versions.set(etag, version)
      const [oldest] = versions.keys()
      if (versions.size > REMEMBERED_MAX && oldest !== undefined) versions.delete(oldest)
    },
  }
}

/** Whether the client already has this response. Sets the response's ETag, unless the route has set it. */
export function isKnownToClient(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  coding: string | null,
  versions: ReplyVersions,
): boolean {
  if (reply.statusCode !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const etag = etagOf(reply, payload, coding)
  versions.remember(reply, etag)
  return etagsOf(request.headers['if-none-match']).includes(etag)
}

/**
 * Each coding has its own ETag (RFC 9110, section 8.8.3). Includes the link to the next page, which clients
 * cache too.
 */
function etagOf(reply: FastifyReply, payload: string | Buffer, coding: string | null): string {
  const own = reply.getHeader('etag')
  if (typeof own === 'string') return withoutWeakness(own)
  const link = reply.getHeader('link')
  const digest = hash('sha1', typeof link === 'string' ? `${link}${String(payload)}` : payload, 'base64url')
  const etag = `"${digest}${coding === null ? '' : `-${coding}`}"`
  void reply.header('etag', etag)
  return etag
}

/**
 * The ETags of an `If-None-Match` header, compared weakly (RFC 9110, section 13.1.2), because a proxy may
 * weaken them.
 */
const etagsOf = (header: string | undefined): string[] =>
  header === undefined ? [] : header.split(',').map((etag) => withoutWeakness(etag.trim()))

const withoutWeakness = (etag: string) => etag.replace(/^W\//, '')

/** Returned by a route instead of its response if the client already has it. */
export class NotModified {
  readonly etag: string
  constructor(etag: string) {
    this.etag = etag
  }
}
