// Invoice payments: which payment intent pays which invoice.
import { newId } from '../clock.ts'
import { nowFor, type Context } from '../context.ts'
import type { Invoice } from './invoices.ts'

export type InvoicePayment = ReturnType<typeof newInvoicePayment>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    invoice_payment: InvoicePayment
  }
}

export function newInvoicePayment(context: Context, invoice: Invoice, intent: string) {
  return {
    id: newId('inpay'),
    object: 'invoice_payment' as const,
    amount_paid: null as number | null,
    amount_requested: invoice.amount_due,
    created: nowFor(context, invoice.customer),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' as const },
    status: 'open' as 'open' | 'paid' | 'canceled',
    status_transitions: { canceled_at: null as number | null, paid_at: null as number | null },
  }
}

/** The invoice's default payment. */
export function paymentOf(context: Context, invoice: string): InvoicePayment | undefined {
  return context.store.all('invoice_payment', { invoice }).findLast(({ is_default: isDefault }) => isDefault)
}

/** The invoice that an intent pays, if any. */
export function invoiceOf(context: Context, intent: string): Invoice | undefined {
  const [payment] = context.store.all('invoice_payment', { payment_intent: intent })
  return payment && context.store.get('invoice', payment.invoice)
}
