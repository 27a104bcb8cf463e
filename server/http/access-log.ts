// Gives every request an id, and reports it when it ends: one line in the log and one measurement.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'

export const REQUEST_ID_HEADER = 'x-request-id'
/**
 * What load balancers send: UUIDs, hexadecimal numbers and the like. Anything else could forge lines of other systems'
 * logs.
 */
const WELL_FORMED = /^[\w.-]{8,128}$/
/** The status of a request whose client left before the response was complete, as nginx logs it. */
const CLIENT_GONE = 499

/** The id that the trusted proxy gave to the request, or a new one. */
export const requestIds =
  ({ config, clock }: Pick<Deps, 'config' | 'clock'>) =>
  (request?: Pick<IncomingMessage, 'headers'>): string => {
    const given = config.trustProxy ? request?.headers[REQUEST_ID_HEADER] : undefined
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : clock.newId()
  }

/** Who sent the requests in progress, once their sessions were read. */
const viewers = new WeakMap<FastifyRequest, string>()
/** The request's line in the log will have this person's id. */
export const logViewer = (request: FastifyRequest, userId: string): void => void viewers.set(request, userId)

export type AccessLog = {
  /** Gives the response its request's id, and reports the request when it ends. */
  begin(request: FastifyRequest, reply: FastifyReply): void
  /** Reports a request that is refused on its connection, before it is complete, and returns its id. */
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
      // Not `onResponse`, which doesn't run when the client leaves early or a sandbox answers.
      reply.raw.once('close', () => {
        const ms = clock.elapsedMs() - startedMs
        const isAnswered = reply.raw.writableFinished && !isClientGone(request)
        const status = refusals.get(request) ?? (isAnswered ? reply.raw.statusCode : CLIENT_GONE)
        const { method, id: requestId } = request
        const userId = viewers.get(request)
        const route = routeOf(request)
        metrics?.requestEnded({ method, route, status: String(status) }, ms / 1000)
        const fields = {
          event: 'request',
          requestId,
          method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
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
      // It never became a request: its method and its route are unknown.
      const requestId = newId()
      log.info({ event: 'request', requestId, route: 'none', status }, 'request')
      return requestId
    },
  }
}

/** Whether the client disconnected before the end of its request. */
export const isClientGone = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

const FILES = '/assets/*'

/** The pattern of the route, never the address itself: that can contain a secret, and there is no end of them. */
export function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none'
  // Each file of the built page has a route.
  return !url.startsWith('/api/') && /^[^:]*\.\w+$/.test(url) ? FILES : url
}
