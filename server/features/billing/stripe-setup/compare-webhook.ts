// Checks that there is exactly one webhook of each kind, in our API version and with exactly the events that we handle.
import type Stripe from 'stripe'
import { API_VERSION } from '#server/adapters/stripe.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { CONNECT_EVENTS, SNAPSHOT_EVENTS, THIN_EVENTS } from '../sync/receive-event.ts'
import { type Comparison, type Difference, type NewSecret, quietly } from './difference.ts'

export type WebhookKind = 'snapshot' | 'thin' | 'connect'
type Kind = { what: string; setting: string; events: readonly string[] }

export const WEBHOOKS: Record<WebhookKind, Kind> = {
  snapshot: { what: 'payments', setting: 'STRIPE_WEBHOOK_SECRET', events: SNAPSHOT_EVENTS },
  thin: { what: 'payout accounts', setting: 'STRIPE_THIN_WEBHOOK_SECRET', events: THIN_EVENTS },
  connect: { what: 'payouts', setting: 'STRIPE_CONNECT_WEBHOOK_SECRET', events: CONNECT_EVENTS },
}

/** Metadata of what this command creates. Stripe doesn't report which endpoints are for connected accounts. */
const OURS = 'signalpost'

/** An endpoint of version 1 of the API, or an event destination of version 2. */
type Hook = {
  id: string
  isDestination: boolean
  kind: WebhookKind
  version: string | null
  events: string[]
  isEnabled: boolean
  isOurs: boolean
}

/** `secret`: the setting's value. */
export async function compareWebhook(
  stripe: Stripe,
  kind: WebhookKind,
  url: string,
  secret: string | undefined,
): Promise<Comparison> {
  const { what, setting, events } = WEBHOOKS[kind]
  // Oldest first: the server has the secret of the first one.
  const all = (await hooksAt(stripe, url)).filter((one) => one.kind === kind)
  const [hook, ...doubles] = all.filter(({ version }) => version === API_VERSION)
  const outdated = all.filter(({ version }) => version !== API_VERSION)
  const fine = `The webhook about ${what} sends exactly our ${events.length} events in version ${API_VERSION}.`
  if (!hook) {
    const [old] = outdated
    const says = old
      ? `The webhook about ${what} sends API version ${old.version ?? 'of the account'}, and this release reads ${API_VERSION}.`
      : `Stripe has no webhook about ${what} at ${url}.`
    const apply = () => create(stripe, kind, url)
    return {
      fine,
      differences: [{ says, fix: { verb: 'create', what: `the webhook about ${what}`, apply } }],
    }
  }
  const differences: Difference[] = []
  const missing = events.filter((one) => !hook.events.includes(one))
  const extra = hook.events.filter((one) => !events.includes(one))
  if (missing.length > 0 || extra.length > 0) {
    const parts = [
      ...(missing.length > 0 ? [`doesn’t send ${missing.join(', ')}`] : []),
      ...(extra.length > 0 ? [`sends ${extra.join(', ')}, which we don’t handle`] : []),
    ]
    differences.push({
      says: `The webhook about ${what} ${parts.join(', and ')}.`,
      fix: { verb: 'change', what: 'its events', apply: quietly(() => setEvents(stripe, hook, [...events])) },
    })
  }
  if (!hook.isEnabled)
    differences.push({
      says: `The webhook about ${what} is disabled.`,
      fix: { verb: 'enable', what: 'it', apply: quietly(() => enable(stripe, hook)) },
    })
  for (const old of outdated)
    differences.push({
      says: `A webhook about ${what} still sends API version ${old.version ?? 'of the account'}.`,
      fix: old.isOurs
        ? { verb: 'remove', what: 'the old one', apply: quietly(() => remove(stripe, old)) }
        : null,
    })
  if (doubles.length > 0)
    differences.push({
      says: `There are ${doubles.length + 1} webhooks about ${what}. Delete all but the one whose secret is in ${setting}, at https://dashboard.stripe.com/webhooks.`,
      fix: null,
    })
  if (secret === undefined)
    differences.push({
      says: `${setting} isn’t set. Stripe showed the secret when the webhook was created; “Reveal” at https://dashboard.stripe.com/webhooks shows it again.`,
      fix: null,
    })
  return { fine, differences }
}

async function hooksAt(stripe: Stripe, url: string): Promise<Hook[]> {
  const hooks: Hook[] = []
  for await (const one of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (one.url !== url) continue
    const { id, api_version: version, enabled_events: events, status, metadata } = one
    const isOurs = metadata[OURS] !== undefined
    const isConnect = isOurs
      ? metadata[OURS] === 'connect'
      : events.some((name) => name.startsWith('payout.'))
    const kind = isConnect ? 'connect' : 'snapshot'
    hooks.push({ id, isDestination: false, kind, version, events, isEnabled: status === 'enabled', isOurs })
  }
  const destinations = stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] })
  for await (const one of destinations) {
    if (one.webhook_endpoint?.url !== url) continue
    const isThin = one.event_payload === 'thin'
    hooks.push({
      id: one.id,
      isDestination: true,
      kind: isThin ? 'thin' : one.events_from?.includes('@accounts') ? 'connect' : 'snapshot',
      version: isThin ? API_VERSION : (one.snapshot_api_version ?? null),
      events: one.enabled_events,
      isEnabled: one.status === 'enabled',
      isOurs: one.metadata?.[OURS] !== undefined,
    })
  }
  return hooks.toReversed()
}

/**
 * The secret is only in this reply. The caller has found no such webhook, and Stripe may hold an older one for longer.
 */
async function create(stripe: Stripe, kind: WebhookKind, url: string): Promise<NewSecret> {
  const { what, setting, events } = WEBHOOKS[kind]
  const description = `${PRODUCT_NAME}: ${what}`
  const metadata = { [OURS]: kind }
  if (kind === 'thin') {
    const { webhook_endpoint: endpoint } = await stripe.v2.core.eventDestinations.create({
      name: description,
      type: 'webhook_endpoint',
      event_payload: 'thin',
      enabled_events: [...events],
      webhook_endpoint: { url },
      include: ['webhook_endpoint.signing_secret'],
      metadata,
    })
    return { setting, secret: endpoint?.signing_secret ?? '' }
  }
  const { secret = '' } = await stripe.webhookEndpoints.create({
    url,
    api_version: API_VERSION,
    enabled_events: kind === 'connect' ? [...CONNECT_EVENTS] : [...SNAPSHOT_EVENTS],
    description,
    metadata,
    ...(kind === 'connect' && { connect: true }),
  })
  return { setting, secret }
}

type Events = NonNullable<Stripe.WebhookEndpointUpdateParams['enabled_events']>

const setEvents = (stripe: Stripe, { id, isDestination }: Hook, events: string[]): Promise<unknown> =>
  isDestination
    ? stripe.v2.core.eventDestinations.update(id, { enabled_events: events })
    : stripe.webhookEndpoints.update(id, { enabled_events: events as Events })

const enable = (stripe: Stripe, { id, isDestination }: Hook): Promise<unknown> =>
  isDestination
    ? stripe.v2.core.eventDestinations.enable(id)
    : stripe.webhookEndpoints.update(id, { disabled: false })

const remove = (stripe: Stripe, { id, isDestination }: Hook): Promise<unknown> =>
  isDestination ? stripe.v2.core.eventDestinations.del(id) : stripe.webhookEndpoints.del(id)
