// The settings of payments: Stripe's keys, or the sandbox without any.
import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { Settings } from './settings.ts'

/** Stripe or its sandbox, with the keys. `environment` keeps test and live objects apart. */
export type PaymentSettings = {
  mode: 'stripe' | 'sandbox'
  environment: 'sandbox' | 'test' | 'live'
  /** The range of the sandbox's latency in milliseconds; random for each call. */
  sandboxLatency: { minMs: number; maxMs: number }
  secretKey: string
  publishableKey: string
  /** Whether Stripe adds tax to what is sold from now on. */
  isTaxed: boolean
  /** Undefined: webhooks of this kind are refused. */
  webhookSecret: string | undefined
  thinWebhookSecret: string | undefined
  /** For events of connected accounts. Undefined: that of `webhookSecret`. */
  connectWebhookSecret: string | undefined
}

/** A secret key needs a publishable key of the same environment; test and live keys can't be mixed. */
export function paymentSettingErrors(settings: z.output<typeof Settings>): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = settings
  if (secret === undefined) {
    const given = (
      [
        'STRIPE_PUBLISHABLE_KEY',
        'STRIPE_WEBHOOK_SECRET',
        'STRIPE_THIN_WEBHOOK_SECRET',
        'STRIPE_CONNECT_WEBHOOK_SECRET',
      ] as const
    ).filter((name) => settings[name] !== undefined)
    return given.map((name) => `${name} has no effect without STRIPE_SECRET_KEY`)
  }
  if (publishable === undefined) return ['STRIPE_PUBLISHABLE_KEY is required when STRIPE_SECRET_KEY is set']
  if (environmentOf(secret) === environmentOf(publishable)) return []
  return ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys']
}

const environmentOf = (key: string) => (key.slice(2).startsWith('_live_') ? 'live' : 'test')

/** Without keys, the sandbox replaces Stripe. Its webhooks are signed with secrets derived from the session secret. */
export function paymentSettings(settings: z.output<typeof Settings>, sessionSecret: string): PaymentSettings {
  const isTaxed = settings.STRIPE_TAX === 'on'
  if (settings.STRIPE_SECRET_KEY !== undefined)
    return {
      isTaxed,
      mode: 'stripe',
      environment: environmentOf(settings.STRIPE_SECRET_KEY),
      secretKey: settings.STRIPE_SECRET_KEY,
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
      thinWebhookSecret: settings.STRIPE_THIN_WEBHOOK_SECRET,
      connectWebhookSecret: settings.STRIPE_CONNECT_WEBHOOK_SECRET,
      sandboxLatency: { minMs: 0, maxMs: 0 },
    }
  const [minMs = 0, maxMs = 0] = settings.STRIPE_SANDBOX_LATENCY_MS.split('-').map(Number)
  const derivedSecret = (purpose: string) =>
    `whsec_${createHmac('sha256', sessionSecret).update(purpose).digest('base64url')}`
  return {
    isTaxed,
    mode: 'sandbox',
    environment: 'sandbox',
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: derivedSecret('snapshot events of the sandbox'),
    thinWebhookSecret: derivedSecret('thin events of the sandbox'),
    connectWebhookSecret: derivedSecret('events of connected accounts of the sandbox'),
    sandboxLatency: { minMs, maxMs: Math.max(minMs, maxMs) },
  }
}
