// Turns every error of a request into JSON: a refusal has a reason, a bug only its request id.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isDatabaseUnavailable } from '#server/db/open.ts'
import type { Log } from '#server/log.ts'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { type AccessLog, isClientGone, logProblem, REQUEST_ID_HEADER } from './access-log.ts'

/** Errors that Fastify itself raises before a route runs. */
const FASTIFY_ERRORS: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_BAD_URL: 'invalid',
  FST_ERR_ASYNC_CONSTRAINT: 'invalid',
}

export function handleErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(asProblem(error, request, log), request, reply),
  )
  app.setNotFoundHandler((request, reply) => sendProblem(new Problem('not_found'), request, reply))
}

/** Answers a request that isn't valid HTTP or never arrived completely, and closes the connection. */
export type RefuseBrokenRequest = (error: NodeJS.ErrnoException, socket: Socket) => void

/** Node's error code for a request that takes too long to arrive. */
export const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

function brokenRequest(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('too_large')
  const message =
    code === REQUEST_TIMEOUT ? 'The request didn’t arrive in time' : 'The request isn’t valid HTTP'
  return new Problem('invalid', { message })
}

/** `headers`: those of every response. */
export const brokenRequestRefusal =
  (headers: Record<string, string>, accessLog: Pick<AccessLog, 'refused'>): RefuseBrokenRequest =>
  (error, socket) => {
    const { _httpMessage: response } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
    const isGone = error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE'
    if (isGone || !socket.writable || response?.headersSent) return void socket.destroy()
    const problem = brokenRequest(error.code)
    const { status } = problem
    const requestId = accessLog.refused(socket, status)
    const body = JSON.stringify({ ...problem.toBody(), requestId })
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      `${REQUEST_ID_HEADER}: ${requestId}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }

function asProblem(error: FastifyError, request: FastifyRequest, log: Log): Problem {
  if (error instanceof Problem) return error
  const requestId = request.id
  // Its body was interrupted, or its connection is closed. The response reaches nobody.
  if (isClientGone(request)) {
    log.debug({ event: 'client_gone', requestId, error: error.message }, 'the client disconnected')
    return new Problem('invalid')
  }
  const known = FASTIFY_ERRORS[error.code]
  if (known) return new Problem(known)
  if (error.statusCode === 400 && error instanceof SyntaxError) return new Problem('malformed_json')
  if (isDatabaseUnavailable(error)) {
    const { message, code } = error
    log.error(
      { event: 'database_unavailable', requestId, error: message, code },
      'the database is not available',
    )
    return new Problem('unavailable', { retryAfterSeconds: 2 })
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    log.info(
      { event: 'request_refused', requestId, code: error.code, error: error.message },
      'refused by Fastify',
    )
    return new Problem('invalid')
  }
  log.error({ event: 'request_failed', requestId, err: error }, 'unexpected error')
  return new Problem('internal')
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  logProblem(request, problem.code)
  if (problem.retryAfterSeconds !== undefined)
    void reply.header('retry-after', Math.ceil(problem.retryAfterSeconds))
  const body = { ...problem.toBody(), requestId: request.id }
  // Doesn't use the route's serializer, because an error doesn't have the shape of the route's response.
  return reply
    .status(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body)
}

/** The refusal of an invalid input. Its message is about the first issue. */
export function invalidInput(error: z.ZodError): Problem {
  const [first] = error.issues
  const field = first?.path.join('.') ?? ''
  const message = first
    ? isGeneric(first.message) && field
      ? `${field}: ${first.message}`
      : first.message
    : undefined
  return new Problem('invalid', message === undefined ? {} : { message })
}

/** Zod's own messages don't name the field, unlike ours. */
const isGeneric = (message: string) =>
  /^(Invalid|Expected|Too (big|small)|Unrecognized)/.test(message) && !/^Invalid email address$/.test(message)
