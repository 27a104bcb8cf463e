// The calls about customers.
import { cancelNow, isEnded } from '../billing/canceling.ts'
import { change, emit } from '../events.ts'
import { listed, PAGE, pageOf } from '../lists.ts'
import {
  CREATE_CUSTOMER,
  type Customer,
  CUSTOMER_FIELDS,
  type DeletedCustomer,
  newCustomer,
  setDefaultMethod,
} from '../objects/customers.ts'
import { attach, usableMethod } from '../objects/payment-methods.ts'
import { mergedMetadata, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, type World } from '../world.ts'

const UPDATE = shape(CUSTOMER_FIELDS)

function createCustomer(world: World, given: Read<typeof CREATE_CUSTOMER>): Customer {
  if (given.test_clock) find(world, 'test_helpers.test_clock', given.test_clock, 'test_clock')
  const customer = newCustomer(world, given)
  keep(world, 'customer', customer)
  emit(world, 'customer.created', customer)
  if (given.payment_method)
    attach(world, usableMethod(world, given.payment_method, 'payment_method'), customer.id)
  const preset = given.invoice_settings?.default_payment_method
  return preset ? setDefaultMethod(world, customer, preset) : customer
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
function deleteCustomer(world: World, id: string): DeletedCustomer {
  const customer = find(world, 'customer', id)
  for (const subscription of world.store.all('subscription', { customer: id })) {
    if (!isEnded(subscription)) cancelNow(world, subscription, 'cancellation_requested')
  }
  for (const method of world.store.all('payment_method', { customer: id })) {
    keep(world, 'payment_method', { ...method, customer: null })
  }
  const gone: DeletedCustomer = { id, object: 'customer', deleted: true }
  emit(world, 'customer.deleted', customer)
  world.store.remove(id)
  world.store.put('deleted_customer', gone, { testClock: null, created: customer.created })
  return gone
}

export const customerRoutes = [
  route('POST', '/v1/customers', CREATE_CUSTOMER, (world, { params }) => createCustomer(world, params)),
  route('GET', '/v1/customers', shape({ ...PAGE, email: text, test_clock: text }), (world, { params }) => {
    const { email, test_clock: clock, ...page } = params
    return pageOf(world, 'customer', '/v1/customers', page, { '$.email': email, '$.test_clock': clock })
  }),
  route('GET', '/v1/customers/:id', shape({}), (world, { id }) => {
    return world.store.get('deleted_customer', id) ?? find(world, 'customer', id)
  }),
  route('POST', '/v1/customers/:id', UPDATE, (world, { id, params }) => updateCustomer(world, id, params)),
  route('DELETE', '/v1/customers/:id', shape({}), (world, { id }) => deleteCustomer(world, id)),
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
