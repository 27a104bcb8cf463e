// Handles one API request in a transaction: authenticates, runs the route, formats the response.
import type { IncomingMessage } from 'node:http'
import { ALL_ROUTES } from './calls/all-routes.ts'
import { randomString } from './clock.ts'
import { invalidParam, type ProblemBody, invalidRequest, StripeProblem } from './errors.ts'
import { API_VERSION } from './events.ts'
import { expanded } from './expand.ts'
import type { Fault } from './faults.ts'
import { type RawObject, readForm } from './form-body.ts'
import { keptResponse, fingerprintOf, saveResponse, keepsFailures } from './idempotency.ts'
import { isBrowserCall, type Keys, refuseBrowser } from './keys.ts'
import { browserView } from './objects/payment-intents.ts'
import { matchRoute } from './routes.ts'
import type { Store } from './store.ts'
import type { Context } from './context.ts'

export type ApiRequest = {
  method: string
  path: string
  query: string
  body: string
  request: IncomingMessage
}
export type ApiResponse = { status: number; body: string; headers: Record<string, string> }

type RequestDeps = { store: Store; keys: Keys; context: (request: Context['request']) => Context }

/** Returns the whole response. A fault may turn it into an error after the work is done. */
export function handleApiRequest(
  deps: RequestDeps,
  apiRequest: ApiRequest,
  key: string | null,
  fault: Fault | null,
): ApiResponse {
  const requestId = `req_${randomString(14)}`
  const headers: Record<string, string> = { 'request-id': requestId, 'stripe-version': API_VERSION }
  const { store } = deps
  const keptKey = apiRequest.method === 'POST' ? key : null
  if (keptKey !== null) headers['idempotency-key'] = keptKey
  const path = apiRequest.path
  const replyOf = (status: number, body: unknown): ApiResponse => ({
    status,
    body: JSON.stringify(body, null, 2),
    headers,
  })
  try {
    const kept =
      keptKey === null ? null : keptResponse(store, keptKey, path, fingerprintOf(store, apiRequest.body))
    if (kept) {
      const more = { 'idempotent-replayed': 'true', 'original-request': kept.requestId }
      return { status: kept.status, body: kept.body, headers: { ...headers, ...more } }
    }
    return store.transaction(() => {
      const context = deps.context({ id: requestId, idempotencyKey: keptKey })
      const done = replyOf(200, runRoute(context, deps.keys, apiRequest))
      if (fault?.how === 'error-undone') throw new StripeProblem(500, SERVER_ERROR)
      const response = fault?.how === 'error-after' ? replyOf(500, { error: SERVER_ERROR }) : done
      if (keptKey !== null) {
        const lasting = keepsFailures(path) ? response : done
        saveResponse(store, keptKey, path, fingerprintOf(store, apiRequest.body), { ...lasting, requestId })
      }
      return response
    }, keepsWork)
  } catch (error) {
    const problem = error instanceof StripeProblem ? error : null
    if (!problem) {
      return {
        ...replyOf(500, { error: SERVER_ERROR }),
        headers: { ...headers, 'x-sandbox-error': oneLine(error) },
      }
    }
    const reply = replyOf(problem.status, { error: { ...problem.body, request_log_url: undefined } })
    if (keptKey !== null && !problem.isValidation && keepsFailures(path)) {
      const fingerprint = fingerprintOf(store, apiRequest.body)
      store.transaction(() => saveResponse(store, keptKey, path, fingerprint, { ...reply, requestId }))
    }
    return reply
  }
}

/** Where calls for a connected account (`Stripe-Account`) are answered. */
const FOR_ACCOUNTS = ['/v1/balance', '/v1/payouts', '/v1/events']

const oneLine = (error: unknown) =>
  (error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1] ?? ''}` : String(error))
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .slice(0, 300)

const keepsWork = (error: unknown) => error instanceof StripeProblem && error.keepsWork

export const SERVER_ERROR: ProblemBody = {
  type: 'api_error',
  message: 'Sorry, an error has occurred on our end. Please try again in a few moments.',
}

function runRoute(context: Context, keys: Keys, apiRequest: ApiRequest): unknown {
  const raw = parametersOf(apiRequest)
  const isBrowser = isBrowserCall(keys, apiRequest.request, raw)
  const match = matchRoute(ALL_ROUTES, apiRequest.method, apiRequest.path)
  if (!match) {
    throw new StripeProblem(
      404,
      {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${apiRequest.method}: ${apiRequest.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      },
      { isValidation: true },
    )
  }
  refuseBrowser(isBrowser, match.route.forBrowser)
  refuseOtherVersion(apiRequest.request)
  const expand = takeExpand(raw)
  const account = headerOf(apiRequest.request, 'stripe-account')
  if (account && !FOR_ACCOUNTS.some((path) => match.route.path.startsWith(path))) {
    throw invalidRequest(
      `The sandbox speaks for a connected account (Stripe-Account) only on ${FOR_ACCOUNTS.join(', ')}.`,
    )
  }
  const { id } = match
  try {
    const result = match.route.run(context, raw, { id, isBrowser, account })
    return expanded(context, result, expand)
  } catch (error) {
    throw isBrowser && error instanceof StripeProblem ? shortened(error) : error
  }
}

/** Limits the intents in a browser's error to what a browser may see. */
function shortened(problem: StripeProblem): StripeProblem {
  const { payment_intent: intent, setup_intent: setup, ...body } = problem.body
  const short = {
    ...body,
    ...(intent instanceof Object ? { payment_intent: browserView(intent) } : {}),
    ...(setup instanceof Object ? { setup_intent: browserView(setup) } : {}),
  }
  const { keepsWork: keeps, isValidation } = problem
  return new StripeProblem(problem.status, short, { keepsWork: keeps, isValidation })
}

function parametersOf({ method, path, query, body, request }: ApiRequest): RawObject {
  const apiRequest = readForm(query)
  if (method === 'GET' || body === '') return apiRequest
  const isJson = path.startsWith('/v2/') || String(request.headers['content-type']).includes('json')
  if (!isJson) return { ...apiRequest, ...readForm(body) }
  try {
    const read: unknown = JSON.parse(body)
    if (typeof read === 'object' && read !== null && !Array.isArray(read))
      return { ...apiRequest, ...(read as RawObject) }
  } catch {
    // Invalid JSON; the error is thrown below.
  }
  throw invalidParam('Invalid JSON in the request body.', 'body')
}

function takeExpand(raw: RawObject): string[] {
  const { expand } = raw
  delete raw['expand']
  if (expand === undefined) return []
  const list = typeof expand === 'object' && expand !== null ? Object.values(expand) : []
  if (list.length === 0 || list.some((path) => typeof path !== 'string'))
    throw invalidParam('Invalid array', 'expand')
  return list.map(String)
}

function refuseOtherVersion(request: IncomingMessage): void {
  const version = headerOf(request, 'stripe-version')
  if (version === null || version === API_VERSION) return
  throw invalidRequest(`Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION}.`)
}

export function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
