// Prices, found by id or lookup key.
import { newId } from '../clock.ts'
import { invalidParam, invalidRequest } from '../errors.ts'
import { update, emit } from '../events.ts'
import { bool, mergedMetadata, metadata, required, oneOf, type Read, shape, text } from '../params.ts'
import { retrieve, save, now, type Context } from '../context.ts'
import { newProduct, PRICE_MONEY } from './products.ts'

export type Price = ReturnType<typeof newPrice>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    price: Price
  }
}

export const CREATE_PRICE = shape({
  ...PRICE_MONEY,
  active: bool,
  billing_scheme: oneOf('per_unit'),
  lookup_key: text,
  metadata,
  nickname: text,
  product: text,
  product_data: shape({ name: required(text), id: text, active: bool, metadata, unit_label: text }),
  transfer_lookup_key: bool,
})
type Given = Partial<Read<typeof CREATE_PRICE>> & { currency: string }

function newPrice(context: Context, given: Given, product: string) {
  const { recurring } = given
  const amount = given.unit_amount ?? given.unit_amount_decimal ?? 0
  return {
    id: newId('price'),
    object: 'price' as const,
    active: given.active ?? true,
    billing_scheme: 'per_unit' as const,
    created: now(context),
    currency: given.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergedMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: recurring.trial_period_days ?? null,
          usage_type: 'licensed' as const,
        }
      : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? ('recurring' as const) : ('one_time' as const),
    unit_amount: Number.isInteger(amount) ? amount : null,
    unit_amount_decimal: String(amount),
  }
}

export function createPrice(context: Context, given: Given): Price {
  const amount = given.unit_amount ?? given.unit_amount_decimal
  if (amount === undefined) {
    throw invalidParam('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing')
  }
  if (amount < 0)
    throw invalidParam(
      'This value must be greater than or equal to 0.',
      'unit_amount',
      'parameter_invalid_integer',
    )
  if (!/^[a-z]{3}$/i.test(given.currency))
    throw invalidParam(`Invalid currency: ${given.currency}.`, 'currency')
  const price = newPrice(context, given, productFor(context, given))
  if (price.lookup_key) takeLookupKey(context, price.lookup_key, given.transfer_lookup_key ?? false)
  save(context, 'price', price)
  emit(context, 'price.created', price)
  return price
}

function productFor(context: Context, given: Given): string {
  if (given.product) return retrieve(context, 'product', given.product, 'product').id
  if (!given.product_data) {
    throw invalidParam(
      'You must specify either `product` or `product_data` when creating a price.',
      'product',
      'parameter_missing',
    )
  }
  const product = newProduct(context, given.product_data)
  save(context, 'product', product)
  emit(context, 'product.created', product)
  return product.id
}

/** Transfers a lookup key from the price that has it, or throws. */
export function takeLookupKey(context: Context, key: string, isTransfer: boolean): void {
  const [holder] = context.store.all('price', { lookup_key: key })
  if (!holder) return
  if (!isTransfer) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'resource_already_exists',
      {
        param: 'lookup_key',
      },
    )
  }
  update(context, 'price', holder, { lookup_key: null }, 'price.updated')
}
