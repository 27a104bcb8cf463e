// What says how much and how often, for prices and for products that bring their price along.
import { decimal, must, oneOf, shape, text, whole } from '../params.ts'

export const RECURRING = shape({
  interval: must(oneOf('day', 'week', 'month', 'year')),
  interval_count: whole,
  usage_type: oneOf('licensed'),
  trial_period_days: whole,
})
export const PRICE_MONEY = {
  currency: must(text),
  recurring: RECURRING,
  unit_amount: whole,
  unit_amount_decimal: decimal,
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
}

/** What becomes of the time already paid for when a subscription's items change. */
export const PRORATION = oneOf('create_prorations', 'none', 'always_invoice')
export type Proration = 'create_prorations' | 'none' | 'always_invoice'
