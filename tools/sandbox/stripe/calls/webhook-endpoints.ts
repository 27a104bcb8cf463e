// Webhook endpoints: their URLs, event types and signing secrets.
import { randomString, newId } from '../clock.ts'
import { invalidParam } from '../errors.ts'
import { PAGE, listPage } from '../lists.ts'
import {
  emptyable,
  bool,
  listOf,
  mergedMetadata,
  metadata,
  required,
  type Read,
  shape,
  text,
} from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, now, type Context } from '../context.ts'

export type WebhookEndpoint = ReturnType<typeof newEndpoint>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    webhook_endpoint: WebhookEndpoint
  }
}
const CREATE = shape({
  api_version: text,
  connect: bool,
  description: emptyable(text),
  enabled_events: required(listOf(text)),
  metadata,
  url: required(text),
})

function newEndpoint(context: Context, given: Read<typeof CREATE>) {
  return {
    id: newId('we'),
    object: 'webhook_endpoint' as const,
    api_version: given.api_version ?? null,
    application: null,
    created: now(context),
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
  disabled: bool,
  enabled_events: listOf(text),
  metadata,
  url: text,
})

export const webhookEndpointRoutes = [
  route('POST', '/v1/webhook_endpoints', CREATE, (context, { params }) => {
    if (!URL.canParse(params.url)) throw invalidParam('Not a valid URL', 'url', 'url_invalid')
    const endpoint = newEndpoint(context, params)
    const secret = `whsec_${randomString(32)}`
    save(context, 'webhook_endpoint', endpoint)
    context.store.hide(endpoint.id, { secret, isConnect: params.connect ?? false })
    // Only this response contains the secret.
    return { ...endpoint, secret }
  }),
  route('GET', '/v1/webhook_endpoints', shape(PAGE), (context, { params }) =>
    listPage(context, 'webhook_endpoint', '/v1/webhook_endpoints', params),
  ),
  route('GET', '/v1/webhook_endpoints/:id', shape({}), (context, { id }) =>
    retrieve(context, 'webhook_endpoint', id),
  ),
  route('POST', '/v1/webhook_endpoints/:id', UPDATE, (context, { id, params }) => {
    const before = retrieve(context, 'webhook_endpoint', id)
    const { disabled, metadata: pairs, ...plain } = params
    const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
    const status = disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled'
    const after = { ...before, ...changes, status, metadata: mergedMetadata(before.metadata, pairs) }
    save(context, 'webhook_endpoint', after)
    return after
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', shape({}), (context, { id }) => {
    retrieve(context, 'webhook_endpoint', id)
    context.store.remove(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]
