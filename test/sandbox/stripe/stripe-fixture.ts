// A Stripe sandbox for a test, in memory and on a loopback port, with a webhook receiver and Stripe's SDK.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { onTestFinished } from 'vitest'
import { quickStripeRetries } from '#test/quick-stripe-retries.ts'
import { openStripeSandbox, type SandboxOptions, type StripeSandbox } from '#tools/sandbox/stripe/open.ts'

export type ReceivedWebhook = { payload: string; signature: string }
export type TestSandbox = {
  stripe: Stripe
  sandbox: StripeSandbox
  url: string
  /** Received webhooks, in order. */
  webhooks: ReceivedWebhook[]
  /** The receiver's response status. */
  answer: { status: number }
  /** Waits for pending deliveries, then returns all received event types. */
  eventTypes: () => Promise<string[]>
}

export const SNAPSHOT_SECRET = 'whsec_snapshot'
export const THIN_SECRET = 'whsec_thin'

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function clientAt(url: string, options: Partial<Stripe.StripeConfig> = {}): Stripe {
  const { hostname, port } = new URL(url)
  const stripe = new Stripe('sk_test_sandbox', {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    ...options,
  })
  return quickStripeRetries(stripe)
}

export async function testSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const webhooks: ReceivedWebhook[] = []
  const state = { status: 200 }
  const inbox = createServer((request, response) => {
    let payload = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (payload += part))
    request.on('end', () => {
      webhooks.push({ payload, signature: String(request.headers['stripe-signature']) })
      response.writeHead(state.status).end()
    })
  })
  const inboxUrl = await listen(inbox)
  let url = ''
  const sandbox = openStripeSandbox({
    file: ':memory:',
    baseUrl: () => url,
    deliver: [
      { url: inboxUrl, secret: SNAPSHOT_SECRET, payload: 'snapshot' },
      { url: inboxUrl, secret: THIN_SECRET, payload: 'thin' },
    ],
    ...options,
  })
  const server = createServer((request, response) => sandbox.handle(request, response))
  url = await listen(server)
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await sandbox.close()
    inbox.closeAllConnections()
    inbox.close()
  })
  return {
    stripe: clientAt(url),
    sandbox,
    url,
    webhooks,
    answer: state,
    eventTypes: async () => {
      await sandbox.webhooks.settled()
      return webhooks.map(({ payload }) => (JSON.parse(payload) as { type: string }).type)
    },
  }
}

export const card = (number: string) => ({
  type: 'card',
  card: { number, exp_month: '12', exp_year: '2034', cvc: '123' },
})
