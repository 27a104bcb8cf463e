// A Stripe sandbox outside the product's process, so that it keeps running when a test or a drill kills the product.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { type ListeningSandbox, listenStripeSandbox } from '#tools/sandbox/stripe/listen.ts'
import { readConfig } from '#server/config.ts'
import { CONNECT_EVENTS, SNAPSHOT_EVENTS, THIN_EVENTS } from '#server/features/billing/sync/receive-event.ts'
import { type Product, startProduct } from './product.ts'

export type ExternalStripe = {
  sandbox: ListeningSandbox
  stripe: Stripe
  /** The URL at which browsers pay. */
  url: string
  /** Starts the product on this database, connected to this Stripe, whose webhooks go to it from then on. */
  startProduct(settings?: Record<string, string>): Promise<Product>
  /** Sends the webhooks to another address, such as a load balancer. */
  sendWebhooksTo(origin: string): void
  stop(): Promise<void>
}

/** Makes the product use this sandbox instead of opening one in its own process. */
const SANDBOX_CLIENT = `export const listenStripeSandbox = async () => ({
  port: Number(process.env.STRIPE_PORT), handle: (_, reply) => reply.writeHead(404).end(), close: async () => {} })`
const HOOK = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => name === '#tools/sandbox/stripe/listen.ts'
  ? { url: 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(SANDBOX_CLIENT)}), shortCircuit: true }
  : next(name, context) })`

export async function startExternalStripe(databaseUrl: string): Promise<ExternalStripe> {
  const folder = await mkdtemp(join(tmpdir(), 'signalpost-stripe-'))
  const { payments } = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'a secret of at least 32 characters, for tests',
  })
  const { webhookSecret = '', thinWebhookSecret = '', connectWebhookSecret = '' } = payments
  let origin = 'http://127.0.0.1:1'
  const hook = () => `${origin}/api/stripe/webhook`
  let url = ''
  const sandbox = await listenStripeSandbox({
    file: join(folder, 'state.sqlite'),
    baseUrl: () => url,
    deliver: [
      { url: hook, secret: webhookSecret, payload: 'snapshot', events: [...SNAPSHOT_EVENTS] },
      { url: hook, secret: thinWebhookSecret, payload: 'thin', events: [...THIN_EVENTS] },
      {
        url: hook,
        secret: connectWebhookSecret,
        payload: 'snapshot',
        events: [...CONNECT_EVENTS],
        isConnect: true,
      },
    ],
    webhooks: { retryAfterMs: Array.from({ length: 100 }, () => 200) },
  })
  url = `http://127.0.0.1:${sandbox.port}`
  return {
    sandbox,
    stripe: new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: sandbox.port, protocol: 'http' }),
    url,
    async startProduct(settings = {}) {
      const product = await startProduct(databaseUrl, {
        ...settings,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(HOOK)}`,
        STRIPE_PORT: String(sandbox.port),
      })
      origin = product.origin
      return product
    },
    sendWebhooksTo: (other) => void (origin = other),
    async stop() {
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
