// The push subscription of this browser: made when the viewer turns push on, and compared with the server's key at each start.
import { push, type PushDevice, type PushKey } from '#shared/contracts/push.ts'
import { localStore } from '#web/lib/browser-storage.ts'
import { call } from '#web/lib/call.ts'

const WORKER = '/service-worker.js'
const WORKER_MS = 10_000
/** Where the endpoint is that the server knows. A browser may replace it without telling the page. */
const ENDPOINT = 'push-endpoint'

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in globalThis

/** On iPhones and iPads, only web apps on the home screen get notifications. */
export const needsHomeScreen = () =>
  /\b(iPhone|iPad)\b/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches

/** The worker shows the offline page from then on. */
export const registerWorker = () => navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })

export class PushRefused extends Error {}

type Keys = { endpoint: string; keys: { p256dh: string; auth: string } }

/**
 * `hasEnded`: whether the push service ended the browser's subscription, so that a new one is needed. Throws
 * `PushRefused` if the viewer or the browser doesn't allow it. Asks the viewer for permission if needed.
 */
export async function turnOnPush(hasEnded = false): Promise<PushDevice> {
  const key = await call(push.key)
  if (key.publicKey === null) throw new PushRefused('This server sends no notifications.')
  const subscription =
    (await subscribed(key, hasEnded)) ?? (key.hasSandbox ? await sandboxSubscription(key) : null)
  if (!subscription)
    throw new PushRefused(
      Notification.permission === 'denied'
        ? 'Your browser blocks notifications from this site. Allow them in its settings.'
        : 'Your browser couldn’t reach its push service. Try again later.',
    )
  const device = await call(push.addDevice, { body: { ...subscription, number: key.number } })
  localStore.set(ENDPOINT, subscription.endpoint)
  return device
}

/** Null if it isn't allowed, or the browser's push service can't be reached. */
async function subscribed({ publicKey }: PushKey, hasEnded: boolean): Promise<Keys | null> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return null
  try {
    await registerWorker()
    const { pushManager } = await Promise.race([navigator.serviceWorker.ready, tooLong()])
    const old = await pushManager.getSubscription()
    // One key at a time: a browser refuses to subscribe with another one.
    if (old && (hasEnded || keyOf(old) !== publicKey)) await old.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint = '', keys } = made.toJSON()
    return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
  } catch {
    return null
  }
}

/** A worker that can't be installed is never ready. */
const tooLong = () =>
  new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('No worker')), WORKER_MS))

/** A test device, whose notifications are at /sandbox/push. */
async function sandboxSubscription({ publicKey }: PushKey): Promise<Keys> {
  const response = await fetch('/sandbox/push/subscriptions', {
    method: 'POST',
    body: JSON.stringify({ applicationServerKey: publicKey }),
  })
  const { endpoint, keys } = (await response.json()) as Keys
  return { endpoint, keys }
}

export async function turnOffPush(id: string): Promise<void> {
  await call(push.removeDevice, { params: { id } })
  const registration = canPush() ? await navigator.serviceWorker.getRegistration() : undefined
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/**
 * Runs at each start. Registers the worker, and renews a subscription that the browser lost, replaced or made with an
 * older key, or that the push service ended. Browsers don't dispatch the event for this reliably.
 */
export async function keepPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { pushManager } = await registerWorker()
  if (!canPush() || Notification.permission !== 'granted') return
  const own = (await call(push.devices)).find(({ isCurrent, isSandbox }) => isCurrent && !isSandbox)
  if (!own) return
  const hasEnded = own.endedAt !== null
  const [key, subscription] = await Promise.all([call(push.key), pushManager.getSubscription()])
  if (
    hasEnded ||
    !subscription ||
    keyOf(subscription) !== key.publicKey ||
    own.number !== key.number ||
    subscription.endpoint !== localStore.get(ENDPOINT)
  )
    await turnOnPush(hasEnded)
}

/** The server's key in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
