// Keeps secrets of others, such as a broker's: encrypted, and bound to what they belong to.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { Clock } from './clock.ts'

const ALGORITHM = 'aes-256-gcm'
/** NIST SP 800-38D, section 5.2.1.1: 96 bits. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_NAME_BYTES = 8

export type Secrets = {
  /** `owner`: whose it is, such as a connection's id; it can't be opened for anybody else. */
  seal(secret: string, owner: string): Buffer
  /** Throws when it was sealed for another owner, under a key nobody has, or changed since. */
  open(sealed: Uint8Array, owner: string): string
  /** Whether it lies under the key in use. */
  isCurrent(sealed: Uint8Array): boolean
}

/** `keys`: 32 bytes each, the one in use first. */
export function openSecrets(keys: readonly Buffer[], clock: Pick<Clock, 'newToken'>): Secrets {
  const [current] = keys
  if (!current) throw new Error('There is no key to keep secrets under')
  const nameOfCurrent = nameOf(current)
  return {
    seal(secret, owner) {
      const nonce = Buffer.from(clock.newToken(), 'base64url').subarray(0, NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, current, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nameOfCurrent, nonce, cipher.getAuthTag(), text])
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed)
      const key = keys.find((candidate) => nameOf(candidate).equals(bytes.subarray(0, KEY_NAME_BYTES)))
      if (!key) throw new Error('A secret is kept under an ENCRYPTION_KEY that was not given')
      const [nonceAt, tagAt, textAt] = [KEY_NAME_BYTES, KEY_NAME_BYTES + NONCE_BYTES, HEAD_BYTES]
      const cipher = createDecipheriv(ALGORITHM, key, bytes.subarray(nonceAt, tagAt), {
        authTagLength: TAG_BYTES,
      })
      cipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(tagAt, textAt))
      return Buffer.concat([cipher.update(bytes.subarray(textAt)), cipher.final()]).toString('utf8')
    },
    isCurrent: (sealed) => nameOfCurrent.equals(Buffer.from(sealed).subarray(0, KEY_NAME_BYTES)),
  }
}

const HEAD_BYTES = KEY_NAME_BYTES + NONCE_BYTES + TAG_BYTES

/** Tells keys apart without telling anything of them. */
const nameOf = (key: Buffer) =>
  createHash('sha256').update('name of a key').update(key).digest().subarray(0, KEY_NAME_BYTES)
