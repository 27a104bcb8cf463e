// Products, and the money parameters they share with prices.
import { newId } from '../clock.ts'
import {
  decimal,
  emptyable,
  bool,
  listOf,
  mergedMetadata,
  metadata,
  required,
  oneOf,
  type Read,
  shape,
  text,
  integer,
} from '../params.ts'
import { now, type Context } from '../context.ts'

export type Product = ReturnType<typeof newProduct>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    product: Product
  }
}

/** What a price and a product with a default price have in common. */
const RECURRING = shape({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer,
  usage_type: oneOf('licensed'),
  trial_period_days: integer,
})
export const PRICE_MONEY = {
  currency: required(text),
  recurring: RECURRING,
  unit_amount: integer,
  unit_amount_decimal: decimal,
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
}
export const PRODUCT_FIELDS = {
  active: bool,
  description: emptyable(text),
  images: emptyable(listOf(text)),
  metadata,
  shippable: bool,
  statement_descriptor: text,
  tax_code: emptyable(text),
  unit_label: emptyable(text),
  url: emptyable(text),
}
export const CREATE_PRODUCT = shape({
  ...PRODUCT_FIELDS,
  id: text,
  name: required(text),
  type: text,
  default_price_data: shape(PRICE_MONEY),
})
/** Builds a product, including one for a price created with `product_data`. */
export function newProduct(context: Context, given: Partial<Read<typeof CREATE_PRODUCT>> & { name: string }) {
  const created = now(context)
  return {
    id: given.id ?? `prod_${newId('p').slice(2, 16)}`,
    object: 'product' as const,
    active: given.active ?? true,
    created,
    default_price: null as string | null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergedMetadata({}, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: given.shippable ?? null,
    statement_descriptor: given.statement_descriptor ?? null,
    tax_code: given.tax_code ?? null,
    tax_details: null,
    type: given.type ?? 'service',
    unit_label: given.unit_label ?? null,
    updated: created,
    url: given.url ?? null,
  }
}
