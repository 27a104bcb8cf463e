// Browser steps of people who pay or are paid: buy a plan, set up payouts, set a price, subscribe; and test clocks.
import { type Clock, systemClock } from '#server/clock.ts'
import type { Jobs } from '#server/jobs/enqueue.ts'
import type { TestServer, Browser } from '#test/server.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { system } from '#shared/contracts/system.ts'
import { confirmAsBrowser, submitForm } from '#tools/sandbox/stripe/browser-actions.ts'

export const VISA = '4242424242424242'
const DAY_MS = 86_400_000

/** A clock for the server that a test can advance by days or fractions of days. */
export function daysClock(): Clock & { pass(days: number): void } {
  let ahead = 0
  return {
    ...systemClock,
    now: () => new Date(Date.now() + ahead),
    pass: (days) => void (ahead += days * DAY_MS),
  }
}

/**
 * Gives a person who has not paid yet a customer on a Stripe test clock. Resolves with a function that advances that
 * clock, and with it renewals, retries and ends; the server's own clock does not move.
 */
export async function onTestClock(
  server: TestServer,
  userId: string,
): Promise<(days: number) => Promise<void>> {
  const { stripe, db, clock } = server.deps
  const start = Math.floor(clock.now().getTime() / 1000)
  const testClock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const customer = await stripe.customers.create({
    email,
    test_clock: testClock.id,
    metadata: { user_id: userId },
  })
  await db.updateTable('users').set({ stripeCustomerId: customer.id }).where('id', '=', userId).execute()
  return async (days) => {
    const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(testClock.id)
    await stripe.testHelpers.testClocks.advance(testClock.id, {
      frozen_time: now + Math.round(days * 86_400),
    })
    await server.settled()
  }
}

/** Runs jobs now that are scheduled for a later day, because the queue's clock is not the test's. */
export async function runScheduled(server: TestServer, name: keyof Jobs): Promise<void> {
  await server.deps.pool.query(
    `update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = $1`,
    [name],
  )
  // Otherwise the runners find them when they poll, after up to a second.
  await server.deps.pool.query(`select pg_notify('jobs:insert', '{"count":2}')`)
  await server.settled()
}

/** Confirms a payment as the page does. Resolves with Stripe's response, which may be a refusal. */
export async function pay(browser: Browser, clientSecret: string, card = VISA) {
  const { payments } = await browser.call(system.config)
  return await confirmAsBrowser(payments.apiBase, clientSecret, card)
}

/** Buys the plan, sets up payouts and sets a price. */
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

/** Ends a creator plan at once, at Stripe. The caller waits for what follows. */
export async function cancelPlanAtStripe({ deps }: TestServer, userId: string): Promise<void> {
  const { creatorSubscriptionId } = await deps.db
    .selectFrom('users')
    .select('creatorSubscriptionId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await deps.stripe.subscriptions.cancel(creatorSubscriptionId ?? '')
}

/** Submits the sandbox's onboarding page, with `changes` to its fields. */
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
