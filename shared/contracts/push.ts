// Push notifications: the key that browsers subscribe with, and the devices of a person.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../wire.ts'

export const PushKey = z.object({
  /** The newest key, as an uncompressed point in base64url; null if this server sends no push notifications. */
  publicKey: z.string().nullable(),
  number: z.int(),
  /** Whether a browser that reaches no push service may subscribe at `/sandbox/push/subscriptions`. */
  hasSandbox: z.boolean(),
})
export type PushKey = z.output<typeof PushKey>

const KEYS = 'The keys of this subscription aren’t valid'
const Base64url = z.string(KEYS).regex(/^[\w-]+={0,2}$/, KEYS)

/** As returned by `PushSubscription.toJSON()`. */
export const NewPushDevice = z.object({
  endpoint: z.url('The endpoint must be an address').max(1000, 'The endpoint is too long'),
  keys: z.object({ p256dh: Base64url.max(100, KEYS), auth: Base64url.max(30, KEYS) }),
  /** The number of the key that the browser subscribed with. */
  number: z.int(),
  /**
   * Whether notifications on this device show the text of premium signals. If missing, unchanged, or false for a new
   * device.
   */
  showsText: z.boolean().optional(),
})

export const PushDevice = z.object({
  id: Id,
  /** The User-Agent of its session. */
  browser: z.string(),
  /** The host of its push service. */
  host: z.string(),
  showsText: z.boolean(),
  createdAt: Instant,
  /** When its push service last accepted a notification. */
  lastOkAt: Instant.nullable(),
  /** When its push service reported that the subscription has ended. Push must be turned on again. */
  endedAt: Instant.nullable(),
  /** Whether it belongs to the current session. */
  isCurrent: z.boolean(),
  /** The number of the key that it subscribed with. */
  number: z.int(),
  /** Whether it is a test device, whose notifications are at `/sandbox/push`. */
  isSandbox: z.boolean(),
})
export type PushDevice = z.output<typeof PushDevice>

export const push = {
  key: endpoint({
    method: 'GET',
    path: '/api/push/key',
    summary: 'The key that a browser subscribes with for push notifications',
    access: 'member',
    reply: PushKey,
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/push-devices',
    summary:
      'The viewer’s devices that get push notifications, and those that their push service ended, oldest first',
    access: 'member',
    reply: z.array(PushDevice),
  }),
  addDevice: endpoint({
    method: 'POST',
    path: '/api/push-devices',
    summary: 'Adds the browser of this session, or changes its subscription; it ends with the session',
    access: 'member',
    body: NewPushDevice,
    reply: PushDevice,
  }),
  changeDevice: endpoint({
    method: 'PUT',
    path: '/api/push-devices/:id',
    summary: 'Changes what notifications on a device of the viewer show',
    access: 'member',
    params: z.object({ id: Id }),
    body: z.object({ showsText: z.boolean() }),
    reply: PushDevice,
  }),
  removeDevice: endpoint({
    method: 'DELETE',
    path: '/api/push-devices/:id',
    summary: 'Removes a device of the viewer; removing it twice changes nothing',
    access: 'member',
    params: z.object({ id: Id }),
    reply: z.object({ removed: z.boolean() }),
  }),
}
