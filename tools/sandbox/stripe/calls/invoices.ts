// The calls about invoices and their payments.
import {
  finalizeDraft,
  markOpenUncollectible,
  payInvoice,
  advanceSchedule,
  voidOwedInvoice,
} from '../billing/invoice-actions.ts'
import { invalidParam } from '../errors.ts'
import { update } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import type { Invoice } from '../objects/invoices.ts'
import { resolvePaymentMethod } from '../objects/payment-methods.ts'
import {
  emptyable,
  bool,
  mergedMetadata,
  metadata,
  required,
  oneOf,
  type Read,
  shape,
  text,
} from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, type Context } from '../context.ts'

function updateInvoice(context: Context, id: string, given: Read<typeof UPDATE>): Invoice {
  const invoice = retrieve(context, 'invoice', id)
  const { metadata: pairs, ...plain } = given
  const method = given.default_payment_method
  if (method) resolvePaymentMethod(context, method, 'default_payment_method')
  const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const schedule =
    given.auto_advance === undefined ? {} : advanceSchedule(context, invoice, given.auto_advance)
  const all = { ...changes, ...schedule, metadata: mergedMetadata(invoice.metadata, pairs) }
  return update(context, 'invoice', invoice, all, 'invoice.updated')
}

const UPDATE = shape({
  auto_advance: bool,
  default_payment_method: text,
  description: emptyable(text),
  metadata,
})
const PAY = shape({ payment_method: text, off_session: bool })
const LIST = shape({
  ...PAGE,
  collection_method: text,
  customer: text,
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
  subscription: text,
})

export const invoiceRoutes = [
  route('GET', '/v1/invoices', LIST, (context, { params }) => {
    const { collection_method: collectionMethod, customer, status, subscription, ...page } = params
    const where = { customer, subscription, '$.status': status, '$.collection_method': collectionMethod }
    return listPage(context, 'invoice', '/v1/invoices', page, where)
  }),
  route('GET', '/v1/invoices/:id', shape({}), (context, { id }) => retrieve(context, 'invoice', id)),
  route('POST', '/v1/invoices/:id', UPDATE, (context, { id, params }) => updateInvoice(context, id, params)),
  route('POST', '/v1/invoices/:id/pay', PAY, (context, { id, params }) => payInvoice(context, id, params)),
  route('POST', '/v1/invoices/:id/void', shape({}), (context, { id }) =>
    voidOwedInvoice(context, retrieve(context, 'invoice', id)),
  ),
  route('POST', '/v1/invoices/:id/finalize', shape({ auto_advance: bool }), (context, { id, params }) =>
    finalizeDraft(context, retrieve(context, 'invoice', id), params.auto_advance),
  ),
  route('POST', '/v1/invoices/:id/mark_uncollectible', shape({}), (context, { id }) =>
    markOpenUncollectible(context, retrieve(context, 'invoice', id)),
  ),
]

const LIST_PAYMENTS = shape({
  ...PAGE,
  invoice: text,
  status: oneOf('canceled', 'open', 'paid'),
  payment: shape({ type: required(oneOf('payment_intent')), payment_intent: text }),
})

export const invoicePaymentRoutes = [
  route(
    'GET',
    '/v1/invoice_payments',
    LIST_PAYMENTS,
    (context, { params: { invoice, status, payment, ...page } }) => {
      if (payment && !payment.payment_intent) {
        throw invalidParam(
          'Missing required param: payment[payment_intent].',
          'payment[payment_intent]',
          'parameter_missing',
        )
      }
      const where = { invoice, payment_intent: payment?.payment_intent, '$.status': status }
      return listPage(context, 'invoice_payment', '/v1/invoice_payments', page, where)
    },
  ),
]
