// Parses VAPID_KEYS and PUSH_HOSTS: the keys that sign push notifications, and further hosts of push services.
import { createECDH } from 'node:crypto'

/** A pair of keys on P-256 in base64url: 32 bytes, and 65 bytes as an uncompressed point. */
export type VapidKey = { number: number; privateKey: string; publicKey: string }

/**
 * Numbered private keys, such as "2:kbIM… 1:Xx0w…", with their public keys, the highest number first. Null if any isn't
 * valid.
 */
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

/** Null if the bytes aren't a private key. */
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
