// The parameters of the calls that create, update and cancel a subscription.
import {
  anything,
  decimal,
  emptyable,
  bool,
  listOf,
  metadata,
  required,
  oneOf,
  type Read,
  shape,
  text,
  integer,
} from '../params.ts'

const ITEM = shape({ price: required(text), quantity: integer, metadata })
const PAYMENT_SETTINGS = shape({
  payment_method_types: emptyable(listOf(oneOf('card', 'link'))),
  payment_method_options: shape({
    card: shape({ request_three_d_secure: oneOf('any', 'automatic', 'challenge') }),
  }),
  save_default_payment_method: oneOf('off', 'on_subscription'),
})
const TRIAL_SETTINGS = shape({
  end_behavior: required(
    shape({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
  ),
})
const BEHAVIOR = oneOf(
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
)
const DETAILS = shape({
  comment: emptyable(text),
  feedback: emptyable(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
})
const TRANSFER = shape({ destination: required(text), amount_percent: decimal })
const FIELDS = {
  application_fee_percent: emptyable(decimal),
  automatic_tax: shape({ enabled: required(bool) }),
  cancel_at: emptyable(integer),
  cancel_at_period_end: bool,
  collection_method: oneOf('charge_automatically'),
  default_payment_method: emptyable(text),
  description: emptyable(text),
  invoice_settings: shape({ footer: emptyable(text) }),
  metadata,
  off_session: bool,
  payment_behavior: BEHAVIOR,
  payment_settings: PAYMENT_SETTINGS,
  proration_behavior: oneOf('create_prorations', 'none', 'always_invoice'),
  trial_settings: TRIAL_SETTINGS,
}
export const CREATE_SUBSCRIPTION = shape({
  ...FIELDS,
  billing_mode: shape({ type: required(oneOf('classic', 'flexible')), flexible: anything }),
  customer: required(text),
  currency: text,
  items: required(listOf(ITEM)),
  transfer_data: TRANSFER,
  trial_end: integer,
  trial_period_days: integer,
})
const PAUSE = shape({
  behavior: required(oneOf('keep_as_draft', 'mark_uncollectible', 'void')),
  resumes_at: integer,
})
export const UPDATE_SUBSCRIPTION = shape({
  ...FIELDS,
  // An object since 2026-09-30: https://docs.stripe.com/changelog/endive/2026-09-30/polymorphic-billing-cycle-anchor
  billing_cycle_anchor: shape({ type: required(oneOf('now', 'unchanged')) }),
  cancellation_details: DETAILS,
  pause_collection: emptyable(PAUSE),
  transfer_data: emptyable(TRANSFER),
  trial_end: oneOf('now'),
})
export type CreateInput = Read<typeof CREATE_SUBSCRIPTION>
export type UpdateInput = Read<typeof UPDATE_SUBSCRIPTION>
export type CancelDetails = Read<typeof DETAILS>
export const CANCEL_SUBSCRIPTION = shape({ cancellation_details: DETAILS, invoice_now: bool, prorate: bool })
