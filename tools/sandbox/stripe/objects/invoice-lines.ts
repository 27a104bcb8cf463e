// Invoice line items.
import { newId } from '../clock.ts'
import type { Price } from './prices.ts'
import type { taxesOf } from './taxes.ts'
import type { SubscriptionItem } from './subscription-items.ts'

type Tax = ReturnType<typeof taxesOf>[number]
export type InvoiceLine = ReturnType<typeof newLine>
type NewLine = {
  item: SubscriptionItem
  price: Price
  productName: string
  customer: string
  period: { start: number; end: number }
  /** Overrides amount and description: a free trial or a proration. */
  instead?: { amount: number; text: string; isProration: boolean }
}

export function newLine(invoice: string, given: NewLine) {
  const { item, price, instead } = given
  const isProration = instead?.isProration ?? false
  const amount = instead?.amount ?? (price.unit_amount ?? 0) * item.quantity
  return {
    id: newId('il'),
    object: 'line_item' as const,
    amount,
    currency: price.currency,
    description: instead?.text ?? descriptionOf(given),
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: isProration ? { credited_items: null } : null,
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details' as const,
    },
    period: given.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details' as const,
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: item.quantity,
    quantity_decimal: String(item.quantity),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [] as Tax[],
  }
}

/** In Stripe's words: "1 × Membership (at $9.50 / month)". */
function descriptionOf({ item, price, productName }: NewLine): string {
  const amount = `$${((price.unit_amount ?? 0) / 100).toFixed(2)}`
  return `${item.quantity} × ${productName} (at ${amount} / ${price.recurring?.interval ?? 'once'})`
}
