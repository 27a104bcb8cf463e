// Opens the Stripe sandbox: Stripe's API as a plain Node handler, with its state in one SQLite file.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestControls, createTestControls } from './test-controls.ts'
import { runDueWork, dueAt } from './billing/due-work.ts'
import { DAY, nowInSeconds } from './clock.ts'
import { webhookTargets } from './events.ts'
import { readRequest, send } from './http.ts'
import { type Fault, Faults, type Latency, latencyOf, NO_LATENCY } from './faults.ts'
import { keyInUse } from './idempotency.ts'
import type { Keys } from './keys.ts'
import { servePage } from './pages/serve-page.ts'
import {
  type ApiResponse,
  handleApiRequest,
  type ApiRequest,
  SERVER_ERROR,
  headerOf,
} from './handle-request.ts'
import { Store } from './store.ts'
import { DEFAULT_DELIVERY, type Deliverer, type DeliverySettings, startDelivering } from './webhooks.ts'
import type { WebhookTarget, Settings, Context } from './context.ts'

export type GivenEndpoint = {
  /** A function if the URL is known only later. */
  url: string | (() => string)
  secret: string
  /** Snapshot events (v1) carry the object, thin events (v2) only its id. */
  payload: 'snapshot' | 'thin'
  /** All event types by default. */
  events?: string[]
  /** For events of connected accounts; for those of the platform by default. */
  isConnect?: boolean
}
export type SandboxOptions = {
  /** The SQLite file, or `:memory:`. */
  file: string
  /** The sandbox's base URL, such as `http://localhost:3000/sandbox/stripe`. A function if it is known only later. */
  baseUrl: string | (() => string)
  /** Endpoints that get webhooks without being registered. */
  deliver?: GivenEndpoint[]
  keys?: Partial<Keys>
  webhooks?: Partial<DeliverySettings>
  settings?: Partial<Settings>
  /** Latency of each API call, in ms; none by default. */
  latency?: Latency
  /** The current time in Unix seconds, if it isn't the real time (`listenBackdated`). */
  now?: () => number
}
export type StripeSandbox = TestControls & {
  options: SandboxOptions
  handle: (request: IncomingMessage, response: ServerResponse) => void
  close: () => Promise<void>
  /** Runs work that is due in real time. Also runs before each request and twice a minute. */
  tick: () => void
  /** Makes the next matching call fail. The returned function tells whether one did. */
  failNext: (fault: Fault) => () => boolean
  setLatency: (latency: Latency) => void
  /** Changes settings, as the platform's owner does in Stripe's dashboard. */
  changeSettings: (change: Partial<Settings>) => void
  /** Removes the pending faults. */
  clearFaults: () => void
  /** Adds all its objects to another sandbox's file, or none if that fails. */
  mergeInto: (file: string) => void
  keys: Keys
  webhooks: Omit<Deliverer, 'wake' | 'stop'>
}

const DEFAULTS: Settings = {
  whenRetriesEnd: 'cancel',
  retryAfterDays: [3, 5, 7],
  allowsNegativeBalances: true,
  country: 'US',
  businessName: 'Sandbox',
  taxPercent: 10,
  taxFails: false,
  taxSettings: { status: 'active', tax_behavior: 'exclusive', tax_code: 'txcd_10000000' },
}
const TICK_MS = 30_000
/** Stripe keeps events for 30 days. */
const EVENTS_KEPT_FOR = 30 * DAY

