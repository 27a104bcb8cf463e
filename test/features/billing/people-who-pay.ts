// People who pay and are paid through the product: plan, payout account, price, subscription, as a browser does it.
import { type Clock, systemClock } from '#server/clock.ts'
import type { Jobs } from '#server/jobs/enqueue.ts'
import type { TestServer, Browser } from '#test/server.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { system } from '#shared/contracts/system.ts'
import { confirmAsBrowser, submitForm } from '#sandbox/stripe/browser-actions.ts'

export const VISA = '4242424242424242'
const DAY_MS = 86_400_000

/** A clock that can be set forward, for the server; fractions of days are fine. */
export function clockOfTests(): Clock & { pass(days: number): void } {
  let ahead = 0
  return {
    ...systemClock,
    now: () => new Date(Date.now() + ahead),
    pass: (days) => void (ahead += days * DAY_MS),
  }
}

/**
 * Makes somebody who has not paid yet a customer whose time is moved by hand: renewals, retries, ends. Resolves with what
 * lets days pass for them at the sandbox; the server's own clock stays where it is.
 */
export async function onTestClock(
  server: TestServer,
  userId: string,
): Promise<(days: number) => Promise<void>> {
  const { stripe, db, clock } = server.deps
  const start = Math.floor(clock.now().getTime() / 1000)
  const made = await stripe.testHelpers.testClocks.create({ frozen_time: start })
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const customer = await stripe.customers.create({
    email,
    test_clock: made.id,
    metadata: { user_id: userId },
  })
  await db.updateTable('users').set({ stripeCustomerId: customer.id }).where('id', '=', userId).execute()
  return async (days) => {
    const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(made.id)
    await stripe.testHelpers.testClocks.advance(made.id, { frozen_time: now + Math.round(days * 86_400) })
    await server.settled()
  }
}

/** Runs now what the queue has planned for a later day, for its days are not the ones of tests. */
export async function runPlanned(server: TestServer, name: keyof Jobs): Promise<void> {
  await server.deps.pool.query(
    `update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = $1`,
    [name],
  )
  await server.settled()
}

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

/** Stripe ends somebody's creator plan at once; waiting for what follows is left to the caller. */
export async function cancelPlanAtStripe({ deps }: TestServer, userId: string): Promise<void> {
  const { creatorSubscriptionId } = await deps.db
    .selectFrom('users')
    .select('creatorSubscriptionId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await deps.stripe.subscriptions.cancel(creatorSubscriptionId ?? '')
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
