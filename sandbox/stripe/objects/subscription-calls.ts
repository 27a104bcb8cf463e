// The calls about subscriptions: begin, read, change, list and end one.
import { cancelNow } from '../billing/canceling.ts'
import { updateSubscription } from '../billing/changing.ts'
import { subscribe } from '../billing/subscribing.ts'
import { PAGE, pageOf } from '../lists.ts'
import {
  alwaysOff,
  anything,
  decimal,
  emptyable,
  flag,
  listOf,
  metadata,
  must,
  oneOf,
  type Read,
  shape,
  text,
  whole,
} from '../params.ts'
import { route } from '../routes.ts'
import type { Value } from '../store.ts'
import { find } from '../world.ts'
import { PRORATION } from './price-fields.ts'

const ITEM = shape({ price: must(text), quantity: whole, metadata })
const PAYMENT_SETTINGS = shape({
  payment_method_types: emptyable(listOf(oneOf('card', 'link'))),
  payment_method_options: shape({
    card: shape({ request_three_d_secure: oneOf('any', 'automatic', 'challenge') }),
  }),
  save_default_payment_method: oneOf('off', 'on_subscription'),
})
const TRIAL_SETTINGS = shape({
  end_behavior: must(shape({ missing_payment_method: must(oneOf('cancel', 'create_invoice', 'pause')) })),
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
const TRANSFER = shape({ destination: must(text), amount_percent: decimal })
const FIELDS = {
  application_fee_percent: emptyable(decimal),
  automatic_tax: shape({ enabled: must(alwaysOff) }),
  cancel_at: emptyable(whole),
  cancel_at_period_end: flag,
  collection_method: oneOf('charge_automatically'),
  default_payment_method: emptyable(text),
  description: emptyable(text),
  metadata,
  off_session: flag,
  payment_behavior: BEHAVIOR,
  payment_settings: PAYMENT_SETTINGS,
  proration_behavior: PRORATION,
  trial_settings: TRIAL_SETTINGS,
}
const CREATE = shape({
  ...FIELDS,
  billing_mode: shape({ type: must(oneOf('classic', 'flexible')), flexible: anything }),
  customer: must(text),
  currency: text,
  items: must(listOf(ITEM)),
  transfer_data: TRANSFER,
  trial_end: whole,
  trial_period_days: whole,
})
const PAUSE = shape({
  behavior: must(oneOf('keep_as_draft', 'mark_uncollectible', 'void')),
  resumes_at: whole,
})
const UPDATE_ITEM = shape({ id: text, price: text, quantity: whole, deleted: flag, metadata })
const UPDATE = shape({
  ...FIELDS,
  // An object since 2026-09-30: https://docs.stripe.com/changelog/endive/2026-09-30/polymorphic-billing-cycle-anchor
  billing_cycle_anchor: shape({ type: must(oneOf('now', 'unchanged')) }),
  cancellation_details: DETAILS,
  items: listOf(UPDATE_ITEM),
  pause_collection: emptyable(PAUSE),
  proration_date: whole,
  transfer_data: emptyable(TRANSFER),
  trial_end: oneOf('now'),
})
export type SubscribeInput = Read<typeof CREATE>
export type UpdateInput = Read<typeof UPDATE>
export type CancelDetails = Read<typeof DETAILS>

const LIST = shape({
  ...PAGE,
  customer: text,
  price: text,
  status: text,
  test_clock: text,
  collection_method: text,
})
const CANCEL = shape({ cancellation_details: DETAILS, invoice_now: flag, prorate: flag })

export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', CREATE, (world, { params }) => subscribe(world, params)),
  route('GET', '/v1/subscriptions', LIST, (world, { params }) => {
    const { customer, price, status, test_clock: clock, collection_method: way, ...page } = params
    const where: Record<string, Value | undefined> = {
      customer,
      '$.items.data[0].price.id': price,
      '$.test_clock': clock,
      '$.collection_method': way,
    }
    if (status === undefined) {
      // Without a wish, the ended ones are left out.
      const more = { text: "and json_extract(json, '$.status') <> 'canceled'", values: [] }
      return pageOf(world, 'subscription', '/v1/subscriptions', page, where, more)
    }
    if (status === 'all') return pageOf(world, 'subscription', '/v1/subscriptions', page, where)
    if (status === 'ended') {
      const more = {
        text: "and json_extract(json, '$.status') in ('canceled', 'incomplete_expired')",
        values: [],
      }
      return pageOf(world, 'subscription', '/v1/subscriptions', page, where, more)
    }
    return pageOf(world, 'subscription', '/v1/subscriptions', page, { ...where, '$.status': status })
  }),
  route('GET', '/v1/subscriptions/:id', shape({}), (world, { id }) => find(world, 'subscription', id)),
  route('POST', '/v1/subscriptions/:id', UPDATE, (world, { id, params }) =>
    updateSubscription(world, id, params),
  ),
  route('DELETE', '/v1/subscriptions/:id', CANCEL, (world, { id, params }) =>
    cancelNow(world, find(world, 'subscription', id), 'cancellation_requested', params.cancellation_details),
  ),
]
