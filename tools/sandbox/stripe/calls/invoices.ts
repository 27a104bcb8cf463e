// The calls about invoices and their payments.
import {
  finalizeDraft,
  markOpenUncollectible,
  payInvoice,
  advanceSchedule,
  voidOwedInvoice,
} from '../billing/invoice-actions.ts'
import { taxedNow } from '../billing/collect-invoice.ts'
import { previewInvoice } from '../billing/create-subscription.ts'
import { renewalInvoice } from '../billing/renew-subscription.ts'
import { invalidParam, invalidRequest } from '../errors.ts'
import { update } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import { type Invoice, newInvoiceId } from '../objects/invoices.ts'
import type { CreateInput } from '../objects/subscription-params.ts'
import { periodEndOf } from '../objects/subscriptions.ts'
import { resolvePaymentMethod } from '../objects/payment-methods.ts'
import {
  emptyable,
  bool,
  integer,
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
import { retrieve, type Context } from '../context.ts'

function updateInvoice(context: Context, id: string, given: Read<typeof UPDATE>): Invoice {
  const invoice = retrieve(context, 'invoice', id)
  const { metadata: pairs, application_fee_amount: fee, ...plain } = given
  if (fee !== undefined) setFee(context, invoice, fee)
  const method = given.default_payment_method
  if (method) resolvePaymentMethod(context, method, 'default_payment_method')
  const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const schedule =
    given.auto_advance === undefined ? {} : advanceSchedule(context, invoice, given.auto_advance)
  const all = { ...changes, ...schedule, metadata: mergedMetadata(invoice.metadata, pairs) }
  const taxed = invoice.status === 'draft' ? taxedNow(context, { ...invoice, ...all }) : all
  return update(context, 'invoice', invoice, taxed, 'invoice.updated')
}

/** Only a draft's fee can change. It replaces the subscription's percentage. */
function setFee({ store }: Context, { id, status, total }: Invoice, fee: number): void {
  if (status !== 'draft')
    throw invalidRequest("Finalized invoices can't be updated in this way", 'invoice_not_editable')
  if (fee < 0 || fee > total)
    throw invalidParam(
      'The application fee must be between 0 and the invoice’s total',
      'application_fee_amount',
    )
  store.hide(id, { applicationFee: fee })
}

const UPDATE = shape({
  application_fee_amount: integer,
  auto_advance: bool,
  default_payment_method: text,
  description: emptyable(text),
  metadata,
})
const PAY = shape({ payment_method: text, off_session: bool })
/** The first invoice of a subscription that doesn't exist yet, or the next one of a subscription. */
const PREVIEW = shape({
  automatic_tax: shape({ enabled: required(bool) }),
  customer: text,
  subscription: text,
  subscription_details: shape({
    items: required(listOf(shape({ price: required(text), quantity: integer }))),
  }),
})

function preview(context: Context, given: Read<typeof PREVIEW>): Invoice {
  const { customer, subscription, subscription_details: details, automatic_tax: tax } = given
  if (subscription !== undefined && details === undefined) {
    const known = retrieve(context, 'subscription', subscription, 'subscription')
    const period = { start: known.start_date, end: periodEndOf(known) }
    return renewalInvoice(context, known, newInvoiceId(), period, period.end)
  }
  if (customer === undefined || details === undefined || subscription !== undefined)
    throw invalidParam('The sandbox previews a new subscription, or the next invoice of one.', 'subscription')
  const items = details.items.map((item) => ({ ...item, metadata: undefined }))
  return previewInvoice(context, { customer, items, automatic_tax: tax } as CreateInput)
}
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
  route('POST', '/v1/invoices/create_preview', PREVIEW, (context, { params }) => preview(context, params)),
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
