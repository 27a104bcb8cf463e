// Domains whose pages may show wallets such as Apple Pay and Link.
import { newId } from '../clock.ts'
import { invalidParam } from '../errors.ts'
import { listPage, PAGE } from '../lists.ts'
import { bool, required, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { now, retrieve, save, type Context } from '../context.ts'

export type PaymentMethodDomain = ReturnType<typeof newDomain>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    payment_method_domain: PaymentMethodDomain
  }
}

const active = () => ({ status: 'active' })

function newDomain(context: Context, name: string, enabled: boolean) {
  return {
    id: newId('pmd'),
    object: 'payment_method_domain' as const,
    amazon_pay: active(),
    apple_pay: active(),
    created: now(context),
    domain_name: name,
    enabled,
    google_pay: active(),
    klarna: active(),
    link: active(),
    livemode: false,
    paypal: active(),
  }
}

const PATH = '/v1/payment_method_domains'

export const paymentMethodDomainRoutes = [
  route('POST', PATH, shape({ domain_name: required(text), enabled: bool }), (context, { params }) => {
    const { domain_name: name, enabled = true } = params
    if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(name))
      throw invalidParam(`The domain ${name} isn't a public domain name.`, 'domain_name')
    // Registering a name again returns the existing domain.
    const [known] = context.store.all('payment_method_domain', { '$.domain_name': name })
    if (known) return known
    const domain = newDomain(context, name, enabled)
    save(context, 'payment_method_domain', domain)
    return domain
  }),
  route('GET', PATH, shape({ ...PAGE, domain_name: text, enabled: bool }), (context, { params }) => {
    const { domain_name: name, enabled, ...page } = params
    return listPage(context, 'payment_method_domain', PATH, page, {
      '$.domain_name': name,
      '$.enabled': enabled === undefined ? undefined : Number(enabled),
    })
  }),
  route('GET', `${PATH}/:id`, shape({}), (context, { id }) => retrieve(context, 'payment_method_domain', id)),
  route('POST', `${PATH}/:id`, shape({ enabled: bool }), (context, { id, params }) => {
    const before = retrieve(context, 'payment_method_domain', id)
    const after = { ...before, enabled: params.enabled ?? before.enabled }
    save(context, 'payment_method_domain', after)
    return after
  }),
  route('POST', `${PATH}/:id/validate`, shape({}), (context, { id }) =>
    retrieve(context, 'payment_method_domain', id),
  ),
]
