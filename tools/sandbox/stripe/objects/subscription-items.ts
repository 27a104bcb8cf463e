// Subscription items: price, quantity and current period.
import { randomString, isoMoment, nextPeriodEnd } from '../clock.ts'
import { invalidRequest } from '../errors.ts'
import { mergedMetadata } from '../params.ts'
import type { Price } from './prices.ts'

export type SubscriptionItem = ReturnType<typeof newItem>

type NewItem = {
  price: Price
  quantity: number
  subscription: string
  created: number
  period: { start: number; end: number }
  metadata?: Record<string, string | null> | null | undefined
}

export function newItem(given: NewItem) {
  return {
    id: `si_${randomString(14)}`,
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: given.created,
    current_period_end: given.period.end,
    current_period_start: given.period.start,
    current_trial: null,
    discounts: [],
    metadata: mergedMetadata({}, given.metadata),
    plan: planOf(given.price),
    price: given.price,
    quantity: given.quantity,
    subscription: given.subscription,
    tax_rates: [],
  }
}

/** A price as a legacy `plan` object, which items still have. */
function planOf(price: Price) {
  return {
    id: price.id,
    object: 'plan' as const,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: 'licensed' as const,
  }
}

/** The period after the current one, counted from the anchor. */
export function periodAfter(item: SubscriptionItem, anchor: number): { start: number; end: number } {
  const { recurring } = item.price
  if (!recurring) throw invalidRequest(`The price ${item.price.id} has no interval at ${isoMoment(anchor)}.`)
  const start = item.current_period_end
  return { start, end: nextPeriodEnd(anchor, recurring.interval, recurring.interval_count, start) }
}
