// stripe-setup against the sandbox: the first run creates everything, the second nothing, and a failed one is resumed.
import { readFileSync } from 'node:fs'
import type { Stripe } from 'stripe'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { API_VERSION, openStripe } from '#server/adapters/stripe.ts'
import { readConfig } from '#server/config.ts'
import {
  partsOf,
  refuseSetUp,
  setUpStripe,
  type SetUpLine,
} from '#server/features/billing/stripe-setup/set-up-stripe.ts'
import { CONNECT_EVENTS, SNAPSHOT_EVENTS, THIN_EVENTS } from '#server/features/billing/sync/receive-event.ts'
import { quickStripeRetries } from '#test/quick-stripe-retries.ts'
import { type ListeningSandbox, listenStripeSandbox } from '#tools/sandbox/stripe/listen.ts'
import { USAGE } from '../../../tools/scripts/admin-usage.ts'

const PUBLIC_URL = 'https://signalpost.example.com'
const url = `${PUBLIC_URL}/api/stripe/webhook`
const KEYS = { STRIPE_SECRET_KEY: 'sk_test_right', STRIPE_PUBLISHABLE_KEY: 'pk_test_right' }
const SECRETS = ['STRIPE_WEBHOOK_SECRET', 'STRIPE_THIN_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET']
const BASE = { NODE_ENV: 'test', SESSION_SECRET: 'a secret of at least 32 characters, for tests' }

let sandbox: ListeningSandbox
let stripe: Stripe
beforeEach(async () => {
  const keys = { secretKey: 'sk_test_right', publishableKey: 'pk_test_right' }
  sandbox = await listenStripeSandbox({ file: ':memory:', baseUrl: 'http://127.0.0.1', keys })
  onTestFinished(() => sandbox.close())
})

/** The secrets as the operator has put them into the settings. */
let settings: Record<string, string> = {}
beforeEach(() => void (settings = { ...BASE, ...KEYS, PUBLIC_URL }))

async function run({ isDryRun = false } = {}): Promise<SetUpLine[]> {
  const config = readConfig(settings)
  stripe = quickStripeRetries(openStripe(config.payments, sandbox))
  const lines: SetUpLine[] = []
  await setUpStripe(partsOf(stripe, config), { isDryRun }, (line) => {
    lines.push(line)
    if (line.secret) settings[line.secret.setting] = line.secret.secret
  })
  return lines
}
const short = (lines: SetUpLine[]) => lines.map(({ part, state }) => `${part}: ${state}`)
const PARTS = ['plan', 'portal', 'webhook', 'thin webhook', 'connect webhook', 'domain']
const every = (state: string) => PARTS.map((part) => `${part}: ${state}`)

/** How many of each there are at Stripe. */
async function counts() {
  const [prices, products, portals, endpoints, destinations, domains] = await Promise.all([
    stripe.prices.list({ active: true }),
    stripe.products.list({}),
    stripe.billingPortal.configurations.list({ active: true, is_default: false }),
    stripe.webhookEndpoints.list({}),
    stripe.v2.core.eventDestinations.list({}),
    stripe.paymentMethodDomains.list({}),
  ])
  return [prices, products, portals, endpoints, destinations, domains].map(({ data }) => data.length)
}
const ONE_OF_EACH = [1, 1, 1, 2, 1, 1]

