// Invoices of subscriptions.
import { newId } from '../clock.ts'
import type { ProblemBody } from '../errors.ts'
import { newList } from '../lists.ts'
import { nowFor, type Context } from '../context.ts'
import type { Customer } from './customers.ts'
import type { InvoiceLine } from './invoice-lines.ts'
import type { Subscription } from './subscriptions.ts'
import { LIABLE, taxesOf, taxStatus, type TaxStatus } from './taxes.ts'

export type Invoice = ReturnType<typeof newInvoice>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    invoice: Invoice
  }
}
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual'

type NewInvoice = {
  id: string
  customer: Customer
  subscription: Subscription
  lines: InvoiceLine[]
  reason: BillingReason
  period: { start: number; end: number }
  /** When a draft is finalized automatically. */
  finalizesAt: number | null
}

export const newInvoiceId = () => newId('in')

export function newInvoice(context: Context, given: NewInvoice) {
  const { customer, subscription, lines } = given
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  const tax = automaticTax(context, customer, subscription, sum)
  const due = Math.max(0, tax.total)
  return {
    id: given.id,
    object: 'invoice' as const,
    account_country: context.settings.country,
    account_name: context.settings.businessName,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: given.finalizesAt !== null,
    automatic_tax: tax.automatic_tax,
    automatically_finalizes_at: given.finalizesAt,
    billing_reason: given.reason,
    collection_method: 'charge_automatically' as const,
    created: nowFor(context, customer.id),
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: customer.shipping,
    customer_tax_exempt: customer.tax_exempt,
    customer_tax_ids: [],
    default_payment_method: null as string | null,
    default_source: null,
    default_tax_rates: [],
    description: null as string | null,
    discounts: [],
    due_date: null,
    effective_at: null as number | null,
    ending_balance: null as number | null,
    footer: subscription.invoice_settings.footer ?? customer.invoice_settings.footer,
    from_invoice: null,
    hosted_invoice_url: null as string | null,
    invoice_pdf: null as string | null,
    issuer: { type: 'self' },
    last_finalization_error: null as ProblemBody | null,
    latest_revision: null,
    lines: newList(
      `/v1/invoices/${given.id}/lines`,
      lines.map((line) => ({ ...line, taxes: tax.enabled ? taxesOf(context, customer, line.amount) : [] })),
    ),
    livemode: false,
    metadata: {} as Record<string, string>,
    next_payment_attempt: given.finalizesAt,
    number: null as string | null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details' as const,
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: optionsOf(subscription),
      payment_method_types: subscription.payment_settings.payment_method_types,
    },
    period_end: given.period.end,
    period_start: given.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft' as InvoiceStatus,
    status_transitions: {
      finalized_at: null as number | null,
      marked_uncollectible_at: null as number | null,
      paid_at: null as number | null,
      voided_at: null as number | null,
    },
    subtotal: sum,
    subtotal_excluding_tax: sum,
    test_clock: customer.test_clock,
    total: tax.total,
    total_discount_amounts: [],
    total_excluding_tax: sum,
    total_pretax_credit_amounts: [],
    total_taxes: tax.total_taxes,
    webhooks_delivered_at: null as number | null,
  }
}

/**
 * An invoice's taxes. If they can't be calculated, for example without an address, it has none and can't be finalized.
 */
export function automaticTax(
  context: Context,
  customer: Customer,
  subscription: Pick<Subscription, 'automatic_tax'>,
  amount: number,
) {
  const { enabled } = subscription.automatic_tax
  const status: TaxStatus | null = enabled ? taxStatus(context, customer) : null
  const taxes = status === 'complete' ? taxesOf(context, customer, amount) : []
  return {
    enabled,
    automatic_tax: {
      disabled_reason: null,
      enabled,
      liability: enabled ? LIABLE : null,
      provider: enabled ? 'stripe' : null,
      status,
    },
    total: taxes.reduce((total, tax) => total + tax.amount, amount),
    total_taxes: taxes,
  }
}

/** An invoice has fewer payment method options than its subscription. */
function optionsOf({ payment_settings: { payment_method_options: options } }: Subscription) {
  if (!options) return null
  const { network: _, ...card } = options.card
  return { ...options, card }
}

export const subscriptionOf = (invoice: Invoice): string => invoice.parent.subscription_details.subscription
