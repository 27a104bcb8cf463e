// Handles one API request in a transaction: verifies the signature, authenticates, runs the route.
import { matchRoute } from './calls/routes.ts'
import { nowMs } from './clock.ts'
import { badClient, badSignature, badTimestamp, badUser, BrokerProblem, notFound } from './problems.ts'
import { isSame, requestSignature } from './signing.ts'
import type { User } from './store.ts'
import type { CallReply, Context } from './context.ts'

export type ApiRequest = {
  method: string
  /** Without the mount path and without `/api/v1`. */
  path: string
  /** The raw query string, without the question mark. */
  query: string
  body: string
  signature: string | null
}
export type ApiResponse = { status: number; body: string; headers: Record<string, string> }
export type Keys = { clientId: string; consumerKey: string }

/** How old a signature may be, in real time, because the SDK signs with the real time. */
const FRESH_SECONDS = 300

export function handleApiRequest(context: Context, keys: Keys, apiRequest: ApiRequest): ApiResponse {
  try {
    return context.store.transaction(
      () => jsonResponse(runRoute(context, keys, apiRequest)),
      (error) => error instanceof BrokerProblem && error.keepsWork,
    )
  } catch (error) {
    if (!(error instanceof BrokerProblem)) throw error
    const { status, body, headers } = error
    const refused = jsonResponse({ status, body })
    return { ...refused, headers: { ...refused.headers, ...headers } }
  }
}

export const jsonResponse = ({ status = 200, body }: CallReply): ApiResponse => ({
  status,
  body: body === undefined ? '' : JSON.stringify(body),
  headers: body === undefined ? {} : { 'content-type': 'application/json' },
})

function runRoute(context: Context, keys: Keys, apiRequest: ApiRequest): CallReply {
  const query = new URLSearchParams(apiRequest.query)
  const match = matchRoute(apiRequest.method, apiRequest.path)
  if (match?.route.by !== 'anybody') verify(keys, apiRequest, query)
  if (!match) throw notFound()
  const { route, id } = match
  const user = route.by === 'user' ? authenticatedUser(context, query) : { id: '', secret: '' }
  return route.run(context, { id, query, body: bodyOf(apiRequest), user })
}

/**
 * Accepts the path with and without `/api/v1`; SnapTrade's SDKs sign either.
 * https://docs.snaptrade.com/docs/request-signatures
 */
function verify(keys: Keys, apiRequest: ApiRequest, query: URLSearchParams): void {
  if (query.get('clientId') !== keys.clientId) throw badClient()
  const content =
    apiRequest.body === '' || apiRequest.body === '{}' ? null : (parsed(apiRequest.body) ?? null)
  const isSigned = [apiRequest.path, `/api/v1${apiRequest.path}`].some((path) =>
    isSame(
      apiRequest.signature ?? '',
      requestSignature(keys.consumerKey, { content, path, query: apiRequest.query }),
    ),
  )
  if (!isSigned) throw badSignature()
  const age = Math.abs(nowMs() / 1000 - Number(query.get('timestamp') ?? Number.NaN))
  if (!(age <= FRESH_SECONDS)) throw badTimestamp()
}

function authenticatedUser(context: Context, query: URLSearchParams): User {
  const user = context.store.get('user', query.get('userId') ?? '')
  if (!user || !isSame(query.get('userSecret') ?? '', user.secret)) throw badUser()
  return user
}

function bodyOf({ body }: ApiRequest): Record<string, unknown> {
  const value = parsed(body)
  return value !== null && typeof value === 'object' ? { ...value } : {}
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
