// Starts the Stripe sandbox in this process if no keys are set: for the server, the admin commands and the seed.
import type { ListeningSandbox } from '#tools/sandbox/stripe/listen.ts'
import type { DeliverySettings } from '#tools/sandbox/stripe/webhooks.ts'
import type { Config } from './config.ts'
import { CONNECT_EVENTS, SNAPSHOT_EVENTS, THIN_EVENTS } from '#server/features/billing/sync/receive-event.ts'
import { WEBHOOK_PATH } from '#server/features/billing/sync/receive-event.ts'

/**
 * `file`: the return value of `claimStripeEnvironment`, null with real keys. Then the sandbox's code isn't loaded. Its
 * pages are opened at `publicUrl`, and its webhooks are sent to `loopbackUrl`. A short-lived command passes null, and
 * the server sends them later. `webhooks` lets tests override how they are sent.
 */
export async function openPaymentSandbox(
  { payments }: Pick<Config, 'payments'>,
  file: string | null,
  publicUrl: () => string,
  loopbackUrl: (() => string) | null,
  webhooks: Partial<DeliverySettings> = {},
): Promise<ListeningSandbox | null> {
  if (file === null) return null
  const { listenStripeSandbox } = await import('#tools/sandbox/stripe/listen.ts')
  const url = () => `${loopbackUrl?.() ?? ''}${WEBHOOK_PATH}`
  const { webhookSecret = '', thinWebhookSecret = '', connectWebhookSecret = '' } = payments
  return await listenStripeSandbox({
    file,
    baseUrl: () => `${publicUrl()}/sandbox/stripe`,
    deliver: [
      { url, secret: webhookSecret, payload: 'snapshot', events: [...SNAPSHOT_EVENTS] },
      { url, secret: thinWebhookSecret, payload: 'thin', events: [...THIN_EVENTS] },
      {
        url,
        secret: connectWebhookSecret,
        payload: 'snapshot',
        events: [...CONNECT_EVENTS],
        isConnect: true,
      },
    ],
    webhooks: { ...webhooks, ...(loopbackUrl === null && { hold: true }) },
    // Latency shows people realistic loading states. A seed or a command makes hundreds of calls.
    ...(loopbackUrl !== null && { latency: payments.sandboxLatency }),
    settings: { businessName: 'Signalpost (sandbox)' },
  })
}
