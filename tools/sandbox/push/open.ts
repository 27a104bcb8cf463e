// A push service (RFC 8030) and its browsers: it authenticates senders (RFC 8292), and decrypts and keeps messages (RFC
// 8291).
import { createPublicKey, randomUUID, verify } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { decrypt } from './decrypt.ts'
import { phonesPage } from './page.ts'
import { type Behavior, type Message, openStore, type Subscription } from './store.ts'

/** The largest body that push services must accept (RFC 8030, section 7.2). */
const BODY_MAX = 4096
const DAY_S = 86_400

export type PushSandboxOptions = {
  /** Where messages are kept; null: in memory only. */
  file: string | null
  /** Where the server reaches this sandbox, such as `http://localhost:3000/sandbox/push`. */
  baseUrl: () => string
  now?: () => Date
  /** Keeps bodies as they come and decrypts them when statistics are requested, so that a bench measures the sender. */
  decryptsLater?: boolean
}

export type PushSandbox = ReturnType<typeof openPushSandbox>

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Received = { found: Subscription; body: Buffer; message: Omit<Message, 'replaces' | 'payload'> }

export function openPushSandbox({
  file,
  baseUrl,
  now = () => new Date(),
  decryptsLater = false,
}: PushSandboxOptions) {
  const store = openStore(file)
  /** For all browsers, while the service is down. */
  let outage: Behavior | null = null
  let requests = 0
  const received: Received[] = []

  const subscriptionView = ({ id, keys, auth }: Subscription) => ({
    id,
    endpoint: `${baseUrl()}/send/${id}`,
    keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
  })

  function keep({ found, body, message }: Received): void {
    let payload: string
    try {
      payload = decrypt(body, found.keys, found.auth)
    } catch {
      throw new Refusal(400, 'The message can’t be decrypted')
    }
    store.deliver({ ...message, payload })
  }

  /** The application server's request to deliver a message. */
  async function deliver(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    requests += 1
    const body = await buffer(request)
    const [subscription = ''] = id.split('.')
    const found = store.subscription(subscription)
    if (!found) throw new Refusal(404, 'No browser has this subscription')
    const { status, retryAfter, delayMs = 0, hangs } = outage ?? found.behavior
    if (hangs) return
    if (delayMs > 0) await wait(delayMs)
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    if (status !== 201) throw new Refusal(status, 'As this browser was told to answer')
    const { headers } = request
    if (!/^\d+$/.test(headers['ttl']?.toString() ?? '')) throw new Refusal(400, 'TTL is required')
    if (body.length > BODY_MAX) throw new Refusal(413, `At most ${BODY_MAX} bytes`)
    if (headers['content-encoding'] !== 'aes128gcm') throw new Refusal(400, 'The encoding must be aes128gcm')
    const topic = headers['topic']?.toString() ?? null
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) throw new Refusal(400, 'Topic isn’t valid')
    checkSender(headers.authorization ?? '', new URL(baseUrl()).origin, found.serverKey, now())
    const message = {
      id: randomUUID(),
      subscription,
      to: id,
      at: now().toISOString(),
      ttl: Number(headers['ttl']),
      urgency: headers['urgency']?.toString() ?? 'normal',
      topic,
    }
    if (decryptsLater) received.push({ found, body, message })
    else keep({ found, body, message })
    response.writeHead(201, { location: `${baseUrl()}/messages/${message.id}`, ttl: `${message.ttl}` }).end()
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').replace(/^\/sandbox\/push/, '').split('?')
    const [, first = '', id = '', what] = path.split('/')
    const at = `${request.method} ${first}`
    if (at === 'POST send' && id) return await deliver(request, response, id)
    if (at === 'GET ' && !id) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      return void response.end(phonesPage(store))
    }
    const json = (status: number, value: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const input = async () =>
      JSON.parse((await buffer(request)).toString() || '{}') as Record<string, unknown>
    if (at === 'POST subscriptions' && !id) {
      const { applicationServerKey } = await input()
      const key = typeof applicationServerKey === 'string' ? applicationServerKey : null
      return json(201, subscriptionView(store.subscribe(key)))
    }
    if (at === 'PUT outage') {
      const behavior = (await input()) as Partial<Behavior>
      outage = behavior.status === undefined && !behavior.hangs ? null : { status: 503, ...behavior }
      return json(200, { outage })
    }
    if (at === 'GET statistics') {
      for (const one of received.splice(0)) keep(one)
      const devices = new Set(store.messages.map(({ to }) => to)).size
      return json(200, { requests, messages: store.messages.length, devices })
    }
    const found = store.subscription(id)
    if (first !== 'subscriptions' || !found) throw new Refusal(404, 'Nothing is here')
    if (request.method === 'PUT' && what === 'behavior') {
      store.behave(id, { status: 201, ...((await input()) as Partial<Behavior>) })
      return json(200, {})
    }
    if (request.method === 'GET' && what === 'messages')
      return json(
        200,
        store.messages.filter(({ subscription }) => subscription === id),
      )
    throw new Refusal(404, 'Nothing is here')
  }

  return {
    store,
    setOutage: (behavior: Behavior | null) => void (outage = behavior),
    requests: () => requests,
    subscribe: (serverKey: string | null = null) => subscriptionView(store.subscribe(serverKey)),
    handle(request: IncomingMessage, response: ServerResponse): void {
      answer(request, response).catch((error: unknown) => {
        const status = error instanceof Refusal ? error.status : 400
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ message: error instanceof Error ? error.message : 'Failed' }))
      })
    },
  }
}

/** The newest token whose signature is valid: a sender uses one for hours. */
let lastSigned = ''

/** The sender's signed token (RFC 8292): for this service, not expired, at most a day long, and of the subscription's key. */
function checkSender(authorization: string, audience: string, serverKey: string | null, now: Date): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  if (!signature) throw new Refusal(401, 'The sender’s token is missing')
  if (authorization !== lastSigned) {
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const publicKey = createPublicKey({
      key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
      format: 'jwk',
    })
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    if (!isSigned) throw new Refusal(403, 'The sender’s signature isn’t valid')
    lastSigned = authorization
  }
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  const nowS = now.getTime() / 1000
  if (aud !== audience) throw new Refusal(403, `The token is for ${String(aud)}`)
  if (typeof exp !== 'number' || exp < nowS || exp > nowS + DAY_S)
    throw new Refusal(403, 'The token has expired, or is valid for more than a day')
  if (typeof sub !== 'string' || !/^(https|mailto):/.test(sub))
    throw new Refusal(403, 'The token has no contact')
  if (serverKey !== null && serverKey !== key)
    throw new Refusal(403, 'The browser subscribed with another key')
}
