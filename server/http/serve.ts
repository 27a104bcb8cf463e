// Binds one endpoint of the contract to the function that answers it: who may call, limits, checked input, encoded reply.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { Access, Endpoint, Input, Wire } from '#shared/endpoint.ts'
import { Problem } from '#shared/problems.ts'
import { addressOf, type Limits } from './limits.ts'
import { invalidInput } from './problems.ts'
import { type Viewer, viewerOf } from './session.ts'

type ViewerFor<E extends Endpoint> = E['access'] extends 'member' ? Viewer : Viewer | null
type Http = { request: FastifyRequest; reply: FastifyReply }
export type Serve = <E extends Endpoint>(
  endpoint: E,
  answer: (input: Input<E> & { viewer: ViewerFor<E>; http: Http }) => Promise<Wire<E>>,
) => void

/**
 * Makes the function with which features serve their endpoints. Replies are written by a serializer compiled from the
 * contract, so a column nobody named can't leak; with `checkReplies` each is also checked against it (tests).
 */
export function server(app: FastifyInstance, deps: Deps, limits: Limits, checkReplies: boolean): Serve {
  return (endpoint, answer) => {
    const parts = inputParts(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: { response: { [endpoint.status]: replySchema(endpoint) } },
      handler: async (request, reply) => {
        const viewer = await admit(deps, limits, endpoint, request, reply)
        const input = { viewer, http: { request, reply } } as Record<string, unknown>
        for (const [part, schema] of parts) {
          const parsed = schema.safeParse(request[part])
          if (!parsed.success) throw invalidInput(parsed.error)
          input[part] = parsed.data
        }
        const wire = await answer(input as Parameters<typeof answer>[0])
        if (checkReplies) z.parse(endpoint.reply, wire)
        void reply.header('cache-control', 'private, no-cache')
        return reply.status(endpoint.status).type('application/json; charset=utf-8').send(wire)
      },
    })
  }
}

/**
 * Probes are let through: that the process lives must not depend on the database, on a cookie or on who asks how often.
 * A signed-in request counts against the person, any other against its address; the tight limits of calls that anyone
 * may make (sign-in, registration, waitlist) always count against the address.
 */
async function admit(
  deps: Deps,
  limits: Limits,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | null> {
  if (endpoint.isProbe) return null
  const viewer = await viewerOf(deps, request, reply)
  const who = viewer?.id ?? addressOf(request)
  limits.count(who)
  if (viewer === null && (endpoint.access satisfies Access) === 'member') throw new Problem('unauthorized')
  if (endpoint.limit !== undefined)
    await limits.spend(endpoint.limit, endpoint.access === 'anyone' ? addressOf(request) : who)
  return viewer
}

function inputParts(endpoint: Endpoint) {
  const parts = [
    ['params', endpoint.params],
    ['query', endpoint.query],
    ['body', endpoint.body],
  ] as const
  return parts.filter(([, schema]) => !(schema instanceof z.ZodUndefined))
}

/** The JSON schema of a reply as it travels, in the dialect Fastify's serializer is fastest with. */
export function replySchema(endpoint: Endpoint): object {
  return z.toJSONSchema(endpoint.reply, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' })
}

/** Puts the address of the next page into the `Link` header (RFC 8288), keeping the query as it was asked. */
export function linkNext({ request, reply }: Http, cursor: string | null): void {
  if (cursor === null) return
  // Not parsed as a URL: a request line may name a host that is none.
  const { url } = request
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const query = new URLSearchParams(url.slice(end))
  query.set('cursor', cursor)
  void reply.header('link', `<${url.slice(0, end)}?${query.toString()}>; rel="next"`)
}
