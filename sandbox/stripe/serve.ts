// Answers one request of the API: who calls, what is asked, done in one transaction, answered in Stripe's form.
import type { IncomingMessage } from 'node:http'
import { ALL_ROUTES } from './calls/all-routes.ts'
import { chance } from './clock.ts'
import { invalidParam, type ProblemBody, refused, StripeProblem } from './errors.ts'
import { API_VERSION } from './events.ts'
import { expanded } from './expand.ts'
import type { Fault } from './faults.ts'
import { type RawObject, readForm } from './form-body.ts'
import { answerKept, fingerprintOf, keepAnswer, keepsFailures } from './idempotency.ts'
import { isBrowserCall, type Keys, refuseBrowser } from './keys.ts'
import { forBrowser } from './objects/payment-intents.ts'
import { matchRoute } from './routes.ts'
import type { Store } from './store.ts'
import type { World } from './world.ts'

export type Asked = { method: string; path: string; query: string; body: string; request: IncomingMessage }
export type Answer = { status: number; body: string; headers: Record<string, string> }

type Kitchen = { store: Store; keys: Keys; world: (request: World['request']) => World }

/** The whole answer. A fault may make it an error although the work is done. */
export function answer(kitchen: Kitchen, asked: Asked, key: string | null, fault: Fault | null): Answer {
  const requestId = `req_${chance(14)}`
  const headers: Record<string, string> = { 'request-id': requestId, 'stripe-version': API_VERSION }
  const { store } = kitchen
  const keptKey = asked.method === 'POST' ? key : null
  if (keptKey !== null) headers['idempotency-key'] = keptKey
  const path = asked.path
  const replyOf = (status: number, body: unknown): Answer => ({
    status,
    body: JSON.stringify(body, null, 2),
    headers,
  })
  try {
    const kept = keptKey === null ? null : answerKept(store, keptKey, path, fingerprintOf(store, asked.body))
    if (kept) {
      const more = { 'idempotent-replayed': 'true', 'original-request': kept.requestId }
      return { status: kept.status, body: kept.body, headers: { ...headers, ...more } }
    }
    return store.transaction(() => {
      const world = kitchen.world({ id: requestId, idempotencyKey: keptKey })
      const done = replyOf(200, worked(world, kitchen.keys, asked))
      if (fault?.how === 'error-undone') throw new StripeProblem(500, BROKEN)
      const said = fault?.how === 'error-after' ? replyOf(500, { error: BROKEN }) : done
      if (keptKey !== null) {
        const lasting = keepsFailures(path) ? said : done
        keepAnswer(store, keptKey, path, fingerprintOf(store, asked.body), { ...lasting, requestId })
      }
      return said
    }, keepsWork)
  } catch (error) {
    const problem = error instanceof StripeProblem ? error : null
    if (!problem) {
      return {
        ...replyOf(500, { error: BROKEN }),
        headers: { ...headers, 'x-sandbox-error': oneLine(error) },
      }
    }
    const reply = replyOf(problem.status, { error: { ...problem.body, request_log_url: undefined } })
    if (keptKey !== null && !problem.isValidation && keepsFailures(path)) {
      const fingerprint = fingerprintOf(store, asked.body)
      store.transaction(() => keepAnswer(store, keptKey, path, fingerprint, { ...reply, requestId }))
    }
    return reply
  }
}

const oneLine = (error: unknown) =>
  (error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1] ?? ''}` : String(error))
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .slice(0, 300)

const keepsWork = (error: unknown) => error instanceof StripeProblem && error.keepsWork

export const BROKEN: ProblemBody = {
  type: 'api_error',
  message: 'Sorry, an error has occurred on our end. Please try again in a few moments.',
}

function worked(world: World, keys: Keys, asked: Asked): unknown {
  const raw = parametersOf(asked)
  const isBrowser = isBrowserCall(keys, asked.request, raw)
  const match = matchRoute(ALL_ROUTES, asked.method, asked.path)
  if (!match) {
    throw new StripeProblem(
      404,
      {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${asked.method}: ${asked.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      },
      { isValidation: true },
    )
  }
  refuseBrowser(isBrowser, match.route.forBrowser)
  refuseOtherVersion(asked.request)
  const expand = takeExpand(raw)
  const account = headerOf(asked.request, 'stripe-account')
  if (account && match.route.path !== '/v1/balance') {
    throw refused(`The sandbox speaks for a connected account (Stripe-Account) only on /v1/balance.`)
  }
  const { id, secondId } = match
  try {
    const result = match.route.run(world, raw, { id, secondId, isBrowser, account })
    return expanded(world, result, expand)
  } catch (error) {
    throw isBrowser && error instanceof StripeProblem ? shortened(error) : error
  }
}

/** A browser sees of the intent in a decline what it may see of it otherwise. */
function shortened(problem: StripeProblem): StripeProblem {
  const { payment_intent: intent, setup_intent: setup, ...body } = problem.body
  const short = {
    ...body,
    ...(intent instanceof Object ? { payment_intent: forBrowser(intent) } : {}),
    ...(setup instanceof Object ? { setup_intent: forBrowser(setup) } : {}),
  }
  const { keepsWork: keeps, isValidation } = problem
  return new StripeProblem(problem.status, short, { keepsWork: keeps, isValidation })
}

function parametersOf({ method, path, query, body, request }: Asked): RawObject {
  const asked = readForm(query)
  if (method === 'GET' || body === '') return asked
  const isJson = path.startsWith('/v2/') || String(request.headers['content-type']).includes('json')
  if (!isJson) return { ...asked, ...readForm(body) }
  try {
    const read: unknown = JSON.parse(body)
    if (typeof read === 'object' && read !== null && !Array.isArray(read))
      return { ...asked, ...(read as RawObject) }
  } catch {
    // Said below.
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
  throw refused(`Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION}.`)
}

export function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
