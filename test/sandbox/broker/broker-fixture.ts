// A sample broker for a test, on a loopback port, with a webhook receiver and SnapTrade's SDK.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Snaptrade, SnaptradeAuth } from 'snaptrade-typescript-sdk'
import { onTestFinished } from 'vitest'
import { type ListeningBroker, listenBrokerSandbox } from '#tools/sandbox/broker/listen.ts'
import type { BrokerSandboxOptions } from '#tools/sandbox/broker/open.ts'
import type { WebhookPayload } from '#tools/sandbox/broker/webhooks.ts'

export const KEYS = { clientId: 'SIGNALPOST-TEST', consumerKey: 'a-consumer-key' }
export const RETURN = 'http://app.test/portfolio/connected?from=portal'

export type Arrived = { webhook: WebhookPayload; signature: string; body: string }
export type Inbox = { url: string; arrived: Arrived[]; answer: { status: number } }
export type Person = { userId: string; userSecret: string }

export async function openInbox(): Promise<Inbox> {
  const arrived: Arrived[] = []
  const answer = { status: 200 }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      arrived.push({
        body,
        webhook: JSON.parse(body) as WebhookPayload,
        signature: String(request.headers['signature']),
      })
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, answer }
}

export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'broker-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'state.sqlite')
}

/** A clock that a test moves. */
export function clockAt(moment: string) {
  const state = { now: new Date(moment) }
  return {
    clock: () => state.now,
    set: (next: string) => void (state.now = new Date(next)),
    pass: (minutes: number) => void (state.now = new Date(state.now.getTime() + minutes * 60_000)),
  }
}

export async function openBroker(
  options: Partial<BrokerSandboxOptions> = {},
): Promise<{ broker: ListeningBroker; sdk: ReturnType<typeof sdkAt> }> {
  const broker = await listenBrokerSandbox({ ...KEYS, file: ':memory:', webhook: null, ...options })
  onTestFinished(async () => broker.close())
  return { broker, sdk: sdkAt(broker.apiUrl) }
}

export const sdkAt = (basePath: string, keys: Partial<typeof KEYS> = {}, baseOptions: object = {}) =>
  new Snaptrade({ auth: SnaptradeAuth.commercialApiKey({ ...KEYS, ...keys }), basePath, baseOptions })
export type Sdk = ReturnType<typeof sdkAt>

export async function register(sdk: Sdk, userId: string): Promise<Person> {
  const { data } = await sdk.authentication.registerSnapTradeUser({ userId })
  return { userId, userSecret: data.userSecret ?? '' }
}

export async function portalOf(sdk: Sdk, person: Person, more: { reconnect?: string; broker?: string } = {}) {
  const { data } = await sdk.authentication.loginSnapTradeUser({
    ...person,
    connectionType: 'read',
    customRedirect: RETURN,
    immediateRedirect: true,
    ...more,
  })
  return 'redirectURI' in data ? (data.redirectURI ?? '') : ''
}

/** Submits the page's form as a browser would, without following the redirect. */
export async function submit(page: string, fields: Record<string, string>): Promise<Response> {
  return fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

export const outcomeOf = (response: Response) =>
  Object.fromEntries(new URL(response.headers.get('location') ?? 'none:').searchParams)

export async function connect(sdk: Sdk, person: Person, slug = 'SAMPLE'): Promise<string> {
  const response = await submit(await portalOf(sdk, person), { broker: slug, do: 'connect' })
  return outcomeOf(response)['connection_id'] ?? ''
}

/** A user with one connection and its accounts. */
export async function connected(sdk: Sdk, userId: string, slug = 'SAMPLE') {
  const person = await register(sdk, userId)
  const connectionId = await connect(sdk, person, slug)
  const { data: accounts } = await sdk.accountInformation.listUserAccounts(person)
  return { person, connectionId, accounts, accountId: accounts[0]?.id ?? '' }
}

export async function activitiesOf(sdk: Sdk, person: Person, accountId: string) {
  const all = []
  for (let offset = 0; ; offset += 1000) {
    const { data } = await sdk.accountInformation.getAccountActivities({ ...person, accountId, offset })
    all.push(...(data.data ?? []))
    if (all.length >= (data.pagination?.total ?? 0)) return all
  }
}

/** Status and code of the SDK's error. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
    return 'answered'
  } catch (error) {
    const { status, responseBody } = error as { status?: number; responseBody?: { code?: unknown } }
    return [status, responseBody?.code]
  }
}
