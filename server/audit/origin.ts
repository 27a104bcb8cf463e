// Who does something, and from where, for the audit log.
import type { FastifyRequest } from 'fastify'

export type Origin = {
  actor: 'user' | 'visitor' | 'operator' | 'system'
  /** The id of the signed-in person; null for the others. */
  actorId: string | null
  /** The client's IP address; it is stored without its last bits. */
  address: string | null
  requestId: string | null
}

const INSIDE = { actorId: null, address: null, requestId: null }
/** A person with `npm run admin`. */
export const OPERATOR: Origin = { actor: 'operator', ...INSIDE }
/** Jobs, and what Stripe reports. */
export const SYSTEM: Origin = { actor: 'system', ...INSIDE }

export const originOf = (request: FastifyRequest, viewer: { id: string } | null): Origin => ({
  actor: viewer ? 'user' : 'visitor',
  actorId: viewer?.id ?? null,
  address: request.ip,
  requestId: request.id,
})
