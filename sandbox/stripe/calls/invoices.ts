// The calls about invoices and their payments.
import { finalizeNow, giveUp, payInvoice, scheduleOf, voidNow } from '../billing/acting-on-invoices.ts'
import { PREVIEW, previewInvoice } from '../billing/previewing.ts'
import { invalidParam } from '../errors.ts'
import { change } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import type { Invoice } from '../objects/invoices.ts'
import { usableMethod } from '../objects/payment-methods.ts'
import { emptyable, flag, mergedMetadata, metadata, must, oneOf, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find, type World } from '../world.ts'

function updateInvoice(world: World, id: string, given: Read<typeof UPDATE>): Invoice {
  const invoice = find(world, 'invoice', id)
  const { metadata: pairs, ...plain } = given
  const method = given.default_payment_method
  if (method) usableMethod(world, method, 'default_payment_method')
  const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const schedule = given.auto_advance === undefined ? {} : scheduleOf(world, invoice, given.auto_advance)
  const all = { ...changes, ...schedule, metadata: mergedMetadata(invoice.metadata, pairs) }
  return change(world, 'invoice', invoice, all, 'invoice.updated')
}

const UPDATE = shape({
  auto_advance: flag,
  default_payment_method: text,
  description: emptyable(text),
  metadata,
})
const PAY = shape({ payment_method: text, off_session: flag })
const LIST = shape({
  ...PAGE,
  collection_method: text,
  customer: text,
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
  subscription: text,
})

export const invoiceRoutes = [
  route('GET', '/v1/invoices', LIST, (world, { params }) => {
    const { collection_method: way, customer, status, subscription, ...page } = params
    const where = { customer, subscription, '$.status': status, '$.collection_method': way }
    return pageOf(world, 'invoice', '/v1/invoices', page, where)
  }),
  route('POST', '/v1/invoices/create_preview', PREVIEW, (world, { params }) => previewInvoice(world, params)),
  route('GET', '/v1/invoices/:id', shape({}), (world, { id }) => find(world, 'invoice', id)),
  route('POST', '/v1/invoices/:id', UPDATE, (world, { id, params }) => updateInvoice(world, id, params)),
  route('GET', '/v1/invoices/:id/lines', shape(PAGE), (world, { id }) => find(world, 'invoice', id).lines),
  route('POST', '/v1/invoices/:id/pay', PAY, (world, { id, params }) => payInvoice(world, id, params)),
  route('POST', '/v1/invoices/:id/void', shape({}), (world, { id }) =>
    voidNow(world, find(world, 'invoice', id)),
  ),
  route('POST', '/v1/invoices/:id/finalize', shape({ auto_advance: flag }), (world, { id, params }) =>
    finalizeNow(world, find(world, 'invoice', id), params.auto_advance),
  ),
  route('POST', '/v1/invoices/:id/mark_uncollectible', shape({}), (world, { id }) =>
    giveUp(world, find(world, 'invoice', id)),
  ),
]

const LIST_PAYMENTS = shape({
  ...PAGE,
  invoice: text,
  status: oneOf('canceled', 'open', 'paid'),
  payment: shape({ type: must(oneOf('payment_intent')), payment_intent: text }),
})

export const invoicePaymentRoutes = [
  route(
    'GET',
    '/v1/invoice_payments',
    LIST_PAYMENTS,
    (world, { params: { invoice, status, payment, ...page } }) => {
      if (payment && !payment.payment_intent) {
        throw invalidParam(
          'Missing required param: payment[payment_intent].',
          'payment[payment_intent]',
          'parameter_missing',
        )
      }
      const where = { invoice, payment_intent: payment?.payment_intent, '$.status': status }
      return pageOf(world, 'invoice_payment', '/v1/invoice_payments', page, where)
    },
  ),
  route('GET', '/v1/invoice_payments/:id', shape({}), (world, { id }) => find(world, 'invoice_payment', id)),
]
