// ETags: each reply gets one, and a client that has the current reply gets a 304.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How many ETags of replies with a version are remembered, about 150 bytes each. */
const REMEMBERED_MAX = 20_000

/**
 * The versions of replies that this copy of the server has sent, by their ETags. A route that can find out the current
 * version of its reply with less work than making the reply gives each reply its version; a client that comes back with
 * the ETag of the same version needs no new one. An ETag that isn't remembered only means more work.
 */
export type ReplyVersions = {
  /** Sets the version of the reply that the route is about to send. */
  set(reply: FastifyReply, version: string): void
  /** The version of the reply that the client has; undefined if it has none or this copy didn't send it. */
  ofClient(request: FastifyRequest): { etag: string; version: string } | undefined
  /** Called when the reply's ETag is known. */
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

/** Whether the client already has this reply. Sets the reply's ETag, unless the route has set its own. */
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
 * Each coding has its own ETag (RFC 9110, section 8.8.3). The link to the next page is also part of what a client
 * keeps.
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
 * The ETags of an `If-None-Match` header, compared weakly (RFC 9110, section 13.1.2): a proxy may have weakened them.
 */
const etagsOf = (header: string | undefined): string[] =>
  header === undefined ? [] : header.split(',').map((etag) => withoutWeakness(etag.trim()))

const withoutWeakness = (etag: string) => etag.replace(/^W\//, '')

/** What a route returns instead of its reply if the client already has it. */
export class NotModified {
  readonly etag: string
  constructor(etag: string) {
    this.etag = etag
  }
}
