// Event destinations (v2): webhook endpoints for thin and snapshot events.
import { chance, isoMoment, newId } from '../clock.ts'
import { refused, StripeProblem } from '../errors.ts'
import { emitThin } from '../events.ts'
import { listOf, mergedMetadata, metadata, must, oneOf, type Read, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { v2Page } from '../v2-lists.ts'
import { now, type World } from '../world.ts'

export type EventDestination = ReturnType<typeof newDestination>

declare module '../object-types.ts' {
  interface ObjectTypes {
    'v2.core.event_destination': EventDestination
  }
}

const INCLUDE = listOf(oneOf('webhook_endpoint.signing_secret', 'webhook_endpoint.url'))
const CREATE = shape({
  name: must(text),
  type: must(oneOf('webhook_endpoint')),
  enabled_events: must(listOf(text)),
  event_payload: must(oneOf('snapshot', 'thin')),
  description: text,
  events_from: listOf(text),
  include: INCLUDE,
  metadata,
  snapshot_api_version: text,
  webhook_endpoint: must(shape({ url: must(text) })),
})
const UPDATE = shape({
  name: text,
  description: text,
  enabled_events: listOf(text),
  include: INCLUDE,
  metadata,
  webhook_endpoint: shape({ url: must(text) }),
})

function newDestination(world: World, given: Read<typeof CREATE>) {
  const created = isoMoment(now(world))
  return {
    id: newId('ed_test'),
    object: 'v2.core.event_destination' as const,
    created,
    description: given.description ?? '',
    enabled_events: given.enabled_events,
    event_payload: given.event_payload,
    events_from: given.events_from ?? ['self'],
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
function shownDestination(world: World, destination: EventDestination, include: string[] = []) {
  const { secret, url } = world.store.hidden<Secrets>(destination.id)
  const endpoint = {
    signing_secret: include.includes('webhook_endpoint.signing_secret') ? secret : null,
    url: include.includes('webhook_endpoint.url') ? url : null,
  }
  return { ...destination, webhook_endpoint: include.length > 0 ? endpoint : null }
}

function theDestination(world: World, id: string): EventDestination {
  const found = world.store.get('v2.core.event_destination', id)
  if (found) return found
  const body = { type: 'invalid_request_error', code: 'not_found', message: `${id} was not found.` } as const
  throw new StripeProblem(404, body, { isValidation: true })
}

function keepDestination(world: World, destination: EventDestination): void {
  world.store.put('v2.core.event_destination', destination, {
    testClock: null,
    created: now(world),
  })
}

function setStatus(world: World, id: string, status: 'enabled' | 'disabled') {
  const before = theDestination(world, id)
  const details = status === 'disabled' ? { disabled: { reason: 'user' } } : null
  const after: EventDestination = {
    ...before,
    status,
    status_details: details,
    updated: isoMoment(now(world)),
  }
  keepDestination(world, after)
  return shownDestination(world, after)
}

export const eventDestinationRoutes = [
  route('POST', '/v2/core/event_destinations', CREATE, (world, { params }) => {
    if (!URL.canParse(params.webhook_endpoint.url)) throw refused('Not a valid URL', 'url_invalid')
    const destination = newDestination(world, params)
    keepDestination(world, destination)
    world.store.hide(destination.id, { secret: `whsec_${chance(32)}`, url: params.webhook_endpoint.url })
    return shownDestination(world, destination, params.include)
  }),
  route(
    'GET',
    '/v2/core/event_destinations',
    shape({ include: INCLUDE, limit: whole, page: text }),
    (world, { params }) => {
      const all = world.store.all('v2.core.event_destination').toReversed()
      const shown = all.map((one) => shownDestination(world, one, params.include))
      return v2Page('/v2/core/event_destinations', shown, params)
    },
  ),
  route('GET', '/v2/core/event_destinations/:id', shape({ include: INCLUDE }), (world, { id, params }) =>
    shownDestination(world, theDestination(world, id), params.include),
  ),
  route('POST', '/v2/core/event_destinations/:id', UPDATE, (world, { id, params }) => {
    const before = theDestination(world, id)
    const after: EventDestination = {
      ...before,
      name: params.name ?? before.name,
      description: params.description ?? before.description,
      enabled_events: params.enabled_events ?? before.enabled_events,
      metadata: mergedMetadata(before.metadata, params.metadata),
      updated: isoMoment(now(world)),
    }
    keepDestination(world, after)
    if (params.webhook_endpoint) world.store.hide(id, { url: params.webhook_endpoint.url })
    return shownDestination(world, after, params.include)
  }),
  route('DELETE', '/v2/core/event_destinations/:id', shape({}), (world, { id }) => {
    theDestination(world, id)
    world.store.remove(id)
    return { id, object: 'v2.core.event_destination' }
  }),
  route('POST', '/v2/core/event_destinations/:id/disable', shape({}), (world, { id }) =>
    setStatus(world, id, 'disabled'),
  ),
  route('POST', '/v2/core/event_destinations/:id/enable', shape({}), (world, { id }) =>
    setStatus(world, id, 'enabled'),
  ),
  route('POST', '/v2/core/event_destinations/:id/ping', shape({}), (world, { id }) => {
    emitThin(world, 'v2.core.event_destination.ping', theDestination(world, id))
    return world.store.all('v2.core.event').at(-1)
  }),
]
