// Opens the broker sandbox: SnapTrade's API as a plain Node handler, with its state in one SQLite file.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { newId, realNow } from './clock.ts'
import { type TestControls, createTestControls } from './test-controls.ts'
import { type Fault, Faults } from './faults.ts'
import { portalPage } from './pages/portal.ts'
import { throttled, unexpected } from './problems.ts'
import { RateLimit } from './rate-limit.ts'
import {
  type ApiResponse,
  handleApiRequest,
  jsonResponse,
  type ApiRequest,
  type Keys,
} from './handle-request.ts'
import { Store } from './store.ts'
import { runDueWork } from './sync.ts'
import { startDelivering, type WebhookOptions, type Webhooks } from './webhooks.ts'
import type { Context } from './context.ts'

export type BrokerSandboxOptions = Keys & {
  /** The SQLite file, or `:memory:`. */
  file: string
  /** The sandbox's base URL, such as `http://localhost:3000/sandbox/broker`. */
  baseUrl: () => string
  /** The clock; the real time by default. Signatures are always checked against the real time. */
  clock?: () => Date
  webhook: WebhookOptions | null
  /** Seeds a user's sample accounts; the user's id by default. */
  seedOf?: (userId: string) => string
  /** Requests per minute; 250 by default. */
  rateLimit?: number
  /**
   * With `daily`, a disabled connection still returns its last positions. With `realtime` (the default) it returns
   * 402.
   */
  plan?: Context['plan']
}
export type BrokerSandbox = TestControls & {
  handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Runs due work. Also runs before each request and every few seconds. */
  tick: () => void
  /** Makes the next matching call fail. The returned function tells whether one did. */
  failNext: (fault: Fault) => () => boolean
  clearFaults: () => void
  webhooks: Webhooks
  close: () => Promise<void>
}

const TICK_MS = 5_000
const LARGEST_BODY = 100_000

export function openBrokerSandbox(options: BrokerSandboxOptions): BrokerSandbox {
  const store = new Store(options.file)
  const faults = new Faults()
  const limit = new RateLimit(options.rateLimit ?? 250)
  const { wake, stop, ...webhooks } = startDelivering(store, options.consumerKey, options.webhook)

  const context = (): Context => ({
    store,
    baseUrl: options.baseUrl(),
    clientId: options.clientId,
    now: (options.clock ?? realNow)(),
    seedOf: options.seedOf ?? ((userId) => userId),
    plan: options.plan ?? 'realtime',
    hasListener: options.webhook !== null,
  })
  /** Runs `work` in one transaction, then sends the webhooks it queued. */
  function change<T>(work: (context: Context) => T): T {
    const result = store.transaction(() => work(context()))
    wake()
    return result
  }
  const tick = () => change(runDueWork)
  let isClosed = false
  const timer = setInterval(() => {
    try {
      tick()
    } catch {
      // The next request hits the same error and reports it.
    }
  }, TICK_MS)
  timer.unref()
  wake()

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readRequest(request, pathOf(options.baseUrl()))
    if (!read) return send(response, { status: 413, body: '', headers: {} })
    const { apiRequest, isLegacy } = read
    tick()
    if (apiRequest.path.startsWith('/pages/'))
      return send(
        response,
        change((one) => portalPage(one, apiRequest)),
      )
    const { headers, waitSeconds } = limit.take()
    if (isLegacy) headers['deprecation'] = '@1781222400'
    headers['x-request-id'] = newId().replaceAll('-', '')
    const answered = (one: ApiResponse) => send(response, { ...one, headers: { ...headers, ...one.headers } })
    if (waitSeconds > 0) return answered(jsonResponse({ status: 429, body: throttled(waitSeconds).body }))
    const fault = faults.take(apiRequest.method, apiRequest.path)
    const done = fault && !fault.isAfter ? null : handleApiRequest(context(), options, apiRequest)
    wake()
    if (fault?.how === 'silence') return
    if (fault?.how === 'cut') response.destroy()
    else if (fault) answered(jsonResponse({ status: fault.how, body: fault.body ?? bodyFor(fault.how) }))
    else if (done) answered(done)
  }

  return {
    ...createTestControls(change),
    handle: (request, response) => {
      respond(request, response).catch((error: unknown) => {
        if (response.headersSent) return
        const words = error instanceof Error ? error.message : String(error)
        const { body, status } = unexpected()
        const reply = jsonResponse({ status, body })
        reply.headers['x-sandbox-error'] = words.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, ' ')
        send(response, reply)
      })
    },
    tick,
    failNext: (fault) => faults.add(fault),
    clearFaults: () => faults.forget(),
    webhooks,
    close: async () => {
      if (isClosed) return
      isClosed = true
      clearInterval(timer)
      await stop()
      store.close()
    },
  }
}

const bodyFor = (status: number) => ({
  detail: `Request failed with status ${status}`,
  status_code: status,
  code: '0000',
})

function send(response: ServerResponse, reply: ApiResponse): void {
  if (response.destroyed) return
  response.writeHead(reply.status, { 'cache-control': 'no-store', ...reply.headers })
  response.end(reply.body)
}

const pathOf = (address: string) => new URL(address).pathname.replace(/\/$/, '')

/** Null if the body is too large. */
async function readRequest(
  request: IncomingMessage,
  mount: string,
): Promise<{ apiRequest: ApiRequest; isLegacy: boolean } | null> {
  const [whole = '', query = ''] = (request.url ?? '/').split(/\?(.*)/s, 2)
  const inside = mount !== '' && whole.startsWith(mount) ? whole.slice(mount.length) : whole
  const isLegacy = /^\/api\/v1(?=\/|$)/.test(inside)
  const path = (isLegacy ? inside.slice('/api/v1'.length) : inside) || '/'
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LARGEST_BODY) return null
    parts.push(part)
  }
  const signature = request.headers['signature']
  return {
    isLegacy,
    apiRequest: {
      method: request.method ?? 'GET',
      path,
      query,
      body: Buffer.concat(parts).toString('utf8'),
      signature: typeof signature === 'string' ? signature : null,
    },
  }
}
