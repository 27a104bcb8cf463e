// Compares the setup at Stripe with what the product needs, and fixes differences. Running it again changes nothing.
import type Stripe from 'stripe'
import { stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import type { Config } from '#server/config.ts'
import { OperatorError } from '#server/log.ts'
import { WEBHOOK_PATH } from '../sync/receive-event.ts'
import { compareDomain } from './compare-domain.ts'
import { comparePlan } from './compare-plan.ts'
import { comparePortal } from './compare-portal.ts'
import { compareWebhook } from './compare-webhook.ts'
import { type NewSecret, type Part, PAST } from './difference.ts'

export type SetUpConfig = Pick<Config, 'payments' | 'publicUrl'>

export type SetUpLine = {
  part: string
  state: 'fine' | 'done' | 'would' | 'by_hand'
  /** What is fine, or what differs. */
  says: string
  /**
   * What was or would be done, such as "created the webhook about payouts". Null if there is nothing to do, or only by
   * hand.
   */
  change: string | null
  secret: NewSecret | null
}

/** Settings that Stripe's API doesn't expose, so they have to be checked by hand. */
export const BY_HAND = [
  'Sign up for Connect, and set the platform’s name and colors: https://dashboard.stripe.com/connect.',
  'Failed payments: cancel the subscription after the last retry, and let Stripe email customers whose bank asks for a confirmation (3-D Secure): https://dashboard.stripe.com/settings/billing/automatic.',
  'Emails to customers: turn off successful payments and refunds, because the product sends its own: https://dashboard.stripe.com/settings/emails.',
  'Emails to creators: turn off payouts, because the product sends its own: https://dashboard.stripe.com/settings/connect/emails.',
]

/** The parts in the order in which they are set up. In the sandbox, its own webhooks reach this server. */
export function partsOf(stripe: Stripe, { payments, publicUrl }: SetUpConfig): Part[] {
  const parts: Part[] = [
    { name: 'plan', compare: () => comparePlan(stripe) },
    { name: 'portal', compare: () => comparePortal(stripe) },
  ]
  if (payments.mode === 'sandbox' || publicUrl === undefined) return parts
  const url = publicUrl + WEBHOOK_PATH
  const { webhookSecret, thinWebhookSecret, connectWebhookSecret } = payments
  return [
    ...parts,
    { name: 'webhook', compare: () => compareWebhook(stripe, 'snapshot', url, webhookSecret) },
    { name: 'thin webhook', compare: () => compareWebhook(stripe, 'thin', url, thinWebhookSecret) },
    { name: 'connect webhook', compare: () => compareWebhook(stripe, 'connect', url, connectWebhookSecret) },
    { name: 'domain', compare: () => compareDomain(stripe, publicUrl) },
  ]
}

/** Throws `OperatorError` if the settings make a setup pointless. */
export function refuseSetUp({ payments, publicUrl }: SetUpConfig): void {
  if (payments.mode === 'sandbox') return
  if (publicUrl === undefined)
    throw new OperatorError('Set PUBLIC_URL first: Stripe sends its webhooks to this address.')
  const { protocol, hostname } = new URL(publicUrl)
  if (!hostname.includes('.') || /^(127|10|192\.168|0)\./.test(hostname) || hostname.startsWith('['))
    throw new OperatorError(
      payments.environment === 'live'
        ? `The keys are of live mode, but PUBLIC_URL is ${publicUrl}, which only this machine or network reaches. Set PUBLIC_URL to the site’s public address.`
        : `Stripe can’t reach ${publicUrl}. Set PUBLIC_URL to the site’s public address.`,
    )
  if (protocol !== 'https:')
    throw new OperatorError(
      `Stripe sends webhooks and shows wallets only over https, and PUBLIC_URL is ${publicUrl}.`,
    )
}

/**
 * Calls `say` with each line as soon as its part is done, so that a secret is printed even if a later part fails.
 * Throws `OperatorError` if Stripe refuses something or doesn't answer.
 */
export async function setUpStripe(
  parts: readonly Part[],
  { isDryRun }: { isDryRun: boolean },
  say: (line: SetUpLine) => void,
): Promise<void> {
  for (const { name: part, compare } of parts) {
    try {
      const { fine, differences } = await compare()
      if (differences.length === 0) say({ part, state: 'fine', says: fine, change: null, secret: null })
      for (const { says, fix } of differences) {
        if (fix === null) say({ part, state: 'by_hand', says, change: null, secret: null })
        else if (isDryRun)
          say({ part, state: 'would', says, change: `would ${fix.verb} ${fix.what}`, secret: null })
        else {
          const secret = await fix.apply()
          say({ part, state: 'done', says, change: `${PAST[fix.verb]} ${fix.what}`, secret })
        }
      }
    } catch (error) {
      if (stripeErrorKind(error) === null) throw error
      const said = stripeErrorMessage(error).replace(/:?\s*[sr]k_(test|live)_\S+/, '')
      throw new OperatorError(
        `${part}: Stripe answered: ${said}\nThe lines above are done. Run the command again; it continues from there.`,
      )
    }
  }
}
