// The calls about customers.
import { cancelNow, isEnded } from '../billing/cancel-subscription.ts'
import { update, emit } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import {
  addressOf,
  CREATE_CUSTOMER,
  type Customer,
  CUSTOMER_FIELDS,
  type DeletedCustomer,
  newCustomer,
  setDefaultPaymentMethod,
} from '../objects/customers.ts'
import { attach, resolvePaymentMethod } from '../objects/payment-methods.ts'
import { invalidLocation, taxStatus } from '../objects/taxes.ts'
import { mergedMetadata, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, type Context } from '../context.ts'

const UPDATE = shape(CUSTOMER_FIELDS)

function createCustomer(context: Context, given: Read<typeof CREATE_CUSTOMER>): Customer {
  if (given.test_clock) retrieve(context, 'test_helpers.test_clock', given.test_clock, 'test_clock')
  const customer = newCustomer(context, given)
  save(context, 'customer', customer)
  emit(context, 'customer.created', customer)
  if (given.payment_method)
    attach(context, resolvePaymentMethod(context, given.payment_method, 'payment_method'), customer.id)
  const preset = given.invoice_settings?.default_payment_method
  return preset ? setDefaultPaymentMethod(context, customer, preset) : customer
}

function updateCustomer(context: Context, id: string, given: Read<typeof UPDATE>): Customer {
  const customer = retrieve(context, 'customer', id)
  const { address, invoice_settings: invoices, metadata: pairs, tax, ...plain } = given
  const located = address === undefined ? {} : { address: addressOf(address) }
  if (tax?.validate_location === 'immediately') requireLocation(context, { ...customer, ...located })
  const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const method = invoices?.default_payment_method
  if (method) {
    const found = resolvePaymentMethod(context, method, 'invoice_settings[default_payment_method]')
    if (found.customer !== id) attach(context, found, id)
  }
  const settings = {
    ...customer.invoice_settings,
    ...(invoices?.footer === undefined ? {} : { footer: invoices.footer }),
    ...(method === undefined ? {} : { default_payment_method: method }),
  }
  const all = {
    ...changes,
    ...located,
    invoice_settings: settings,
    metadata: mergedMetadata(customer.metadata, pairs),
  }
  return update(context, 'customer', customer, all, 'customer.updated')
}

function requireLocation(context: Context, customer: Customer): void {
  if (taxStatus(context, customer) === 'requires_location_inputs') throw invalidLocation()
}

/** Deletes a customer and cancels their subscriptions immediately. */
function deleteCustomer(context: Context, id: string): DeletedCustomer {
  const customer = retrieve(context, 'customer', id)
  for (const subscription of context.store.all('subscription', { customer: id })) {
    if (!isEnded(subscription)) cancelNow(context, subscription, 'cancellation_requested')
  }
  for (const method of context.store.all('payment_method', { customer: id })) {
    save(context, 'payment_method', { ...method, customer: null })
  }
  const gone: DeletedCustomer = { id, object: 'customer', deleted: true }
  emit(context, 'customer.deleted', customer)
  context.store.remove(id)
  context.store.put('deleted_customer', gone, { testClock: null, created: customer.created })
  return gone
}

export const customerRoutes = [
  route('POST', '/v1/customers', CREATE_CUSTOMER, (context, { params }) => createCustomer(context, params)),
  route('GET', '/v1/customers', shape({ ...PAGE, email: text, test_clock: text }), (context, { params }) => {
    const { email, test_clock: clock, ...page } = params
    return listPage(context, 'customer', '/v1/customers', page, { '$.email': email, '$.test_clock': clock })
  }),
  route('GET', '/v1/customers/:id', shape({}), (context, { id }) => {
    return context.store.get('deleted_customer', id) ?? retrieve(context, 'customer', id)
  }),
  route('POST', '/v1/customers/:id', UPDATE, (context, { id, params }) =>
    updateCustomer(context, id, params),
  ),
  route('DELETE', '/v1/customers/:id', shape({}), (context, { id }) => deleteCustomer(context, id)),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    shape({ ...PAGE, type: text }),
    (context, { id, params: { type, ...page } }) => {
      retrieve(context, 'customer', id)
      const url = `/v1/customers/${id}/payment_methods`
      return listPage(context, 'payment_method', url, page, { customer: id, '$.type': type })
    },
  ),
]
