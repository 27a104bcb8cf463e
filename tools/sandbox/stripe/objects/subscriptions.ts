// Subscriptions.
import { newId } from '../clock.ts'
import { newList } from '../lists.ts'
import { mergedMetadata } from '../params.ts'
import type { SubscriptionItem } from './subscription-items.ts'
import type { CreateInput } from './subscription-params.ts'
import { LIABLE } from './taxes.ts'

export type Subscription = ReturnType<typeof newSubscription>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    subscription: Subscription
  }
}
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused'
/** `resumes_at` in Unix seconds; null until resumed by a call. */
export type PauseCollection = {
  behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void'
  resumes_at: number | null
}
export type CancelReason = 'cancellation_requested' | 'payment_disputed' | 'payment_failed'

type NewSubscription = {
  id: string
  items: SubscriptionItem[]
  created: number
  anchor: number
  status: SubscriptionStatus
  trialEnd: number | null
  testClock: string | null
  currency: string
}

export const newSubscriptionId = () => newId('sub')

export function newSubscription(given: CreateInput, made: NewSubscription) {
  return {
    id: made.id,
    object: 'subscription' as const,
    application: null,
    application_fee_percent: given.application_fee_percent ?? null,
    automatic_tax: automaticTaxOf(given.automatic_tax?.enabled ?? false),
    billing_cycle_anchor: made.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: given.billing_mode?.type ?? 'flexible',
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: given.cancel_at ?? null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    cancellation_details: {
      comment: null as string | null,
      feedback: null as string | null,
      feedback_option: null,
      reason: null as CancelReason | null,
    },
    collection_method: 'charge_automatically' as const,
    created: made.created,
    currency: made.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.default_payment_method ?? null,
    default_source: null,
    default_tax_rates: [],
    description: given.description ?? null,
    discounts: [],
    ended_at: null as number | null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: given.invoice_settings?.footer ?? null,
      issuer: { type: 'self' },
    },
    items: newList(`/v1/subscription_items?subscription=${made.id}`, made.items),
    latest_invoice: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: mergedMetadata({}, given.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null as PauseCollection | null,
    payment_settings: {
      payment_method_options: optionsOf(given),
      payment_method_types: given.payment_settings?.payment_method_types ?? null,
      save_default_payment_method: given.payment_settings?.save_default_payment_method ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null as string | null,
    pending_update: null,
    schedule: null,
    start_date: made.created,
    status: made.status,
    test_clock: made.testClock,
    transfer_data: given.transfer_data
      ? {
          amount_percent: given.transfer_data.amount_percent ?? null,
          destination: given.transfer_data.destination,
        }
      : null,
    trial_end: made.trialEnd,
    trial_settings: given.trial_settings
      ? { end_behavior: { billing_cycle_anchor: null, ...given.trial_settings.end_behavior } }
      : { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: made.trialEnd === null ? null : made.created,
  }
}

export const automaticTaxOf = (enabled: boolean) => ({
  disabled_reason: null,
  enabled,
  liability: enabled ? LIABLE : null,
})

const NO_OPTIONS = {
  acss_debit: null,
  bancontact: null,
  customer_balance: null,
  konbini: null,
  payto: null,
  pix: null,
  sepa_debit: null,
  upi: null,
  us_bank_account: null,
}
function optionsOf(given: CreateInput) {
  const card = given.payment_settings?.payment_method_options?.card
  if (!card) return null
  return {
    ...NO_OPTIONS,
    card: { network: null, request_three_d_secure: card.request_three_d_secure ?? null },
  }
}

/** The end of the current period. */
export const periodEndOf = (subscription: Subscription): number =>
  Math.min(...subscription.items.data.map((item) => item.current_period_end))
