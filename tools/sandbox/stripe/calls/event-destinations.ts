// Event destinations (v2): webhook endpoints for thin and snapshot events.
import { randomString, isoMoment, newId } from '../clock.ts'
import { invalidRequest, StripeProblem } from '../errors.ts'
import {
  listOf,
  mergedMetadata,
  metadata,
  required,
  oneOf,
  type Read,
  shape,
  text,
  integer,
} from '../params.ts'
import { route } from '../routes.ts'
import { v2Page } from '../v2-lists.ts'
import { now, type Context } from '../context.ts'

export type EventDestination = ReturnType<typeof newDestination>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    'v2.core.event_destination': EventDestination
  }
}

const INCLUDE = listOf(oneOf('webhook_endpoint.signing_secret', 'webhook_endpoint.url'))
const CREATE = shape({
  name: required(text),
  type: required(oneOf('webhook_endpoint')),
  enabled_events: required(listOf(text)),
  event_payload: required(oneOf('snapshot', 'thin')),
  description: text,
  events_from: listOf(oneOf('@self', '@accounts')),
  include: INCLUDE,
  metadata,
  snapshot_api_version: text,
  webhook_endpoint: required(shape({ url: required(text) })),
})
const UPDATE = shape({
  name: text,
  description: text,
  enabled_events: listOf(text),
  include: INCLUDE,
  metadata,
  webhook_endpoint: shape({ url: required(text) }),
})

function newDestination(context: Context, given: Read<typeof CREATE>) {
  const created = isoMoment(now(context))
  return {
    id: newId('ed_test'),
    object: 'v2.core.event_destination' as const,
    created,
    description: given.description ?? '',
    enabled_events: given.enabled_events,
    event_payload: given.event_payload,
    events_from: given.events_from ?? ['@self'],
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    name: given.name,
    snapshot_api_version: given.snapshot_api_version ?? null,
    status: 'enabled' as 'enabled' | 'disabled',
    status_details: null as { disabled: { reason: string } } | null,
    type: 'webhook_endpoint' as const,
    updated: created,
  }
}

type Secrets = { secret: string; url: string }
function destinationView(context: Context, destination: EventDestination, include: string[] = []) {
  const { secret, url } = context.store.hidden<Secrets>(destination.id)
  const endpoint = {
    signing_secret: include.includes('webhook_endpoint.signing_secret') ? secret : null,
    url: include.includes('webhook_endpoint.url') ? url : null,
  }
  return { ...destination, webhook_endpoint: include.length > 0 ? endpoint : null }
}

function retrieveDestination(context: Context, id: string): EventDestination {
  const found = context.store.get('v2.core.event_destination', id)
  if (found) return found
  const body = { type: 'invalid_request_error', code: 'not_found', message: `${id} was not found.` } as const
  throw new StripeProblem(404, body, { isValidation: true })
}

function saveDestination(context: Context, destination: EventDestination): void {
  context.store.put('v2.core.event_destination', destination, {
    testClock: null,
    created: now(context),
  })
}

export const eventDestinationRoutes = [
  route('POST', '/v2/core/event_destinations', CREATE, (context, { params }) => {
    if (!URL.canParse(params.webhook_endpoint.url)) throw invalidRequest('Not a valid URL', 'url_invalid')
    const destination = newDestination(context, params)
    saveDestination(context, destination)
    context.store.hide(destination.id, {
      secret: `whsec_${randomString(32)}`,
      url: params.webhook_endpoint.url,
    })
    return destinationView(context, destination, params.include)
  }),
  route(
    'GET',
    '/v2/core/event_destinations',
    shape({ include: INCLUDE, limit: integer, page: text }),
    (context, { params }) => {
      const all = context.store.all('v2.core.event_destination').toReversed()
      const shown = all.map((one) => destinationView(context, one, params.include))
      return v2Page('/v2/core/event_destinations', shown, params)
    },
  ),
  route('GET', '/v2/core/event_destinations/:id', shape({ include: INCLUDE }), (context, { id, params }) =>
    destinationView(context, retrieveDestination(context, id), params.include),
  ),
  route('POST', '/v2/core/event_destinations/:id', UPDATE, (context, { id, params }) => {
    const before = retrieveDestination(context, id)
    const after: EventDestination = {
      ...before,
      name: params.name ?? before.name,
      description: params.description ?? before.description,
      enabled_events: params.enabled_events ?? before.enabled_events,
      metadata: mergedMetadata(before.metadata, params.metadata),
      updated: isoMoment(now(context)),
    }
    saveDestination(context, after)
    if (params.webhook_endpoint) context.store.hide(id, { url: params.webhook_endpoint.url })
    return destinationView(context, after, params.include)
  }),
  ...(['enable', 'disable'] as const).map((verb) =>
    route('POST', `/v2/core/event_destinations/:id/${verb}`, shape({ include: INCLUDE }), (context, call) => {
      const after: EventDestination = {
        ...retrieveDestination(context, call.id),
        status: verb === 'enable' ? 'enabled' : 'disabled',
        status_details: verb === 'enable' ? null : { disabled: { reason: 'user' } },
        updated: isoMoment(now(context)),
      }
      saveDestination(context, after)
      return destinationView(context, after, call.params.include)
    }),
  ),
  route('DELETE', '/v2/core/event_destinations/:id', shape({}), (context, { id }) => {
    retrieveDestination(context, id)
    context.store.remove(id)
    return { id, object: 'v2.core.event_destination' }
  }),
]
