// A Plaid sandbox on a loopback port for tests: its API, its errors and its signed webhooks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CALLS, PlaidError } from './calls.ts'
import { newSigningKey, type SigningKey } from './webhooks.ts'
import { type Fields, newPlaidState, type Refusal, type PlaidState } from './state.ts'

export type PlaidSandbox = {
  url: string
  state: PlaidState
  /** The webhook signing key. Set `expired_at` in its `jwk` to revoke it. */
  key: SigningKey
  /** Makes the next calls of a path fail, one after the other; null passes. */
  refuse(path: string, ...refusals: (Refusal | null)[]): void
  /** Runs right before a call is handled. */
  before: (path: string, body: Fields) => void
  close(): Promise<void>
}

/** `keys` are the credentials that every call must send. */
export async function openPlaidSandbox({
  keys,
  now,
}: {
  keys: { clientId: string; secret: string }
  now: () => Date
}): Promise<PlaidSandbox> {
  const state = newPlaidState(now)
  const key = newSigningKey('6c5516e1-92dc-479e-a8ff-5a51992e0001', Math.floor(now().getTime() / 1000))
  const server = createServer((request, response) => {
    void respond(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const body = await bodyOf(request)
    state.calls.push({ path, body })
    sandbox.before(path, body)
    const refusal = state.refusals.get(path)?.shift()
    if (refusal?.instead === 'silence') return
    if (refusal?.instead === 'cut') return void request.socket.destroy()
    if (refusal?.instead === 'page')
      return void response.writeHead(refusal.status, { 'content-type': 'text/html' }).end('<h1>Gateway</h1>')
    const request_id = state.nextId('req').replace('-', '')
    const send = (status: number, answer: Fields, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ ...answer, request_id }))
    const sendError = ({ status, type, code, headers }: Refusal) =>
      send(
        status,
        {
          error_type: type,
          error_code: code,
          // Plaid's message may repeat the request.
          error_message: `refused: ${JSON.stringify(body)}`,
          display_message: null,
        },
        headers,
      )
    if (refusal) return void sendError(refusal)
    const isKnown =
      request.headers['plaid-client-id'] === keys.clientId && request.headers['plaid-secret'] === keys.secret
    if (!isKnown) return void sendError({ status: 400, type: 'INVALID_INPUT', code: 'INVALID_API_KEYS' })
    try {
      send(200, runCall(path, body))
    } catch (error) {
      if (!(error instanceof PlaidError)) throw error
      sendError(error)
    }
  }

  function runCall(path: string, body: Fields): Fields {
    if (path === '/webhook_verification_key/get') {
      if (body['key_id'] !== key.kid) throw new PlaidError('INVALID_WEBHOOK_VERIFICATION_KEY_ID')
      return { key: key.jwk }
    }
    const call = CALLS[path]
    if (!call) throw new PlaidError('NOT_FOUND', 'INVALID_REQUEST', 404)
    return call(state, body)
  }

  const sandbox: PlaidSandbox = {
    before: () => {},
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    key,
    refuse(path, ...refusals) {
      state.refusals.set(path, [...(state.refusals.get(path) ?? []), ...refusals])
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
  return sandbox
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request) text += String(part)
  return JSON.parse(text || '{}') as Fields
}
