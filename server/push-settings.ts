// The settings for push notifications: the keys that sign, whom to contact, and further push hosts.
import { createECDH, createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { Settings } from './settings.ts'

/** A pair of keys on P-256 in base64url: 32 bytes, and 65 bytes as an uncompressed point. */
export type VapidKey = { number: number; privateKey: string; publicKey: string }

export type PushSettings = {
  /** The newest first. Browsers subscribe with that one; older ones sign until a page has subscribed anew. Empty: off. */
  keys: VapidKey[]
  /** Whom push services contact about our messages: an address beginning with https: or mailto:. */
  subject: string
  /** Further hosts that endpoints may have, with a port if it isn't 443. */
  hosts: string[]
  /** Whether browsers that reach no push service may subscribe to the sandbox. */
  hasSandbox: boolean
}

/** Numbered private keys, such as "2:kbIM… 1:Xx0w…", with their public keys, the highest number first. Null if any isn't valid. */
export function readVapidKeys(text: string): VapidKey[] | null {
  const keys = text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [, number, privateKey] = /^(\d{1,4}):([\w-]{43})$/.exec(word) ?? []
      if (number === undefined || privateKey === undefined) return null
      return keyOf(Number(number), Buffer.from(privateKey, 'base64url'))
    })
  const valid = keys.filter((key) => key !== null)
  const numbers = new Set(valid.map(({ number }) => number))
  if (valid.length < keys.length || numbers.size < keys.length) return null
  return valid.toSorted((a, b) => b.number - a.number)
}

/** Null if the bytes are no private key. */
export function keyOf(number: number, privateKey: Buffer): VapidKey | null {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey)
  } catch {
    return null
  }
  return {
    number,
    privateKey: privateKey.toString('base64url'),
    publicKey: pair.getPublicKey().toString('base64url'),
  }
}

/** Whether every word is a host, perhaps with a port. */
export const readPushHosts = (text: string): string[] | null => {
  const hosts = text.trim().split(/\s+/)
  return hosts.every((host) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i.test(host))
    ? hosts.map((host) => host.toLowerCase())
    : null
}

type Given = z.output<typeof Settings>

export function pushSettingErrors({ VAPID_KEYS, VAPID_SUBJECT }: Given): string[] {
  if (VAPID_KEYS !== undefined && VAPID_SUBJECT === undefined)
    return ['VAPID_SUBJECT is required with VAPID_KEYS: push services need a contact']
  return VAPID_SUBJECT !== undefined && VAPID_KEYS === undefined
    ? ['VAPID_SUBJECT has no effect without VAPID_KEYS']
    : []
}

/** Outside production, a key that follows from the session secret signs for the sandbox. */
export function pushSettings(given: Given, sessionSecret: string): PushSettings {
  const hosts = readPushHosts(given.PUSH_HOSTS ?? '') ?? []
  const { VAPID_KEYS, VAPID_SUBJECT = 'https://localhost' } = given
  if (VAPID_KEYS !== undefined)
    return { keys: readVapidKeys(VAPID_KEYS) ?? [], subject: VAPID_SUBJECT, hosts, hasSandbox: false }
  if (given.NODE_ENV === 'production') return { keys: [], subject: VAPID_SUBJECT, hosts, hasSandbox: false }
  const derived = keyOf(1, createHmac('sha256', sessionSecret).update('key of push messages').digest())
  return { keys: derived ? [derived] : [], subject: VAPID_SUBJECT, hosts, hasSandbox: true }
}
