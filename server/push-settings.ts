// The settings for push notifications: the keys that sign, whom to contact, and further push hosts.
import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { Settings } from './settings.ts'
import { keyOf, readPushHosts, readVapidKeys, type VapidKey } from './vapid-keys.ts'

export type PushSettings = {
  /**
   * The newest first. Browsers subscribe with the newest key; older keys sign until a page subscribes again. Empty:
   * push is off.
   */
  keys: VapidKey[]
  /** The contact for push services: a URL that begins with https: or mailto:. */
  subject: string
  /** Further hosts that endpoints may have, with a port if it isn't 443. */
  hosts: string[]
  /** Whether browsers that reach no push service may subscribe to the sandbox. */
  hasSandbox: boolean
}

type Given = z.output<typeof Settings>

export function pushSettingErrors({ VAPID_KEYS, VAPID_SUBJECT }: Given): string[] {
  if (VAPID_KEYS !== undefined && VAPID_SUBJECT === undefined)
    return ['VAPID_SUBJECT is required with VAPID_KEYS: push services need a contact']
  return VAPID_SUBJECT !== undefined && VAPID_KEYS === undefined
    ? ['VAPID_SUBJECT has no effect without VAPID_KEYS']
    : []
}

/** Outside production, a key derived from the session secret signs for the sandbox. */
export function pushSettings(given: Given, sessionSecret: string): PushSettings {
  const hosts = readPushHosts(given.PUSH_HOSTS ?? '') ?? []
  const { VAPID_KEYS, VAPID_SUBJECT = 'https://localhost' } = given
  if (VAPID_KEYS !== undefined)
    return { keys: readVapidKeys(VAPID_KEYS) ?? [], subject: VAPID_SUBJECT, hosts, hasSandbox: false }
  if (given.NODE_ENV === 'production') return { keys: [], subject: VAPID_SUBJECT, hosts, hasSandbox: false }
  const derived = keyOf(1, createHmac('sha256', sessionSecret).update('key of push messages').digest())
  return { keys: derived ? [derived] : [], subject: VAPID_SUBJECT, hosts, hasSandbox: true }
}
