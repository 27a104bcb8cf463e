// Where the payment scenarios are played: in the sandbox always, at Stripe's test mode when a key for it is given.
import { Stripe } from 'stripe'
import { listenStripeSandbox } from '#sandbox/stripe/listen.ts'
import { openStripe } from '#server/adapters/stripe.ts'
import { readyAccount } from '#test/sandbox/stripe/fixtures.ts'

/** What the browser learns when it confirms a payment. */
export type Confirmed = { status: string | null; asksForAction: boolean; code?: string; declineCode?: string }
export type Venue = {
  name: string
  stripe: Stripe
  /** A connected account that may be paid; null where nobody has set one up. */
  account: string | null
  /** As a browser does it, with the secret and a test card by Stripe's name for it. */
  confirm: (clientSecret: string, card: string) => Promise<Confirmed>
  /** Asks until it is so: Stripe does many things after it has answered. */
  soon: <T>(ask: () => Promise<T>, isSo: (answer: T) => boolean) => Promise<T>
  /** Moves a test clock on and waits until it has arrived. */
  advance: (clock: string, to: number) => Promise<void>
  /** Makes sure that so many cents can be passed on at once. */
  fund: (cents: number) => Promise<void>
  close: () => Promise<void>
}
export type Scenario = { name: string; needsAccount?: true; play: (venue: Venue) => Promise<void> }

export type VenueSettings = {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_TEST_ACCOUNT?: string | undefined
}

/** Throws for a live key: real money is never played with. */
export async function openVenue(settings: VenueSettings): Promise<Venue> {
  const {
    STRIPE_SECRET_KEY: key,
    STRIPE_PUBLISHABLE_KEY: publishable,
    STRIPE_TEST_ACCOUNT: account,
  } = settings
  if (!key) return await sandboxVenue()
  if (!/^[sr]k_test_/.test(key) || (publishable && !publishable.startsWith('pk_test_')))
    throw new Error('The scenarios are played with test keys only: sk_test_… and pk_test_…')
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
  const waits = waiting(stripe, 120_000, 2000)
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

async function sandboxVenue(): Promise<Venue> {
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
    ...waiting(stripe, 2000, 10),
    close: sandbox.close,
  }
}

function waiting(stripe: Stripe, patienceMs: number, everyMs: number): Pick<Venue, 'soon' | 'advance'> {
  const soon: Venue['soon'] = async (ask, isSo) => {
    const until = performance.now() + patienceMs
    for (;;) {
      const answer = await ask()
      // The last answer is what the scenario then complains about.
      if (isSo(answer) || performance.now() > until) return answer
      await new Promise((done) => setTimeout(done, everyMs))
    }
  }
  return {
    soon,
    async advance(clock, to) {
      await stripe.testHelpers.testClocks.advance(clock, { frozen_time: to })
      const { status } = await soon(
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
  return { ...said(answer), ...refused(answer.error) }
}

async function confirmWithKey(stripe: Stripe, secret: string, card: string): Promise<Confirmed> {
  const more = { payment_method: card, return_url: RETURN_URL }
  try {
    return said(await stripe.paymentIntents.confirm(intentOf(secret), more))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { status: null, asksForAction: false, ...refused(error) }
  }
}

const said = (intent: Partial<Stripe.PaymentIntent>): Confirmed => ({
  status: intent.status ?? null,
  asksForAction: Boolean(intent.next_action),
})
const refused = (error: { code?: string | undefined; decline_code?: string | undefined } | undefined) => ({
  ...(error?.code && { code: error.code }),
  ...(error?.decline_code && { declineCode: error.decline_code }),
})
