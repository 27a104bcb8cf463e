// The call that creates customer sessions, and the one with which Stripe.js reads a customer's saved cards.
import { nowInSeconds, randomString } from '../clock.ts'
import { invalidRequest } from '../errors.ts'
import { nowFor, retrieve, save, type Context } from '../context.ts'
import { bool, integer, listOf, oneOf, type Read, required, shape, text, anything } from '../params.ts'
import { route } from '../routes.ts'

const SWITCH = oneOf('disabled', 'enabled')
const REDISPLAY = oneOf('always', 'limited', 'unspecified')
const CREATE = shape({
  customer: required(text),
  components: required(
    shape({
      payment_element: shape({
        enabled: required(bool),
        features: shape({
          payment_method_allow_redisplay_filters: listOf(REDISPLAY),
          payment_method_redisplay: SWITCH,
          payment_method_redisplay_limit: integer,
          payment_method_remove: SWITCH,
          payment_method_save: SWITCH,
          payment_method_save_usage: oneOf('off_session', 'on_session'),
        }),
      }),
    }),
  ),
})

/** How long a session is valid. It is used soon after it was created. */
const LASTS_SECONDS = 30 * 60
const SHOWN_BY_DEFAULT = 3
type Shown = 'always' | 'limited' | 'unspecified'
/** A session as the sandbox stores it, under its secret. */
type Session = {
  id: string
  customer: string
  created: number
  expiresAt: number
  filters: Shown[]
  limit: number
  shows: boolean
}

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    customer_session: Session
  }
}

function createSession(context: Context, { customer, components }: Read<typeof CREATE>) {
  retrieve(context, 'customer', customer, 'customer')
  const given = components.payment_element
  const features = given?.features
  const created = nowInSeconds()
  const secret = `cuss_secret_${randomString(50)}`
  const facts: Session = {
    id: secret,
    customer,
    created,
    expiresAt: created + LASTS_SECONDS,
    filters: features?.payment_method_allow_redisplay_filters ?? ['always'],
    limit: features?.payment_method_redisplay_limit ?? SHOWN_BY_DEFAULT,
    shows: given?.enabled === true && features?.payment_method_redisplay === 'enabled',
  }
  save(context, 'customer_session', facts)
  const off = { enabled: false }
  return {
    object: 'customer_session' as const,
    client_secret: secret,
    components: {
      active_entitlements: off,
      buy_button: off,
      customer_portal: off,
      customer_sheet: { ...off, features: null },
      mobile_payment_element: { ...off, features: null },
      payment_element: {
        enabled: given?.enabled ?? false,
        features: features
          ? {
              payment_method_allow_redisplay_filters: facts.filters,
              payment_method_redisplay: features.payment_method_redisplay ?? 'disabled',
              payment_method_redisplay_limit: facts.limit,
              payment_method_remove: features.payment_method_remove ?? 'disabled',
              payment_method_save: features.payment_method_save ?? 'disabled',
              payment_method_save_usage: features.payment_method_save_usage ?? null,
            }
          : null,
      },
      pricing_table: off,
    },
    created,
    customer,
    customer_account: null,
    expires_at: facts.expiresAt,
    livemode: false,
  }
}

/** Stripe.js reads this; its answer isn't documented, so the sandbox has only what its own card form needs. */
function elementsSession(context: Context, secret: string) {
  const session = context.store.get('customer_session', secret)
  const customer = session && context.store.get('customer', session.customer)
  if (!customer || session.expiresAt <= nowInSeconds())
    throw invalidRequest('The customer session has expired.', 'customer_session_expired', {
      param: 'customer_session_client_secret',
    })
  const { filters, limit, shows } = session
  const chosen = customer.invoice_settings.default_payment_method
  const methods = context.store
    .all('payment_method', { customer: customer.id })
    .filter(({ allow_redisplay: may }) => shows && filters.includes(may))
    .toSorted(
      (one, other) => Number(other.id === chosen) - Number(one.id === chosen) || other.created - one.created,
    )
    .slice(0, limit)
  return {
    object: 'elements_session' as const,
    created: nowFor(context, customer.id),
    customer: { id: customer.id, default_payment_method: chosen, payment_methods: methods },
  }
}

export const customerSessionRoutes = [
  route('POST', '/v1/customer_sessions', CREATE, (context, { params }) => createSession(context, params)),
  route(
    'GET',
    '/v1/elements/sessions',
    shape({
      type: text,
      client_secret: text,
      customer_session_client_secret: required(text),
      locale: text,
      referrer_host: anything,
    }),
    (context, { params }) => elementsSession(context, params.customer_session_client_secret),
    true,
  ),
]
