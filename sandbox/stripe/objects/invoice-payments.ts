// Which payment belongs to which invoice.
import { newId } from '../clock.ts'
import { invalidParam } from '../errors.ts'
import { PAGE, pageOf } from '../lists.ts'
import { must, oneOf, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find, nowFor, type World } from '../world.ts'
import type { Invoice } from './invoices.ts'

export type InvoicePayment = ReturnType<typeof newInvoicePayment>

export function newInvoicePayment(world: World, invoice: Invoice, intent: string) {
  return {
    id: newId('inpay'),
    object: 'invoice_payment' as const,
    amount_paid: null as number | null,
    amount_requested: invoice.amount_due,
    created: nowFor(world, invoice.customer),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' as const },
    status: 'open' as 'open' | 'paid' | 'canceled',
    status_transitions: { canceled_at: null as number | null, paid_at: null as number | null },
  }
}

/** The payment an invoice waits for, or was paid by. */
export function paymentOf(world: World, invoice: string): InvoicePayment | undefined {
  return world.store.all('invoice_payment', { invoice }).findLast(({ is_default: isDefault }) => isDefault)
}

/** The invoice an intent pays, if it pays one. */
export function invoiceOf(world: World, intent: string): Invoice | undefined {
  const [payment] = world.store.all('invoice_payment', { payment_intent: intent })
  return payment && world.store.get('invoice', payment.invoice)
}

const LIST = shape({
  ...PAGE,
  invoice: text,
  status: oneOf('canceled', 'open', 'paid'),
  payment: shape({ type: must(oneOf('payment_intent')), payment_intent: text }),
})

export const invoicePaymentRoutes = [
  route('GET', '/v1/invoice_payments', LIST, (world, { params: { invoice, status, payment, ...page } }) => {
    if (payment && !payment.payment_intent) {
      throw invalidParam(
        'Missing required param: payment[payment_intent].',
        'payment[payment_intent]',
        'parameter_missing',
      )
    }
    const where = { invoice, payment_intent: payment?.payment_intent, '$.status': status }
    return pageOf(world, 'invoice_payment', '/v1/invoice_payments', page, where)
  }),
  route('GET', '/v1/invoice_payments/:id', shape({}), (world, { id }) => find(world, 'invoice_payment', id)),
]
