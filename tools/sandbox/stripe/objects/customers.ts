// Customers and their default payment method.
import { newId } from '../clock.ts'
import { update } from '../events.ts'
import {
  anything,
  emptyable,
  listOf,
  mergedMetadata,
  metadata,
  oneOf,
  type Read,
  shape,
  text,
  integer,
} from '../params.ts'
import { now, type Context } from '../context.ts'
import { attach, resolvePaymentMethod } from './payment-methods.ts'

export type Customer = ReturnType<typeof newCustomer>
export type DeletedCustomer = { id: string; object: 'customer'; deleted: true }

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    customer: Customer
    deleted_customer: DeletedCustomer
  }
}

const ADDRESS = shape({
  city: emptyable(text),
  country: emptyable(text),
  line1: emptyable(text),
  line2: emptyable(text),
  postal_code: emptyable(text),
  state: emptyable(text),
})
export type Address = Record<keyof Read<typeof ADDRESS>, string | null>

/** Stripe names all parts of an address, null where they aren't given. */
export function addressOf(given: Read<typeof ADDRESS> | null | undefined): Address | null {
  if (!given) return null
  const { city, country, line1, line2, postal_code, state } = given
  return {
    city: city ?? null,
    country: country ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    postal_code: postal_code ?? null,
    state: state ?? null,
  }
}

export const CUSTOMER_FIELDS = {
  address: emptyable(ADDRESS),
  balance: integer,
  description: emptyable(text),
  email: emptyable(text),
  invoice_prefix: text,
  invoice_settings: shape({ default_payment_method: emptyable(text), footer: emptyable(text) }),
  metadata,
  name: emptyable(text),
  phone: emptyable(text),
  preferred_locales: listOf(text),
  shipping: emptyable(anything),
  tax: shape({
    ip_address: emptyable(text),
    validate_location: oneOf('auto', 'deferred', 'immediately'),
  }),
  tax_exempt: emptyable(text),
}
export const CREATE_CUSTOMER = shape({ ...CUSTOMER_FIELDS, payment_method: text, test_clock: text })

export function newCustomer(context: Context, given: Read<typeof CREATE_CUSTOMER>) {
  const id = newId('cus')
  return {
    id,
    object: 'customer' as const,
    address: addressOf(given.address),
    balance: given.balance ?? 0,
    created: now(context, given.test_clock ?? null),
    currency: null as string | null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: given.invoice_prefix ?? id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: given.invoice_settings?.default_payment_method ?? null,
      footer: given.invoice_settings?.footer ?? null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: given.preferred_locales ?? [],
    shipping: given.shipping ?? null,
    tax_exempt: given.tax_exempt ?? 'none',
    test_clock: given.test_clock ?? null,
  }
}

/** Sets the default card for invoices and attaches it if needed. */
export function setDefaultPaymentMethod(
  context: Context,
  customer: Customer,
  method: string | null,
): Customer {
  if (method !== null) {
    const found = resolvePaymentMethod(context, method, 'invoice_settings[default_payment_method]')
    if (found.customer !== customer.id) attach(context, found, customer.id)
  }
  const settings = { ...customer.invoice_settings, default_payment_method: method }
  return update(context, 'customer', customer, { invoice_settings: settings }, 'customer.updated')
}
