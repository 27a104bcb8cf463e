// The doctor's check of Stripe against the Stripe sandbox: the key, and the webhooks for both kinds of events.
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ListeningSandbox, listenStripeSandbox } from '#tools/sandbox/stripe/listen.ts'
import { readConfig } from '#server/config.ts'
import { partsOf, setUpStripe } from '#server/features/billing/stripe-setup/set-up-stripe.ts'
import { API_VERSION } from '#server/adapters/stripe.ts'
import { SNAPSHOT_EVENTS, THIN_EVENTS } from '#server/features/billing/sync/receive-event.ts'
import { stripe as check } from '../../../tools/scripts/doctor/stripe.ts'
import { linesOf } from './lines-of.ts'

const PUBLIC_URL = 'https://signalpost.example'
const url = `${PUBLIC_URL}/api/stripe/webhook`
const SETTINGS = {
  PUBLIC_URL,
  STRIPE_SECRET_KEY: 'sk_test_right',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_right',
  STRIPE_WEBHOOK_SECRET: 'whsec_one',
  STRIPE_THIN_WEBHOOK_SECRET: 'whsec_two',
}

let sandbox: ListeningSandbox
let stripe: Stripe
beforeAll(async () => {
  const keys = { secretKey: 'sk_test_right', publishableKey: 'pk_test_right' }
  sandbox = await listenStripeSandbox({ file: ':memory:', baseUrl: 'http://127.0.0.1', keys })
  stripe = new Stripe('sk_test_right', { host: '127.0.0.1', port: sandbox.port, protocol: 'http' })
})
afterAll(() => sandbox.close())

const lines = (settings: Record<string, string> = {}) =>
  linesOf(check, { ...SETTINGS, ...settings }, { substitutes: { stripePort: sandbox.port } })
const ACCEPTED = 'ok: Stripe accepts the key; both keys are of test mode.'

test('missing, incomplete and disabled webhooks are faults until they are put right', async () => {
  const [snapshots, thin] = ['snapshot', 'thin'].map(
    (kind) => `fault: Stripe has no webhook for ${kind} events at ${url}.`,
  )
  expect(await lines()).toEqual([
    ACCEPTED,
    'warning: There is no price creator_plan_monthly.',
    'warning: The billing portal has no configuration of ours.',
    `warning: Stripe has no webhook about payouts at ${url}.`,
    'warning: The domain signalpost.example isn’t registered for wallets such as Apple Pay.',
    snapshots,
    thin,
  ])

  const old = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...SNAPSHOT_EVENTS],
    api_version: '2020-08-27',
  })
  expect(await lines()).toContain(
    `fault: The webhook for snapshot events sends API version 2020-08-27, and the server reads ${API_VERSION}.`,
  )
  await stripe.webhookEndpoints.del(old.id)
  const endpoint = await stripe.webhookEndpoints.create({
    url,
    enabled_events: ['invoice.paid'],
    api_version: API_VERSION,
  })
  expect(await lines()).toContainEqual(
    expect.stringMatching(
      /^fault: The webhook for snapshot events doesn’t send customer\.subscription\.created, /,
    ),
  )
  await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: [...SNAPSHOT_EVENTS], disabled: true })
  expect(await lines()).toContain(`fault: The webhook for snapshot events at ${url} is disabled.`)
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: false })
  await stripe.v2.core.eventDestinations.create({
    name: 'Accounts',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: [...THIN_EVENTS],
    webhook_endpoint: { url },
  })
  const config = readConfig({ NODE_ENV: 'test', SESSION_SECRET: 's'.repeat(32), ...SETTINGS })
  await setUpStripe(partsOf(stripe, config), { isDryRun: false }, () => {})
  expect(await lines({ STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_three' })).toEqual([
    ACCEPTED,
    'ok: The plan, the billing portal, the webhook about payouts and the domain are as stripe-setup makes them.',
    `ok: The webhook for snapshot events sends all ${SNAPSHOT_EVENTS.length} events.`,
    `ok: The webhook for thin events sends all ${THIN_EVENTS.length} events.`,
  ])
  expect(await lines({ STRIPE_THIN_WEBHOOK_SECRET: '' })).toContain(
    'fault: STRIPE_THIN_WEBHOOK_SECRET isn’t set, so thin events are refused.',
  )
})

test('a wrong key is a fault whose text doesn’t contain the key', async () => {
  const [line, ...more] = await lines({ STRIPE_SECRET_KEY: 'sk_test_hidden' })
  expect(line).toBe('fault: Stripe can’t be used: Invalid API Key provided.')
  expect(more).toEqual([])
})

test('without keys, the payment sandbox is used', async () => {
  expect(await linesOf(check, {})).toEqual(['ok: The payment sandbox is used; no money moves.'])
})

test('with STRIPE_TAX, Stripe Tax has to be active and to add tax to prices', async () => {
  const taxed = () => lines({ STRIPE_TAX: 'on' })
  expect(await taxed()).toContain('ok: Stripe Tax is active and adds tax to prices.')
  expect((await lines()).join()).not.toContain('Stripe Tax')
  const taxSettings = { status: 'active', tax_behavior: 'exclusive', tax_code: 'txcd_10000000' } as const
  sandbox.changeSettings({ taxSettings: { ...taxSettings, tax_behavior: 'inclusive' } })
  expect(await taxed()).toContain(
    'fault: STRIPE_TAX is on, but Stripe’s default tax behavior isn’t “exclusive”, so nothing can be sold.',
  )
  sandbox.changeSettings({ taxSettings: { ...taxSettings, tax_code: null } })
  expect(await taxed()).toContain('warning: Stripe has no default tax code.')
  sandbox.changeSettings({ taxSettings: { ...taxSettings, status: 'pending' } })
  expect(await taxed()).toContain(
    'fault: STRIPE_TAX is on, but Stripe Tax isn’t active: head_office missing.',
  )
  sandbox.changeSettings({ taxSettings })
})
