// The billing address, from which the payment provider calculates the tax on top of prices.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { US_STATES } from '../rules/us-states.ts'
import { text } from '../wire.ts'

const US_POSTAL_CODE = /^\d{5}(-\d{4})?$/
const CANADIAN_POSTAL_CODE = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i

/** What a tax depends on. Other parts of an address aren't asked for. */
export const BillingAddress = z
  .object({
    /** ISO 3166-1 alpha-2, such as "US". */
    country: z.string('Choose your country').regex(/^[A-Z]{2}$/, 'Choose your country'),
    /** Required in the US and Canada. */
    postalCode: text('postalCode is missing').trim().max(12, 'A postal code has at most 12 characters'),
    /** A state of the US, such as "OR"; empty elsewhere. */
    state: z.string('state must be text'),
  })
  .superRefine(({ country, postalCode, state }, context) => {
    const fail = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (country === 'US' && !US_POSTAL_CODE.test(postalCode))
      fail('postalCode', 'Enter a ZIP code, such as 97201')
    if (country === 'CA' && !CANADIAN_POSTAL_CODE.test(postalCode))
      fail('postalCode', 'Enter a postal code, such as K1A 0B1')
    if (country === 'US' && !US_STATES.has(state)) fail('state', 'Choose your state')
    if (country !== 'US' && state !== '') fail('state', 'Only US addresses have a state')
  })
export type BillingAddress = z.output<typeof BillingAddress>

const Address = z.object({ country: z.string(), postalCode: z.string(), state: z.string() })

export const tax = {
  address: endpoint({
    method: 'GET',
    path: '/api/billing/address',
    summary: 'The viewer’s billing address, as far as tax depends on it; null without one',
    access: 'member',
    reply: Address.nullable(),
  }),
  changeAddress: endpoint({
    method: 'PUT',
    path: '/api/billing/address',
    summary: 'Changes the viewer’s billing address; what they pay from now on is taxed there',
    access: 'member',
    limit: 'checkout',
    body: BillingAddress,
    reply: Address,
  }),
}
