// Portal sessions: the URL where one customer manages their billing.
import { randomString, newId } from '../clock.ts'
import { emit } from '../events.ts'
import { anything, required, oneOf, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, now, type Context } from '../context.ts'
import { defaultConfiguration } from './portal-configurations.ts'

export type PortalSession = ReturnType<typeof newSession>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    'billing_portal.session': PortalSession
  }
}

const SUBSCRIPTION = shape({ subscription: required(text), retention: anything })
const FLOW = shape({
  type: required(oneOf('payment_method_update', 'subscription_cancel')),
  after_completion: shape({
    type: required(oneOf('hosted_confirmation', 'portal_homepage', 'redirect')),
    redirect: shape({ return_url: required(text) }),
    hosted_confirmation: shape({ custom_message: text }),
  }),
  subscription_cancel: SUBSCRIPTION,
})
const CREATE = shape({
  configuration: text,
  customer: required(text),
  flow_data: FLOW,
  locale: text,
  return_url: text,
})

function newSession(context: Context, given: Read<typeof CREATE>, configuration: string) {
  const { flow_data: flow } = given
  return {
    id: newId('bps'),
    object: 'billing_portal.session' as const,
    configuration,
    created: now(context),
    customer: given.customer,
    customer_account: null,
    flow: flow
      ? {
          after_completion: {
            hosted_confirmation: flow.after_completion?.hosted_confirmation ?? null,
            redirect: flow.after_completion?.redirect ?? null,
            type: flow.after_completion?.type ?? 'portal_homepage',
          },
          customer_update: null,
          subscription_cancel: flow.subscription_cancel
            ? { retention: null, subscription: flow.subscription_cancel.subscription }
            : null,
          subscription_pause: null,
          subscription_update: null,
          subscription_update_confirm: null,
          type: flow.type,
        }
      : null,
    livemode: false,
    locale: given.locale ?? null,
    on_behalf_of: null,
    return_url: given.return_url ?? null,
    url: `${context.baseUrl}/pages/billing-portal/${randomString(32)}`,
  }
}

export const portalSessionRoutes = [
  route('POST', '/v1/billing_portal/sessions', CREATE, (context, { params }) => {
    retrieve(context, 'customer', params.customer, 'customer')
    const configuration = params.configuration
      ? retrieve(context, 'billing_portal.configuration', params.configuration, 'configuration')
      : defaultConfiguration(context)
    if (params.flow_data?.subscription_cancel) {
      const id = params.flow_data.subscription_cancel.subscription
      retrieve(context, 'subscription', id, 'flow_data[subscription_cancel][subscription]')
    }
    const returnUrl = params.return_url ?? configuration.default_return_url
    const session = { ...newSession(context, params, configuration.id), return_url: returnUrl }
    save(context, 'billing_portal.session', session)
    emit(context, 'billing_portal.session.created', session)
    return session
  }),
]
