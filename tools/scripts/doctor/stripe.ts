// Stripe: the account responds, and its webhooks send the required events in the server's API version.
import { API_VERSION, openStripe, stripeErrorMessage } from '#server/adapters/stripe.ts'
import type { Stripe } from 'stripe'
import type { Config } from '#server/config.ts'
import { partsOf } from '#server/features/billing/stripe-setup/set-up-stripe.ts'
import { SNAPSHOT_EVENTS, THIN_EVENTS, WEBHOOK_PATH } from '#server/features/billing/sync/receive-event.ts'
import { type Check, fault, type Found, ok, warning } from './finding.ts'

const ANSWER_MS = 8000

type Endpoint = { version: string | null | undefined; events: string[]; isEnabled: boolean }

export const stripe: Check = {
  name: 'stripe',
  async run({ config, substitutes }) {
    const { payments, publicUrl } = config
    if (payments.mode === 'sandbox') return [ok('The payment sandbox is used; no money moves.')]
    const sandbox = substitutes.stripePort === undefined ? null : { port: substitutes.stripePort }
    const client = openStripe(payments, sandbox, ANSWER_MS)
    try {
      await client.balance.retrieve()
    } catch (error) {
      return [
        fault(`Stripe can’t be used: ${withoutKey(stripeErrorMessage(error))}.`, 'Check STRIPE_SECRET_KEY.'),
      ]
    }
    const found = [
      payments.environment === 'live' || config.mode !== 'production'
        ? ok(`Stripe accepts the key; both keys are of ${payments.environment} mode.`)
        : warning('Stripe’s keys are of test mode, so no money moves.', 'Set the keys of live mode.'),
    ]
    if (payments.isTaxed) found.push(await taxOf(client))
    if (publicUrl === undefined) return [...found, ok('Without PUBLIC_URL, webhooks were not checked.')]
    const url = publicUrl + WEBHOOK_PATH
    const snapshots: Endpoint[] = []
    for await (const one of client.webhookEndpoints.list({ limit: 100 }))
      if (one.url === url)
        snapshots.push({
          version: one.api_version,
          events: one.enabled_events,
          isEnabled: one.status === 'enabled',
        })
    const thin: Endpoint[] = []
    for await (const one of client.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] })) {
      if (one.webhook_endpoint?.url !== url) continue
      const endpoint = {
        version: API_VERSION,
        events: one.enabled_events,
        isEnabled: one.status === 'enabled',
      }
      if (one.event_payload === 'thin') thin.push(endpoint)
      else snapshots.push({ ...endpoint, version: one.snapshot_api_version })
    }
    return [
      ...found,
      ...(await differences(client, config)),
      webhookOf('snapshot', snapshots, SNAPSHOT_EVENTS, payments.webhookSecret, url),
      webhookOf('thin', thin, THIN_EVENTS, payments.thinWebhookSecret, url),
    ]
  },
}

/** With `STRIPE_TAX`, checks that Stripe can calculate taxes and adds them to prices. */
async function taxOf(client: ReturnType<typeof openStripe>): Promise<Found> {
  const { status, status_details: details, defaults } = await client.tax.settings.retrieve()
  if (status !== 'active') {
    const missing = details.pending?.missing_fields?.join(', ') ?? 'details'
    return fault(
      `STRIPE_TAX is on, but Stripe Tax isn’t active: ${missing} missing.`,
      'Complete the tax settings in Stripe’s dashboard, or set STRIPE_TAX=off.',
    )
  }
  if (defaults.tax_behavior !== 'exclusive')
    return fault(
      'STRIPE_TAX is on, but Stripe’s default tax behavior isn’t “exclusive”, so nothing can be sold.',
      'Choose “exclusive” in Stripe’s tax settings.',
    )
  if (defaults.tax_code === null)
    return warning(
      'Stripe has no default tax code.',
      'Choose the code for what you sell in Stripe’s tax settings.',
    )
  return ok('Stripe Tax is active and adds tax to prices.')
}

const SETUP = 'Run `npm run admin -- stripe-setup`.'

/** What `stripe-setup` would change, except for the two webhooks that payments need, which are faults below. */
async function differences(client: Stripe, config: Config): Promise<Found[]> {
  const parts = partsOf(client, config).filter(({ name }) => name !== 'webhook' && name !== 'thin webhook')
  const compared = await Promise.all(parts.map(({ compare }) => compare()))
  const all = compared.flatMap((one) => one.differences)
  return all.length === 0
    ? [
        ok(
          'The plan, the billing portal, the webhook about payouts and the domain are as stripe-setup makes them.',
        ),
      ]
    : all.map(({ says, fix }) => warning(says, fix ? SETUP : 'Fix this by hand.'))
}

/** Removes the key's last characters, which Stripe's message about a wrong key repeats. */
const withoutKey = (message: string) => message.replace(/:?\s*[sr]k_(test|live)_\S+/, '').replace(/\.$/, '')

function webhookOf(
  kind: 'snapshot' | 'thin',
  endpoints: Endpoint[],
  needed: readonly string[],
  secret: string | undefined,
  url: string,
): Found {
  const setting = kind === 'thin' ? 'STRIPE_THIN_WEBHOOK_SECRET' : 'STRIPE_WEBHOOK_SECRET'
  const enabled = endpoints.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0)
    return endpoints.length > 0
      ? fault(`The webhook for ${kind} events at ${url} is disabled.`, SETUP)
      : fault(`Stripe has no webhook for ${kind} events at ${url}.`, SETUP)
  if (secret === undefined)
    return fault(`${setting} isn’t set, so ${kind} events are refused.`, `Set ${setting}.`)
  const wrong = enabled.find(({ version }) => version !== API_VERSION)
  if (wrong)
    return fault(
      `The webhook for ${kind} events sends API version ${wrong.version ?? 'of the account'}, and the server reads ${API_VERSION}.`,
      SETUP,
    )
  const sent = new Set(enabled.flatMap(({ events }) => events))
  const missing = sent.has('*') ? [] : needed.filter((event) => !sent.has(event))
  if (missing.length > 0)
    return fault(`The webhook for ${kind} events doesn’t send ${missing.join(', ')}.`, SETUP)
  return ok(`The webhook for ${kind} events sends all ${needed.length} events.`)
}
