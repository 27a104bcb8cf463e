// Portal configurations: what customers may change themselves.
import { newId } from '../clock.ts'
import { emit } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import {
  anything,
  emptyable,
  bool,
  listOf,
  mergedMetadata,
  metadata,
  required,
  oneOf,
  type Read,
  shape,
  text,
} from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, now, type Context } from '../context.ts'

export type PortalConfiguration = ReturnType<typeof newConfiguration>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    'billing_portal.configuration': PortalConfiguration
  }
}

const CANCEL = shape({
  enabled: bool,
  mode: oneOf('at_period_end', 'immediately'),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  cancellation_reason: shape({ enabled: bool, options: emptyable(listOf(text)) }),
})
const FEATURES = shape({
  customer_update: shape({ enabled: bool, allowed_updates: emptyable(listOf(text)) }),
  invoice_history: shape({ enabled: required(bool) }),
  payment_method_update: shape({ enabled: bool }),
  subscription_cancel: CANCEL,
  subscription_update: shape({
    enabled: bool,
    default_allowed_updates: emptyable(listOf(text)),
    products: emptyable(anything),
    proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  }),
})
const PROFILE = shape({ headline: emptyable(text), privacy_policy_url: text, terms_of_service_url: text })
const FIELDS = {
  business_profile: PROFILE,
  default_return_url: emptyable(text),
  features: FEATURES,
  login_page: shape({ enabled: required(bool) }),
  metadata,
  name: emptyable(text),
}
const CREATE = shape({ ...FIELDS, features: required(FEATURES) })
const UPDATE = shape({ ...FIELDS, active: bool })

const REASONS = ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other']

function newConfiguration(context: Context, given: Partial<Read<typeof CREATE>>, isDefault: boolean) {
  const created = now(context)
  const { features } = given
  const cancel = features?.subscription_cancel
  return {
    id: newId('bpc'),
    object: 'billing_portal.configuration' as const,
    active: true,
    application: null,
    business_profile: {
      headline: given.business_profile?.headline ?? null,
      privacy_policy_url: given.business_profile?.privacy_policy_url ?? null,
      terms_of_service_url: given.business_profile?.terms_of_service_url ?? null,
    },
    created,
    default_return_url: given.default_return_url ?? null,
    features: {
      customer_update: {
        allowed_updates: features?.customer_update?.allowed_updates ?? [],
        enabled: features?.customer_update?.enabled ?? false,
      },
      invoice_history: { enabled: features?.invoice_history?.enabled ?? isDefault },
      payment_method_update: {
        enabled: features?.payment_method_update?.enabled ?? isDefault,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: {
          enabled: cancel?.cancellation_reason?.enabled ?? false,
          feedback_options: null,
          options: cancel?.cancellation_reason?.options ?? REASONS,
        },
        enabled: cancel?.enabled ?? isDefault,
        mode: cancel?.mode ?? 'at_period_end',
        proration_behavior: cancel?.proration_behavior ?? 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: features?.subscription_update?.default_allowed_updates ?? [],
        enabled: features?.subscription_update?.enabled ?? false,
        proration_behavior: features?.subscription_update?.proration_behavior ?? 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: given.login_page?.enabled ?? false, url: null },
    metadata: mergedMetadata({}, given.metadata),
    name: given.name ?? null,
    updated: created,
  }
}

/** The default configuration, created on first use. */
export function defaultConfiguration(context: Context): PortalConfiguration {
  const [found] = context.store.all('billing_portal.configuration', { '$.is_default': 1 })
  if (found) return found
  const made = newConfiguration(context, {}, true)
  save(context, 'billing_portal.configuration', made)
  return made
}

function updateConfiguration(context: Context, id: string, given: Read<typeof UPDATE>): PortalConfiguration {
  const before = retrieve(context, 'billing_portal.configuration', id)
  const merged = {
    ...before,
    features: mergeKnown(before.features, given.features ?? {}),
    business_profile: mergeKnown(before.business_profile, given.business_profile ?? {}),
    default_return_url:
      given.default_return_url === undefined ? before.default_return_url : given.default_return_url,
    active: given.active ?? before.active,
    metadata: mergedMetadata(before.metadata, given.metadata),
    name: given.name === undefined ? before.name : given.name,
    updated: now(context),
  }
  save(context, 'billing_portal.configuration', merged)
  emit(context, 'billing_portal.configuration.updated', merged)
  return merged
}

/** Deep-merges the given values, skipping undefined ones. */
function mergeKnown<T extends object>(before: T, given: object): T {
  const old = { ...before } as Record<string, unknown>
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const was = old[name]
    const isNested = isPlain(was) && isPlain(value)
    old[name] = isNested ? mergeKnown(was, value) : value
  }
  return old as T
}
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const portalConfigurationRoutes = [
  route('POST', '/v1/billing_portal/configurations', CREATE, (context, { params }) => {
    const made = newConfiguration(context, params, false)
    save(context, 'billing_portal.configuration', made)
    emit(context, 'billing_portal.configuration.created', made)
    return made
  }),
  route(
    'GET',
    '/v1/billing_portal/configurations',
    shape({ ...PAGE, active: bool, is_default: bool }),
    (context, { params: { active, is_default: isDefault, ...page } }) =>
      listPage(context, 'billing_portal.configuration', '/v1/billing_portal/configurations', page, {
        '$.active': active === undefined ? undefined : Number(active),
        '$.is_default': isDefault === undefined ? undefined : Number(isDefault),
      }),
  ),
  route('GET', '/v1/billing_portal/configurations/:id', shape({}), (context, { id }) =>
    retrieve(context, 'billing_portal.configuration', id),
  ),
  route('POST', '/v1/billing_portal/configurations/:id', UPDATE, (context, { id, params }) =>
    updateConfiguration(context, id, params),
  ),
]
