// Billing addresses, from which the sandbox calculates its test tax.
import { type BillingAddress, tax } from '#shared/contracts/tax.ts'
import type { Browser, TestServer } from '#test/server.ts'

export const SEATTLE: BillingAddress = { country: 'US', postalCode: '98101', state: 'WA' }
/** No sales tax there. */
export const PORTLAND: BillingAddress = { country: 'US', postalCode: '97201', state: 'OR' }

export const saveAddress = (browser: Browser, address: BillingAddress) =>
  browser.call(tax.changeAddress, { body: address })

/** The settings of a server with tax. */
export const TAXED = {
  settings: {
    STRIPE_TAX: 'on',
    OPERATOR_NAME: 'Signalpost Inc.',
    OPERATOR_ADDRESS: 'Signalpost Inc., 1 Harbor Street, Portland, ME 04101, USA',
  },
}

type Renewing = {
  server: TestServer
  own: () => Promise<{ currentPeriodEnd: Date | null }>
  pass: (days: number) => Promise<void>
}

/** Ben's next month begins. Stripe keeps its invoice as a draft for an hour, then charges it. */
export async function renew(setup: Renewing): Promise<void> {
  await beginNextMonth(setup)
  await setup.pass(0.1)
}

/** Ben's next month begins, and its invoice is a draft. */
export async function beginNextMonth({ own, pass, server }: Renewing): Promise<void> {
  const { currentPeriodEnd } = await own()
  const leftMs = (currentPeriodEnd?.getTime() ?? 0) - server.deps.clock.now().getTime()
  await pass(leftMs / 86_400_000 + 0.01)
}
