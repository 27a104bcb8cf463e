// The actor of an action and their network address, for the audit log.
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

export type Origin = {
  actor: 'user' | 'visitor' | 'operator' | 'system'
  /** The id of the signed-in person, otherwise null. */
  actorId: string | null
  /** The client's IP address. It is stored without its last bits. */
  address: string | null
  requestId: string | null
}

const INSIDE = { actorId: null, address: null, requestId: null }
/** The person who runs `npm run admin`. */
export const OPERATOR: Origin = { actor: 'operator', ...INSIDE }
/** Jobs and Stripe's webhooks. */
export const SYSTEM: Origin = { actor: 'system', ...INSIDE }

export const originOf = (request: FastifyRequest, viewer: { id: string } | null): Origin => ({
  actor: viewer ? 'user' : 'visitor',
  actorId: viewer?.id ?? null,
  address: request.ip,
  requestId: request.id,
})

/** For a job that records a request's action. Failed jobs are kept, so the address is shortened here. */
export const originForJob = (by: Origin): Origin => ({ ...by, address: shortened(by.address ?? '') })

/** Keeps 24 bits of an IPv4 address (also in IPv6 notation) and 48 bits of an IPv6 address. */
function shortened(address: string): string | null {
  const bare = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  if (isIPv4(bare)) return bare.replace(/\d+$/, '0')
  if (!isIPv6(bare)) return null
  const [head = [], tail] = bare.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: tail ? 8 - head.length - tail.length : 0 }, () => '0')
  return `${[...head, ...zeros, ...(tail ?? [])].slice(0, 3).join(':')}::`
}