export function openStripeSandbox(options: SandboxOptions): StripeSandbox {
  const store = new Store(options.file, dueAt)
  const present = options.now ?? nowInSeconds
  const deleteOldEvents = () => store.deleteOldEvents(present() - EVENTS_KEPT_FOR)
  deleteOldEvents()
  const keys: Keys = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox', ...options.keys }
  const given = () =>
    (options.deliver ?? []).map(
      ({ url, secret, payload, events, isConnect = false }, index): WebhookTarget => ({
        id: `given_${payload}_${index}`,
        url: typeof url === 'function' ? url() : url,
        secret,
        payload,
        events: events ?? ['*'],
        isConnect,
      }),
    )
  const settings = { ...DEFAULTS, ...options.settings }
  const faults = new Faults()
  const inProgress = new Set<string>()
  let latency = options.latency ?? NO_LATENCY

  const context = (request: Context['request'] = { id: null, idempotencyKey: null }): Context => ({
    store,
    baseUrl: typeof options.baseUrl === 'function' ? options.baseUrl() : options.baseUrl,
    request,
    settings,
    moment: { real: options.now?.() ?? null },
    targets: given(),
  })
  const webhooks = startDelivering(store, () => webhookTargets(context()), {
    ...DEFAULT_DELIVERY,
    ...options.webhooks,
  })

  function tick(): void {
    if (!store.nextDue(null, present())) return
    store.transaction(() => {
      const living = context()
      runDueWork(living, null, present(), (moment) => {
        living.moment.real = moment
      })
    })
    webhooks.wake()
  }
  const timer = setInterval(() => {
    try {
      tick()
    } catch {
      // The next request hits the same error and reports it.
    }
  }, TICK_MS)
  timer.unref()
  webhooks.wake()

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const apiRequest = await readRequest(request)
    if (apiRequest?.method === 'OPTIONS') return send(response, { status: 204, body: '', headers: {} })
    if (!apiRequest)
      return send(response, { status: 413, body: JSON.stringify({ error: SERVER_ERROR }), headers: {} })
    tick()
    if (apiRequest.path.startsWith('/pages/')) {
      const page = store.transaction(() => servePage(context(), apiRequest))
      webhooks.wake()
      return send(response, page)
    }
    const fault = faults.take(apiRequest.method, apiRequest.path)
    if (fault && !before(fault, response)) return
    const reply = await respondOnce(apiRequest, fault)
    if (fault?.lateMs) await new Promise((done) => setTimeout(done, fault.lateMs))
    send(response, reply, fault)
  }

  /** Returns false if the fault has already responded. */
  function before(fault: Fault, response: ServerResponse): boolean {
    if (fault.how === 'cut-before') response.destroy()
    const early = { 'error-before': 500, conflict: 409, 'key-in-use': 409, 'rate-limit': 429 } as const
    const status = fault.how in early ? early[fault.how as keyof typeof early] : null
    if (status !== null) {
      const error =
        status === 500
          ? SERVER_ERROR
          : fault.how === 'key-in-use'
            ? keyInUse('another').body
            : { type: 'invalid_request_error', code: 'lock_timeout', message: 'Try again later.' }
      send(response, { status, body: JSON.stringify({ error }), headers: {} })
    }
    return status === null && fault.how !== 'cut-before'
  }

  /** A concurrent request with the same idempotency key is refused. */
  async function respondOnce(apiRequest: ApiRequest, fault: Fault | null): Promise<ApiResponse> {
    const deps = { store, keys, context }
    const key = headerOf(apiRequest.request, 'idempotency-key')
    const takesMs = (fault?.slowMs ?? 0) + latencyOf(latency)
    const wait = async () => takesMs > 0 && (await new Promise((done) => setTimeout(done, takesMs)))
    if (key === null || apiRequest.method !== 'POST')
      return await wait().then(() => answerNow(deps, apiRequest, null, fault))
    if (inProgress.has(key)) {
      const { status, body } = keyInUse(key)
      return { status, body: JSON.stringify({ error: body }), headers: { 'idempotency-key': key } }
    }
    inProgress.add(key)
    try {
      // Lets a concurrent request with the same key arrive first.
      await new Promise((done) => setImmediate(done))
      await wait()
      return answerNow(deps, apiRequest, key, fault)
    } finally {
      inProgress.delete(key)
    }
  }

  function answerNow(...apiRequest: Parameters<typeof handleApiRequest>): ApiResponse {
    const result = handleApiRequest(...apiRequest)
    webhooks.wake()
    return result
  }

  return {
    ...createTestControls((work) => {
      store.transaction(() => work(context()))
      webhooks.wake()
    }),
    options,
    handle: (request, response) => {
      respond(request, response).catch((error: unknown) => {
        const words = error instanceof Error ? error.message : String(error)
        if (!response.headersSent)
          send(response, {
            status: 500,
            body: JSON.stringify({ error: SERVER_ERROR }),
            headers: { 'x-sandbox-error': words.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, ' ') },
          })
      })
    },
    close: async () => {
      clearInterval(timer)
      await webhooks.stop()
      store.close()
    },
    tick,
    setLatency: (now) => void (latency = now),
    changeSettings: (change) => void Object.assign(settings, change),
    failNext: (fault) => faults.add(fault),
    clearFaults: () => faults.forget(),
    mergeInto: (file) => {
      deleteOldEvents()
      store.mergeInto(file)
    },
    keys,
    webhooks,
  }
}
