// Emits events: snapshot (v1) and thin (v2), each queued for its webhook endpoints.
import { isoMoment, newId, nowMs } from './clock.ts'
import type { ObjectType, ObjectTypes } from './stripe-objects.ts'
import { clockOf, save, type WebhookTarget, now, type Context } from './context.ts'

export const API_VERSION = '2026-10-28.endive'

export type StripeObject = { id: string; object: string }
/** Further properties are sent too. */
type EventObject = StripeObject | (StripeObject & Record<string, unknown>)
export type StripeEvent = ReturnType<typeof newEvent>
export type ThinEvent = ReturnType<typeof newThinEvent>

declare module './stripe-objects.ts' {
  interface ObjectTypes {
    event: StripeEvent
    'v2.core.event': ThinEvent
  }
}

/**
 * Emits an event with the object's current state; `previous` holds changed properties' old values. `account`: the connected
 * account that owns the object; such events go only to Connect endpoints (https://docs.stripe.com/connect/webhooks).
 */
export function emit(
  context: Context,
  type: string,
  object: EventObject,
  previous?: object,
  account?: string,
): void {
  const targets = targetsFor(context, type, 'snapshot', account !== undefined)
  const event = newEvent(context, type, object, previous, targets.length, account)
  save(context, 'event', event)
  send(context, event.id, targets)
}

function newEvent(
  context: Context,
  type: string,
  object: StripeObject,
  previous: object | undefined,
  pending: number,
  account: string | undefined,
) {
  const customer = 'customer' in object && typeof object.customer === 'string' ? object.customer : null
  const { id, idempotencyKey } = context.request
  return {
    id: newId('evt'),
    object: 'event' as const,
    ...(account !== undefined && { account }),
    api_version: API_VERSION,
    created: now(context, clockOf(context, customer)),
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: pending,
    request: { id, idempotency_key: idempotencyKey },
    type,
  }
}

/** Emits a thin event: the receiver retrieves the account itself. */
export function emitThin(
  context: Context,
  type: string,
  account: StripeObject,
  data: object | null = null,
): void {
  const event = newThinEvent(context, type, account, data)
  const targets = targetsFor(context, type, 'thin')
  context.store.put('v2.core.event', event, { testClock: null, created: now(context) })
  send(context, event.id, targets)
}

function newThinEvent(context: Context, type: string, about: StripeObject, data: object | null) {
  const { id, idempotencyKey } = context.request
  return {
    id: newId('evt_test'),
    object: 'v2.core.event' as const,
    context: null,
    created: isoMoment(now(context)),
    data,
    livemode: false,
    reason: id ? { type: 'request', request: { id, idempotency_key: idempotencyKey ?? '' } } : null,
    related_object: {
      id: about.id,
      type: about.object,
      url: about.object === 'v2.core.account' ? `/v2/core/accounts/${about.id}` : '',
    },
    type,
  }
}

function send(context: Context, event: string, targets: WebhookTarget[]): void {
  for (const { id } of targets) {
    context.store
      .sql('insert into deliveries (event, endpoint, due) values (?, ?, ?)')
      .run(event, id, nowMs())
  }
}

/** Saves a changed object and emits an event with its previous attributes, unless nothing changed. */
export function update<K extends ObjectType>(
  context: Context,
  kind: K,
  before: ObjectTypes[K],
  changes: Partial<ObjectTypes[K]>,
  type?: string,
): ObjectTypes[K] {
  const after = { ...before, ...changes }
  const previous = previousAttributes(before, after)
  if (!previous) return before
  save(context, kind, after)
  if (type) emit(context, type, after as unknown as StripeObject, previous)
  return after
}

/** The old values of changed properties: nested objects by property, lists as a whole. */
export function previousAttributes(before: object, after: object): Record<string, unknown> | null {
  const old: Record<string, unknown> = { ...before }
  const fresh: Record<string, unknown> = { ...after }
  const names = new Set([...Object.keys(old), ...Object.keys(fresh)])
  const pairs = [...names].flatMap((name): [string, unknown][] => {
    const [was, is] = [old[name] ?? null, fresh[name] ?? null]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    const isNested = isPlain(was) && isPlain(is)
    return [[name, isNested ? (previousAttributes(was, is) ?? was) : was]]
  })
  return pairs.length > 0 ? Object.fromEntries(pairs) : null
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All enabled webhook endpoints and event destinations. */
export function webhookTargets(context: Context): WebhookTarget[] {
  const registered = context.store
    .all('webhook_endpoint', { '$.status': 'enabled' })
    .map(({ id, url, enabled_events: events }): WebhookTarget => {
      const { secret = '', isConnect = false } = context.store.hidden<{ secret: string; isConnect: boolean }>(
        id,
      )
      return { id, url, secret, payload: 'snapshot', events, isConnect }
    })
  const destinations = context.store
    .all('v2.core.event_destination', { '$.status': 'enabled' })
    .map(({ id, enabled_events: events, event_payload: payload, events_from: from }): WebhookTarget => {
      const { secret = '', url = '' } = context.store.hidden<{ secret: string; url: string }>(id)
      return { id, url, secret, payload, events, isConnect: from.includes('@accounts') }
    })
  return [...context.targets, ...registered, ...destinations]
}

export const targetsFor = (
  context: Context,
  type: string,
  payload: WebhookTarget['payload'],
  isConnect = false,
): WebhookTarget[] =>
  webhookTargets(context).filter(
    (one) =>
      one.payload === payload &&
      one.isConnect === isConnect &&
      (one.events.includes('*') || one.events.includes(type)),
  )
