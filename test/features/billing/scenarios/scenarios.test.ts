// The flows of docs/money.md through the SDK: against the sandbox always, and with a test key against Stripe's test mode:
// STRIPE_SECRET_KEY=sk_test_… STRIPE_TEST_ACCOUNT=acct_… npm test -- test/features/billing/scenarios/scenarios.test.ts
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from './scenario-accounts.ts'
import { REFUNDS } from './scenario-refunds.ts'
import { RENEWING } from './scenario-renewing.ts'
import { SUBSCRIBING } from './scenario-subscribing.ts'
import { openTarget, type StripeTarget } from './scenarios.ts'

/** Stripe's test clocks and disputes are slow. */
const TIMEOUT_MS = process.env['STRIPE_SECRET_KEY'] ? 300_000 : 20_000
const NO_ACCOUNT =
  'skipped: STRIPE_TEST_ACCOUNT is not set. It names a connected account of the platform whose transfers are active, which only its owner can set up, on the page of an account link.'

let target: StripeTarget
const skipped: string[] = []

beforeAll(async () => {
  target = await openTarget(process.env)
})
afterAll(async () => {
  await target?.close()
  if (skipped.length > 0) console.warn(`${NO_ACCOUNT}\n${skipped.map((name) => `- ${name}`).join('\n')}`)
})

describe.each([
  { of: 'Subscribing', scenarios: SUBSCRIBING },
  { of: 'Renewing', scenarios: RENEWING },
  { of: 'Refunds and disputes', scenarios: REFUNDS },
  { of: 'Accounts, portal and events', scenarios: ACCOUNTS },
])('$of', ({ scenarios }) => {
  test.for(scenarios)('$name', { timeout: TIMEOUT_MS }, async ({ name, needsAccount, run }, { skip }) => {
    if (needsAccount && target.account === null) {
      skipped.push(name)
      skip(NO_ACCOUNT)
    }
    expect.hasAssertions()
    await run(target)
  })
})

test('a live key is refused before any call to Stripe', async () => {
  await expect(openTarget({ STRIPE_SECRET_KEY: 'sk_live_123' })).rejects.toThrow(/test keys only/)
  const mixed = { STRIPE_SECRET_KEY: 'sk_test_123', STRIPE_PUBLISHABLE_KEY: 'pk_live_123' }
  await expect(openTarget(mixed)).rejects.toThrow(/test keys only/)
})
