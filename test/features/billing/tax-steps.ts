// Billing addresses, from which the sandbox calculates its test tax.
import { type BillingAddress, tax } from '#shared/contracts/tax.ts'
import type { Browser } from '#test/server.ts'

export const SEATTLE: BillingAddress = { country: 'US', postalCode: '98101', state: 'WA' }
/** No sales tax there. */
export const PORTLAND: BillingAddress = { country: 'US', postalCode: '97201', state: 'OR' }

export const saveAddress = (browser: Browser, address: BillingAddress) =>
  browser.call(tax.changeAddress, { body: address })
