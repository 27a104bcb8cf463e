// Serves an endpoint of the contract: checks access, rate limits and input, and serializes the response.
import fastJson, { type AnySchema } from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Origin, originOf } from '#server/audit/origin.ts'
import type { Deps } from '#server/deps.ts'
import type { Access, Endpoint, Input, Wire } from '#shared/endpoint.ts'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import type { RestrictionKind } from '#shared/rules/restrictions.ts'
import { clientAddress, type RateLimits } from './rate-limits.ts'
import { invalidInput } from './error-replies.ts'
import { NotModified } from './etags.ts'
import { refuseUnverified } from './refuse-unverified.ts'
import { type Viewer, viewerOf } from './session.ts'

type ViewerFor<E extends Endpoint> = E['access'] extends 'member' ? Viewer : Viewer | null
export type Http = {
  request: FastifyRequest
  reply: FastifyReply
  /** The caller, for the audit log. */
  by: Origin
  /** The count of the endpoint's own limit, including this request; 0 without a limit. */
  count: number
}
export type Serve = <E extends Endpoint>(
  endpoint: E,
  answer: (input: Input<E> & { viewer: ViewerFor<E>; http: Http }) => Promise<Wire<E> | NotModified>,
) => void

/**
 * Creates the function with which features serve their endpoints. Responses are written by a serializer compiled from
 * the contract, so columns that aren't in the contract can't leak. `checkReplies` also validates each response (tests).
 */
export function createServe(
  app: FastifyInstance,
  deps: Deps,
  limits: RateLimits,
  checkReplies: boolean,
): Serve {
  return (endpoint, answer) => {
    const parts = inputParts(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // Fastify uses a serializer only for a status with a schema.
      schema: { response: { [endpoint.status]: {} } },
      serializerCompiler: () => (wire) => serializerOf(endpoint)(wire),
      handler: async (request, reply) => {
        const { viewer, count } = await authorize(deps, limits, endpoint, request, reply)
        const input = { viewer, http: { request, reply, count, by: originOf(request, viewer) } } as Record<
          string,
          unknown
        >
        for (const [part, schema] of parts) {
          const parsed = schema.safeParse(request[part])
          if (!parsed.success) throw invalidInput(parsed.error)
          input[part] = parsed.data
        }
        const wire = await answer(input as Parameters<typeof answer>[0])
        // A route whose replies browsers may keep has set the header. By default nothing private stays on a shared
        // device.
        if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-store')
        if (wire instanceof NotModified)
          return reply.status(304).header('etag', wire.etag).header('vary', 'accept-encoding').send()
        if (checkReplies) z.parse(endpoint.reply, wire)
        return reply.status(endpoint.status).type('application/json; charset=utf-8').send(wire)
      },
    })
  }
}

/**
 * Returns the viewer and the count of the endpoint's limit, or throws if the call isn't allowed. Health probes skip all
 * checks, because they must not depend on the database, cookies or rate limits. Requests count against the signed-in
 * person, otherwise against the address. The strict limits of calls that anyone may make (sign-in, registration,
 * waitlist) always count against the address.
 */
async function authorize(
  deps: Deps,
  limits: RateLimits,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ viewer: Viewer | null; count: number }> {
  if (endpoint.isProbe) return { viewer: null, count: 0 }
  const viewer = await viewerOf(deps, request, reply)
  const key = viewer?.id ?? clientAddress(request)
  limits.count(key)
  if ((endpoint.access satisfies Access) === 'member') requireMember(viewer, endpoint)
  const count =
    endpoint.limit === undefined
      ? 0
      : await limits.consume(endpoint.limit, endpoint.access === 'anyone' ? clientAddress(request) : key)
  const { forbiddenWhile } = endpoint
  if (forbiddenWhile !== undefined && viewer?.restrictions.includes(forbiddenWhile))
    throw new Problem(REFUSALS[forbiddenWhile])
  if (endpoint.needsVerifiedEmail && viewer !== null) await refuseUnverified(deps, viewer.id)
  return { viewer, count }
}

/** Throws `unauthorized` for a visitor, and `account_leaving` for a person whose account is being deleted. */
export function requireMember(
  viewer: Viewer | null,
  { isForLeaving }: Pick<Endpoint, 'isForLeaving'> = {},
): asserts viewer is Viewer {
  if (viewer === null) throw new Problem('unauthorized')
  if (viewer.isLeaving && !isForLeaving) throw new Problem('account_leaving')
}

const REFUSALS = {
  post: 'suspended',
  sell: 'selling_stopped',
  report: 'reporting_stopped',
} as const satisfies Record<RestrictionKind, ProblemCode>

function inputParts(endpoint: Endpoint) {
  const parts = [
    ['params', endpoint.params],
    ['query', endpoint.query],
    ['body', endpoint.body],
  ] as const
  return parts.filter(([, schema]) => !(schema instanceof z.ZodUndefined))
}

type Serializer = (wire: unknown) => string
const serializers = new WeakMap<Endpoint, Serializer>()

/**
 * Writes an endpoint's responses. Compiled with the first response and kept for all servers of the process, because
 * compiling all of them is most of the work of building a server: 50 ms of CPU time (measured).
 */
export function serializerOf(endpoint: Endpoint): Serializer {
  let serializer = serializers.get(endpoint)
  if (!serializer) {
    // The dialect that the serializer handles fastest.
    const schema = z.toJSONSchema(endpoint.reply, {
      io: 'input',
      target: 'openapi-3.0',
      unrepresentable: 'any',
    })
    serializer = fastJson(schema as AnySchema)
    serializers.set(endpoint, serializer)
  }
  return serializer
}

/** Aborts when the client disconnects before the response. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort()
  })
  return leaving.signal
}

/** Sets the `Link` header (RFC 8288) to the next page, keeping the request's other query parameters. */
export function linkNext({ request, reply }: Http, cursor: string | null): void {
  if (cursor === null) return
  // Not parsed as a URL: the request line may contain an invalid host.
  const { url } = request
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const query = new URLSearchParams(url.slice(end))
  query.set('cursor', cursor)
  void reply.header('link', `<${url.slice(0, end)}?${query.toString()}>; rel="next"`)
}
