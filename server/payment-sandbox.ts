// Starts the Stripe sandbox if no keys are set: beside the server, the admin commands and the seed.
import type { ListeningSandbox } from '#tools/sandbox/stripe/listen.ts'
import type { DeliverySettings } from '#tools/sandbox/stripe/webhooks.ts'
import type { Config } from './config.ts'
import { SNAPSHOT_EVENTS, THIN_EVENTS } from '#server/features/billing/sync/receive-event.ts'
import { WEBHOOK_PATH } from '#server/features/billing/sync/receive-event.ts'

/**
 * `file` is what `claimStripeEnvironment` returned; null with real keys, and then the sandbox's code isn't even loaded. Its
 * pages are opened at `publicUrl`. Its webhooks go to `loopbackUrl`; a short-lived command passes null, and the server
 * sends them later. Tests override with `webhooks` how they are sent.
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
  const { webhookSecret = '', thinWebhookSecret = '' } = payments
  return await listenStripeSandbox({
    file,
    baseUrl: () => `${publicUrl()}/sandbox/stripe`,
    deliver: [
      { url, secret: webhookSecret, payload: 'snapshot', events: [...SNAPSHOT_EVENTS] },
      { url, secret: thinWebhookSecret, payload: 'thin', events: [...THIN_EVENTS] },
    ],
    webhooks: { ...webhooks, ...(loopbackUrl === null && { hold: true }) },
    // Latency is for people to see; a seed or a command makes hundreds of calls.
    ...(loopbackUrl !== null && { latency: payments.sandboxLatency }),
    settings: { businessName: 'Signalpost (sandbox)' },
  })
}
