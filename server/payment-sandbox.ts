// Stripe's stand-in beside the server, where no keys are set: opened for the app, the admin commands and the seed.
import type { ListeningSandbox } from '#sandbox/stripe/listen.ts'
import type { DeliverySettings } from '#sandbox/stripe/webhooks.ts'
import type { Config } from './config.ts'
import { SNAPSHOT_EVENTS, THIN_EVENTS } from './features/billing/receive-event.ts'
import { WEBHOOK_PATH } from './features/billing/receive-event.ts'

/**
 * `file` is what `claimStripeEnvironment` said; null with real keys, when nothing of the sandbox is even loaded. `publicUrl` is where its pages are opened,
 * `loopbackUrl` where its events are sent; null for a short-lived command, whose events the server itself delivers.
 * `webhooks`: how they are sent, where tests want that otherwise.
 */
export async function openPaymentSandbox(
  { payments }: Pick<Config, 'payments'>,
  file: string | null,
  publicUrl: () => string,
  loopbackUrl: (() => string) | null,
  webhooks: Partial<DeliverySettings> = {},
): Promise<ListeningSandbox | null> {
  if (file === null) return null
  const { listenStripeSandbox } = await import('#sandbox/stripe/listen.ts')
  const url = () => `${loopbackUrl?.() ?? ''}${WEBHOOK_PATH}`
  const { webhookSecret = '', thinWebhookSecret = '' } = payments
  return await listenStripeSandbox({
    file,
    baseUrl: () => `${publicUrl()}/sandbox/stripe`,
    deliver: [
      { url, secret: webhookSecret, payload: 'snapshot', events: [...SNAPSHOT_EVENTS] },
      { url, secret: thinWebhookSecret, payload: 'thin', events: [...THIN_EVENTS] },
    ],
    webhooks: { ...webhooks, ...(loopbackUrl === null && { hold: true }) },
    // Only people wait: a seed or a command makes hundreds of calls.
    ...(loopbackUrl !== null && { latency: payments.sandboxLatency }),
    settings: { businessName: 'Signalpost (sandbox)' },
  })
}
