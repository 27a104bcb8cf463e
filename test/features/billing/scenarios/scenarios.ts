// Where the payment scenarios run: always in the sandbox, and in Stripe's test mode if a key is set.
import { Stripe } from 'stripe'
import { listenStripeSandbox } from '#tools/sandbox/stripe/listen.ts'
import { openStripe } from '#server/adapters/stripe.ts'
import { readyAccount } from '#test/sandbox/stripe/fixtures.ts'

/** Stripe's answer to a browser that confirms a payment. */
export type Confirmed = { status: string | null; asksForAction: boolean; code?: string; declineCode?: string }
export type StripeTarget = {
  name: string
  stripe: Stripe
  /** A connected account that can be paid; null if none is set up. */
  account: string | null
  /** Confirms as a browser does, with the secret and Stripe's name of a test card. */
  confirm: (clientSecret: string, card: string) => Promise<Confirmed>
  /** Polls until the condition holds, because Stripe does many things after it has answered. */
  waitFor: <T>(read: () => Promise<T>, isDone: (answer: T) => boolean) => Promise<T>
  /** Advances a test clock and waits until it is done. */
  advance: (clock: string, to: number) => Promise<void>
  /** Makes sure that this many cents can be transferred at once. */
  fund: (cents: number) => Promise<void>
  close: () => Promise<void>
}
export type Scenario = { name: string; needsAccount?: true; run: (target: StripeTarget) => Promise<void> }

export type TargetSettings = {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_TEST_ACCOUNT?: string | undefined
}

/** Throws for a live key, because scenarios must not move real money. */
export async function openTarget(settings: TargetSettings): Promise<StripeTarget> {
  const {
    STRIPE_SECRET_KEY: key,
    STRIPE_PUBLISHABLE_KEY: publishable,
    STRIPE_TEST_ACCOUNT: account,
  } = settings
  if (!key) return await openSandboxTarget()
  if (!/^[sr]k_test_/.test(key) || (publishable && !publishable.startsWith('pk_test_')))
    throw new Error('The scenarios run with test keys only: sk_test_… and pk_test_…')
  const stripe = openStripe({ secretKey: key }, null, 60_000)
  const confirm = publishable
    ? async (secret: string, card: string) =>
        confirmInBrowser('https://api.stripe.com', publishable, secret, card)
    : async (secret: string, card: string) => confirmWithKey(stripe, secret, card)
  const fund = async (cents: number) => {
    const method = { payment_method: 'pm_card_bypassPending', confirm: true }
    const automatic_payment_methods = { enabled: true, allow_redirects: 'never' as const }
    await stripe.paymentIntents.create({
      amount: 2 * cents + 100,
      currency: 'usd',
      ...method,
      automatic_payment_methods,
    })
  }
  const waits = polling(stripe, 120_000, 2000)
  return {
    name: "Stripe's test mode",
    stripe,
    account: account || null,
    confirm,
    fund,
    ...waits,
    close: async () => {},
  }
}

async function openSandboxTarget(): Promise<StripeTarget> {
  let port = 0
  const base = () => `http://127.0.0.1:${port}`
  const sandbox = await listenStripeSandbox({ file: ':memory:', baseUrl: base })
  port = sandbox.port
  const stripe = openStripe({ secretKey: sandbox.keys.secretKey }, sandbox)
  return {
    name: 'the sandbox',
    stripe,
    account: await readyAccount(stripe),
    confirm: (secret, card) => confirmInBrowser(base(), sandbox.keys.publishableKey, secret, card),
    fund: async () => {},
    ...polling(stripe, 2000, 10),
    close: sandbox.close,
  }
}

function polling(
  stripe: Stripe,
  timeoutMs: number,
  intervalMs: number,
): Pick<StripeTarget, 'waitFor' | 'advance'> {
  const waitFor: StripeTarget['waitFor'] = async (read, isDone) => {
    const until = performance.now() + timeoutMs
    for (;;) {
      const answer = await read()
      // The scenario then fails with the last answer.
      if (isDone(answer) || performance.now() > until) return answer
      await new Promise((done) => setTimeout(done, intervalMs))
    }
  }
  return {
    waitFor,
    async advance(clock, to) {
      await stripe.testHelpers.testClocks.advance(clock, { frozen_time: to })
      const { status } = await waitFor(
        () => stripe.testHelpers.testClocks.retrieve(clock),
        (found) => found.status !== 'advancing',
      )
      if (status !== 'ready') throw new Error(`The test clock is ${status}`)
    },
  }
}

const RETURN_URL = 'https://example.com/back'
const intentOf = (secret: string) => secret.split('_secret_')[0] ?? ''

async function confirmInBrowser(base: string, key: string, secret: string, card: string): Promise<Confirmed> {
  const body = new URLSearchParams({
    key,
    client_secret: secret,
    payment_method: card,
    return_url: RETURN_URL,
  })
  const response = await fetch(`${base}/v1/payment_intents/${intentOf(secret)}/confirm`, {
    method: 'POST',
    body,
  })
  const answer = (await response.json()) as Stripe.PaymentIntent & {
    error?: { code?: string; decline_code?: string }
  }
  return { ...resultOf(answer), ...errorOf(answer.error) }
}

async function confirmWithKey(stripe: Stripe, secret: string, card: string): Promise<Confirmed> {
  const options = { payment_method: card, return_url: RETURN_URL }
  try {
    return resultOf(await stripe.paymentIntents.confirm(intentOf(secret), options))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { status: null, asksForAction: false, ...errorOf(error) }
  }
}

const resultOf = (intent: Partial<Stripe.PaymentIntent>): Confirmed => ({
  status: intent.status ?? null,
  asksForAction: Boolean(intent.next_action),
})
const errorOf = (error: { code?: string | undefined; decline_code?: string | undefined } | undefined) => ({
  ...(error?.code && { code: error.code }),
  ...(error?.decline_code && { declineCode: error.decline_code }),
})
