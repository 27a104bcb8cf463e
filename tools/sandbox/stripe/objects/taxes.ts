// Taxes of invoices: one stated test rate everywhere, from the customer's address. Nobody has to pay it.
import { newId } from '../clock.ts'
import { invalidRequest } from '../errors.ts'
import type { Context } from '../context.ts'
import type { Customer } from './customers.ts'

/** `failed`: Stripe couldn't calculate. `requires_location_inputs`: the address isn't enough. */
export type TaxStatus = 'complete' | 'failed' | 'requires_location_inputs'

/** Countries whose tax depends on the postal code. */
const BY_POSTAL_CODE = new Map([
  ['US', /^\d{5}(-\d{4})?$/],
  ['CA', /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i],
])
/** The postal code that Stripe doesn't know. */
const UNKNOWN = '00000'
/** No sales tax there. */
const WITHOUT_TAX = new Set(['DE', 'MT', 'NH', 'OR'])

export function taxStatus({ settings }: Context, { address }: Pick<Customer, 'address'>): TaxStatus {
  const { country = null, postal_code: code = null } = address ?? {}
  if (!country || !/^[A-Z]{2}$/.test(country) || code === UNKNOWN) return 'requires_location_inputs'
  const format = BY_POSTAL_CODE.get(country)
  if (format && !format.test(code ?? '')) return 'requires_location_inputs'
  return settings.taxFails ? 'failed' : 'complete'
}

/** Stripe's refusal of an address that it can't calculate taxes for. */
export const invalidLocation = () =>
  invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    'customer_tax_location_invalid',
  )

/** Stripe's refusal while it can't calculate taxes. */
export const failedCalculation = () =>
  invalidRequest('Stripe was unable to calculate tax. Please try again later.', 'taxes_calculation_failed')

/** The taxes of an amount before tax, half cents rounded up; empty for nothing. `amount` in cents. */
export function taxesOf({ settings }: Context, { address }: Pick<Customer, 'address'>, amount: number) {
  if (amount <= 0) return []
  const isFree = address?.country === 'US' && WITHOUT_TAX.has(address.state ?? '')
  const tenThousandths = Math.round(settings.taxPercent * 100)
  return [
    {
      amount: isFree ? 0 : Math.floor((amount * tenThousandths + 5000) / 10_000),
      tax_behavior: 'exclusive' as const,
      tax_rate_details: { tax_rate: newId('txr') },
      taxability_reason: isFree ? ('not_subject_to_tax' as const) : ('standard_rated' as const),
      taxable_amount: amount,
      type: 'tax_rate_details' as const,
    },
  ]
}

/** Who is liable for automatic tax on invoices and subscriptions: the platform itself. */
export const LIABLE = { type: 'self' as const }
