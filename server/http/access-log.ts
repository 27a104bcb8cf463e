// Assigns an id to every request and reports it when it ends, with one log line and one measurement.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { ProblemCode } from '#shared/problems.ts'

export const REQUEST_ID_HEADER = 'x-request-id'
/**
 * Ids of load balancers: UUIDs, hexadecimal numbers and the like. Anything else could forge lines in other
 * systems' logs.
 */
const WELL_FORMED = /^[\w.-]{8,128}$/
/** The status of a request whose client disconnected before the response was complete, as in nginx's log. */
const CLIENT_GONE = 499

/** Uses the id that the trusted proxy assigned to the request, or a new one. */
export const requestIds =
  ({ config, clock }: Pick<Deps, 'config' | 'clock'>) =>
  (request?: Pick<IncomingMessage, 'headers'>): string => {
    const given = config.trustProxy ? request?.headers[REQUEST_ID_HEADER] : undefined
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : clock.newId()
  }

/** The signed-in people of requests in progress. */
const viewers = new WeakMap<FastifyRequest, string>()
/** Adds this person's id to the request's log line. */
export const logViewer = (request: FastifyRequest, userId: string): void => void viewers.set(request, userId)

const problems = new WeakMap<FastifyRequest, ProblemCode>()
/** Adds the reason for a refusal to the request's log line. */
export const logProblem = (request: FastifyRequest, code: ProblemCode): void =>
  void problems.set(request, code)

export type AccessLog = {
  /** Adds the request's id to the response, and reports the request when it ends. */
  begin(request: FastifyRequest, reply: FastifyReply): void
  /** Reports a request that was refused before it was complete, and returns its id. */
  refused(socket: Socket, status: number): string
}

export function openAccessLog({
  config,
  log,
  clock,
  metrics,
}: Pick<Deps, 'config' | 'log' | 'clock' | 'metrics'>): AccessLog {
  const newId = requestIds({ config, clock })
  /** The newest request of each connection. */
  const newest = new WeakMap<Socket, FastifyRequest>()
  const refusals = new WeakMap<FastifyRequest, number>()
  return {
    begin(request, reply) {
      const startedMs = clock.elapsedMs()
      newest.set(request.raw.socket, request)
      void reply.header(REQUEST_ID_HEADER, request.id)
      // Not `onResponse`, which isn't called when the client disconnects early or a sandbox responds.
      reply.raw.once('close', () => {
        const ms = clock.elapsedMs() - startedMs
        const isAnswered = reply.raw.writableFinished && !isClientGone(request)
        const status = refusals.get(request) ?? (isAnswered ? reply.raw.statusCode : CLIENT_GONE)
        const { method, id: requestId } = request
        const [userId, problem] = [viewers.get(request), problems.get(request)]
        const route = routeOf(request)
        metrics?.requestEnded({ method, route, status: String(status) }, ms / 1000)
        const fields = {
          event: 'request',
          requestId,
          method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
          ...(problem !== undefined && { problem }),
        } as const
        log[route === FILES ? 'debug' : 'info'](
          userId === undefined ? fields : { ...fields, userId },
          'request',
        )
      })
    },
    refused(socket, status) {
      const request = newest.get(socket)
      if (request && !request.raw.complete) {
        refusals.set(request, status)
        return request.id
      }
      // It never became a request, so its method and route are unknown.
      const requestId = newId()
      log.info({ event: 'request', requestId, route: 'none', status }, 'request')
      return requestId
    },
  }
}

/** Whether the client disconnected before the end of its request. */
export const isClientGone = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

const FILES = '/assets/*'

/** The route's pattern instead of the URL, which can contain a secret and has unlimited values. */
export function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none'
  // Each file of the built page has its own route.
  return !url.startsWith('/api/') && /^[^:]*\.\w+$/.test(url) ? FILES : url
}
