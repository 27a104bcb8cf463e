// The hosted page of an invoice, open to anyone with its URL: view and pay.
import { errorText } from '../../page-frame.ts'
import { collectPayment } from '../billing/collect-invoice.ts'
import { StripeProblem } from '../errors.ts'
import type { RawObject } from '../form-body.ts'
import { paymentOf } from '../objects/invoice-payments.ts'
import type { Invoice } from '../objects/invoices.ts'
import type { Context } from '../context.ts'
import { buttonForm, day, redirectWithin, money, notFound, type Page, page } from './frame.ts'

/** `url` is the invoice's `hosted_invoice_url`. */
export function hostedInvoicePage(context: Context, url: string, form: RawObject | null): Page {
  const [invoice] = context.store.all('invoice', { '$.hosted_invoice_url': url })
  if (!invoice) return notFound()
  if (!form) return page(titleOf(invoice), content(invoice))
  try {
    const done = form['do'] === 'pay' && payOpenInvoice(context, invoice, url)
    if (done === false) return notFound()
    return redirectWithin(typeof done === 'string' ? done : url)
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error
    return page(titleOf(invoice), errorText(error.body.message) + content(invoice), 402)
  }
}

/**
 * Attempts to pay an invoice on session. Returns false if it isn't open, or the URL of the bank's page, which returns
 * to `returnUrl`. Throws on a decline.
 */
export function payOpenInvoice(context: Context, invoice: Invoice, returnUrl: string): boolean | string {
  if (invoice.status !== 'open') return false
  const { problem } = collectPayment(context, invoice, { offSession: false, isRetry: false, returnUrl })
  if (problem) throw problem
  const intent = paymentOf(context, invoice.id)?.payment.payment_intent
  const action = intent ? context.store.get('payment_intent', intent)?.next_action : null
  return action?.type === 'redirect_to_url' ? action.redirect_to_url.url : true
}

const titleOf = ({ number }: Invoice) => `Invoice ${number ?? ''}`

function content(invoice: Invoice): string {
  const total = money(invoice.total, invoice.currency)
  const facts = `<p>${total}, ${invoice.status}, ${day(invoice.created)}</p>`
  return invoice.status === 'open' ? facts + buttonForm('Pay now', { do: 'pay' }) : facts
}
