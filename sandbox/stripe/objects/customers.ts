// Customers: who pays.
import { newId } from '../clock.ts'
import { change, emit } from '../events.ts'
import { listed, PAGE, pageOf } from '../lists.ts'
import {
  anything,
  emptyable,
  listOf,
  mergedMetadata,
  metadata,
  type Read,
  shape,
  text,
  whole,
} from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, now, type World } from '../world.ts'
import { attach, usableMethod } from './payment-methods.ts'

export type Customer = ReturnType<typeof newCustomer>
export type DeletedCustomer = { id: string; object: 'customer'; deleted: true }

const FIELDS = {
  address: emptyable(anything),
  balance: whole,
  description: emptyable(text),
  email: emptyable(text),
  invoice_prefix: text,
  invoice_settings: shape({ default_payment_method: emptyable(text), footer: emptyable(text) }),
  metadata,
  name: emptyable(text),
  phone: emptyable(text),
  preferred_locales: listOf(text),
  shipping: emptyable(anything),
  tax_exempt: emptyable(text),
}
const CREATE = shape({ ...FIELDS, payment_method: text, test_clock: text })
const UPDATE = shape(FIELDS)

function newCustomer(world: World, given: Read<typeof CREATE>) {
  const id = newId('cus')
  return {
    id,
    object: 'customer' as const,
    address: given.address ?? null,
    balance: given.balance ?? 0,
    created: now(world, given.test_clock ?? null),
    currency: null as string | null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: given.invoice_prefix ?? id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: given.invoice_settings?.default_payment_method ?? null,
      footer: given.invoice_settings?.footer ?? null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: given.preferred_locales ?? [],
    shipping: given.shipping ?? null,
    tax_exempt: given.tax_exempt ?? 'none',
    test_clock: given.test_clock ?? null,
  }
}

function createCustomer(world: World, given: Read<typeof CREATE>): Customer {
  if (given.test_clock) find(world, 'test_helpers.test_clock', given.test_clock, 'test_clock')
  const customer = newCustomer(world, given)
  keep(world, 'customer', customer)
  emit(world, 'customer.created', customer)
  if (given.payment_method)
    attach(world, usableMethod(world, given.payment_method, 'payment_method'), customer.id)
  const preset = given.invoice_settings?.default_payment_method
  return preset ? setDefaultMethod(world, customer, preset) : customer
}

/** The card that pays invoices from now on; it has to belong to the customer. */
export function setDefaultMethod(world: World, customer: Customer, method: string | null): Customer {
  if (method !== null) {
    const found = usableMethod(world, method, 'invoice_settings[default_payment_method]')
    if (found.customer !== customer.id) attach(world, found, customer.id)
  }
  const settings = { ...customer.invoice_settings, default_payment_method: method }
  return change(world, 'customer', customer, { invoice_settings: settings }, 'customer.updated')
}

function updateCustomer(world: World, id: string, given: Read<typeof UPDATE>): Customer {
  const customer = find(world, 'customer', id)
  const { invoice_settings: invoices, metadata: pairs, ...plain } = given
  const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const method = invoices?.default_payment_method
  if (method) {
    const found = usableMethod(world, method, 'invoice_settings[default_payment_method]')
    if (found.customer !== id) attach(world, found, id)
  }
  const settings = {
    ...customer.invoice_settings,
    ...(invoices?.footer === undefined ? {} : { footer: invoices.footer }),
    ...(method === undefined ? {} : { default_payment_method: method }),
  }
  const all = { ...changes, invoice_settings: settings, metadata: mergedMetadata(customer.metadata, pairs) }
  return change(world, 'customer', customer, all, 'customer.updated')
}

/** Ends everything of theirs at once. */
function deleteCustomer(
  world: World,
  id: string,
  end: (world: World, subscription: string) => void,
): DeletedCustomer {
  const customer = find(world, 'customer', id)
  for (const subscription of world.store.all('subscription', { customer: id })) {
    if (!['canceled', 'incomplete_expired'].includes(subscription.status)) end(world, subscription.id)
  }
  for (const method of world.store.all('payment_method', { customer: id })) {
    keep(world, 'payment_method', { ...method, customer: null })
  }
  const gone: DeletedCustomer = { id, object: 'customer', deleted: true }
  emit(world, 'customer.deleted', customer)
  world.store.remove(id)
  world.store.put('deleted_customer', gone, { due: null, testClock: null, created: customer.created })
  return gone
}

/** `end` cancels a subscription at once: handed in, since subscriptions know customers. */
export const customerRoutes = (end: (world: World, subscription: string) => void) => [
  route('POST', '/v1/customers', CREATE, (world, { params }) => createCustomer(world, params)),
  route('GET', '/v1/customers', shape({ ...PAGE, email: text, test_clock: text }), (world, { params }) => {
    const { email, test_clock: clock, ...page } = params
    return pageOf(world, 'customer', '/v1/customers', page, { '$.email': email, '$.test_clock': clock })
  }),
  route('GET', '/v1/customers/:id', shape({}), (world, { id }) => {
    return world.store.get('deleted_customer', id) ?? find(world, 'customer', id)
  }),
  route('POST', '/v1/customers/:id', UPDATE, (world, { id, params }) => updateCustomer(world, id, params)),
  route('DELETE', '/v1/customers/:id', shape({}), (world, { id }) => deleteCustomer(world, id, end)),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    shape({ ...PAGE, type: text }),
    (world, { id, params: { type, ...page } }) => {
      find(world, 'customer', id)
      const url = `/v1/customers/${id}/payment_methods`
      return pageOf(world, 'payment_method', url, page, { customer: id, '$.type': type })
    },
  ),
  route('GET', '/v1/customers/:id/sources', shape({ ...PAGE, object: text }), (_world, { id }) =>
    listed(`/v1/customers/${id}/sources`, []),
  ),
]