describe('stripe-setup', () => {
  test('says what it would do, does it, shows each secret once, and then finds nothing to do', async () => {
    expect(short(await run({ isDryRun: true }))).toEqual(every('would'))
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0])
    const first = await run()
    expect(short(first)).toEqual(every('done'))
    expect(first.flatMap(({ secret }) => secret?.setting ?? []).toSorted()).toEqual(SECRETS.toSorted())
    expect(await counts()).toEqual(ONE_OF_EACH)
    const second = await run()
    expect(short(second)).toEqual(every('fine'))
    expect(second.some(({ secret }) => secret !== null)).toBe(false)
    expect(await counts()).toEqual(ONE_OF_EACH)

    const endpoints = (await stripe.webhookEndpoints.list({})).data
    expect(endpoints.map((one) => [one.url, one.api_version, one.enabled_events]).toReversed()).toEqual([
      [url, API_VERSION, [...SNAPSHOT_EVENTS]],
      [url, API_VERSION, [...CONNECT_EVENTS]],
    ])
    const [thin] = (await stripe.v2.core.eventDestinations.list({})).data
    expect(thin?.enabled_events).toEqual([...THIN_EVENTS])
    const [portal] = (await stripe.billingPortal.configurations.list({ is_default: false })).data
    expect(portal?.features.subscription_update.enabled).toBe(false)
  })

  test('names and fixes every setting that has drifted, and leaves the rest alone', async () => {
    await run()
    const [snapshot] = (await stripe.webhookEndpoints.list({})).data.filter(
      ({ metadata }) => metadata['signalpost'] === 'snapshot',
    )
    await stripe.webhookEndpoints.update(snapshot?.id ?? '', {
      enabled_events: ['invoice.paid', 'product.created'],
      disabled: true,
    })
    const [portal] = (await stripe.billingPortal.configurations.list({ is_default: false })).data
    await stripe.billingPortal.configurations.update(portal?.id ?? '', {
      features: { subscription_update: { enabled: true } },
    })
    const [product] = (await stripe.products.list({})).data
    await stripe.products.update(product?.id ?? '', { name: 'Something else' })
    const [domain] = (await stripe.paymentMethodDomains.list({})).data
    await stripe.paymentMethodDomains.update(domain?.id ?? '', { enabled: false })
    const says = (await run({ isDryRun: true })).map(({ says: text }) => text).join('\n')
    expect(says).toContain('features.subscription_update.enabled is true')
    expect(says).toContain('called “Something else”')
    expect(says).toMatch(/doesn’t send customer\.subscription\.created.* sends product\.created/s)
    expect(says).toContain('The webhook about payments is disabled.')
    expect(says).toContain('is turned off')
    const changed = (await run()).filter(({ state }) => state === 'done').map(({ part }) => part)
    expect(changed).toEqual(['plan', 'portal', 'webhook', 'webhook', 'domain'])
    expect(short(await run())).toEqual(every('fine'))
    expect(await counts()).toEqual(ONE_OF_EACH)
  })

  test('a webhook of another API version is replaced, and the next run removes it', async () => {
    await run()
    const [thin] = (await stripe.v2.core.eventDestinations.list({})).data
    await stripe.v2.core.eventDestinations.disable(thin?.id ?? '')
    for (const one of (await stripe.webhookEndpoints.list({})).data)
      if (one.metadata['signalpost'] === 'snapshot') await stripe.webhookEndpoints.del(one.id)
    await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...SNAPSHOT_EVENTS],
      api_version: '2020-08-27',
      metadata: { signalpost: 'snapshot' },
    })
    expect((await run()).filter(({ state }) => state === 'done').map(({ change }) => change)).toEqual([
      'created the webhook about payments',
      'enabled it',
    ])
    expect((await run()).filter(({ state }) => state === 'done').map(({ change }) => change)).toEqual([
      'removed the old one',
    ])
    expect(short(await run())).toEqual(every('fine'))
  })

  test('objects made by hand are accepted; a second webhook and a missing secret are left to the operator', async () => {
    await run()
    delete settings['STRIPE_THIN_WEBHOOK_SECRET']
    await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...SNAPSHOT_EVENTS],
      api_version: API_VERSION,
    })
    const left = (await run()).filter(({ state }) => state !== 'fine')
    expect(left.map(({ state }) => state)).toEqual(['by_hand', 'by_hand'])
    expect(left[0]?.says).toContain('There are 2 webhooks about payments')
    expect(left[1]?.says).toContain('STRIPE_THIN_WEBHOOK_SECRET isn’t set')
  })

  // Each creating call in turn fails: Stripe did the work, or rolled it back and repeats the failure, or never answers.
  test.each(
    ['prices', 'configurations', 'webhook_endpoints', 'event_destinations', 'payment_method_domains'].flatMap(
      (path) => (['error-after', 'error-undone', 'silence'] as const).map((how) => [path, how] as const),
    ),
  )('completes a run that stopped at %s (%s), without duplicates', async (path, how) => {
    const config = readConfig(settings)
    const met = sandbox.failNext({ how, method: 'POST', path: new RegExp(`/${path}$`), times: 2 })
    const impatient = quickStripeRetries(openStripe(config.payments, sandbox, how === 'silence' ? 300 : 5000))
    const stopped = await setUpStripe(partsOf(impatient, config), { isDryRun: false }, () => {}).catch(
      (error: Error) => error.message,
    )
    // The price is looked up at once after a repeated error; the others wait for the next run.
    if (stopped !== undefined)
      expect(stopped).toMatch(/Stripe answered: .*\nThe lines above are done. Run the command again/s)
    expect(met()).toBe(true)
    sandbox.clearFaults()
    await run()
    expect(await counts()).toEqual(ONE_OF_EACH)
    expect((await run()).filter(({ state }) => state !== 'fine' && state !== 'by_hand')).toEqual([])
  })
})

describe('stripe-setup refuses', () => {
  const refusing = (given: Record<string, string>) => () =>
    refuseSetUp(readConfig({ ...BASE, ...KEYS, ...given }))
  test.each([
    ['a missing address', {}, 'Set PUBLIC_URL first'],
    ['an address on this machine', { PUBLIC_URL: 'http://localhost:3000' }, 'Stripe can’t reach'],
    [
      'live keys with a private address',
      {
        PUBLIC_URL: 'http://192.168.1.5',
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      },
      'The keys are of live mode, but PUBLIC_URL is http://192.168.1.5',
    ],
    ['http', { PUBLIC_URL: 'http://signalpost.example.com' }, 'only over https'],
  ])('%s', (_what, given, message) => {
    expect(refusing(given)).toThrow(message)
  })

  test('nothing in the sandbox, which needs no address', () => {
    expect(() => refuseSetUp(readConfig(BASE))).not.toThrow()
  })
})

test('the usage text and the documents name the command alike', () => {
  const synopsis = 'npm run admin -- stripe-setup [--dry-run] [--json]'
  expect(USAGE.split('\n')).toContain(synopsis)
  expect(readFileSync('docs/operating.md', 'utf8')).toContain(`\`${synopsis}\``)
  for (const file of ['docs/money.md', 'docs/production.md'])
    expect(readFileSync(file, 'utf8')).toContain('stripe-setup')
})
