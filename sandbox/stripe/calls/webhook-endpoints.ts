// Webhook endpoints: who wants to hear of what, and the secrets their letters are signed with.
import { chance, newId } from '../clock.ts'
import { invalidParam } from '../errors.ts'
import { PAGE, pageOf } from '../lists.ts'
import { emptyable, flag, listOf, mergedMetadata, metadata, must, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, now, type World } from '../world.ts'

export type WebhookEndpoint = ReturnType<typeof newEndpoint>

declare module '../object-types.ts' {
  interface ObjectTypes {
    webhook_endpoint: WebhookEndpoint
  }
}
const CREATE = shape({
  api_version: text,
  connect: flag,
  description: emptyable(text),
  enabled_events: must(listOf(text)),
  metadata,
  url: must(text),
})

function newEndpoint(world: World, given: Read<typeof CREATE>) {
  return {
    id: newId('we'),
    object: 'webhook_endpoint' as const,
    api_version: given.api_version ?? null,
    application: null,
    created: now(world),
    description: given.description ?? null,
    enabled_events: given.enabled_events,
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    status: 'enabled',
    url: given.url,
  }
}

const UPDATE = shape({
  description: emptyable(text),
  disabled: flag,
  enabled_events: listOf(text),
  metadata,
  url: text,
})

export const webhookEndpointRoutes = [
  route('POST', '/v1/webhook_endpoints', CREATE, (world, { params }) => {
    if (!URL.canParse(params.url)) throw invalidParam('Not a valid URL', 'url', 'url_invalid')
    const endpoint = newEndpoint(world, params)
    const secret = `whsec_${chance(32)}`
    keep(world, 'webhook_endpoint', endpoint)
    world.store.hide(endpoint.id, { secret })
    // The only time the secret is told.
    return { ...endpoint, secret }
  }),
  route('GET', '/v1/webhook_endpoints', shape(PAGE), (world, { params }) =>
    pageOf(world, 'webhook_endpoint', '/v1/webhook_endpoints', params),
  ),
  route('GET', '/v1/webhook_endpoints/:id', shape({}), (world, { id }) =>
    find(world, 'webhook_endpoint', id),
  ),
  route('POST', '/v1/webhook_endpoints/:id', UPDATE, (world, { id, params }) => {
    const before = find(world, 'webhook_endpoint', id)
    const { disabled, metadata: pairs, ...plain } = params
    const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
    const status = disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled'
    const after = { ...before, ...changes, status, metadata: mergedMetadata(before.metadata, pairs) }
    keep(world, 'webhook_endpoint', after)
    return after
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', shape({}), (world, { id }) => {
    find(world, 'webhook_endpoint', id)
    world.store.remove(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]
