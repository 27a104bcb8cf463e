// People who pay and are paid through the product: plan, payout account, price, subscription, as a browser does it.
import type { TestServer, Browser } from '#test/server.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { system } from '#shared/contracts/system.ts'
import { confirmAsBrowser, submitForm } from '#test/stripe-browser.ts'

export const VISA = '4242424242424242'

/** Confirms a payment at the address the page was given; answers with the intent, or the refusal. */
export async function pay(browser: Browser, clientSecret: string, card = VISA) {
  const { payments } = await browser.call(system.config)
  return await confirmAsBrowser(payments.apiBase, clientSecret, card)
}

/** Takes somebody through Creator Mode, payouts and a price. */
export async function becomeCreator(server: TestServer, browser: Browser, priceInCents = 950): Promise<void> {
  await buyPlan(server, browser)
  await onboard(browser)
  await browser.call(creators.setupPricing, { body: { priceInCents } })
}

export async function buyPlan(server: TestServer, browser: Browser, card = VISA): Promise<void> {
  const { clientSecret } = await browser.call(creators.startPlan)
  await pay(browser, clientSecret, card)
  await browser.call(creators.checkPlan)
  await server.settled()
}

/** Leaves the sandbox's onboarding page as it is, unless told otherwise. */
export async function onboard(browser: Browser, changes: Record<string, string> = {}): Promise<void> {
  await browser.call(creators.createAccount)
  const { url } = await browser.call(creators.createAccountLink)
  await submitForm(url, changes)
  await browser.call(creators.accountStatus)
}

export async function subscribeTo(
  server: TestServer,
  browser: Browser,
  creatorId: string,
  card = VISA,
): Promise<void> {
  const { clientSecret } = await browser.call(billing.create, { body: { creatorId } })
  await pay(browser, clientSecret, card)
  await server.settled()
}
