// Encrypts secrets such as broker tokens, each bound to the record that owns it (AES-GCM).
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { Clock } from './clock.ts'

const ALGORITHM = 'aes-256-gcm'
/** 96 bits: NIST SP 800-38D, section 5.2.1.1. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 8

export type Secrets = {
  /**
   * `owner` is the id of what the secret belongs to, such as a connection; it can only be opened for the same owner.
   */
  seal(secret: string, owner: string): Buffer
  /** Throws if it was sealed for another owner, with an unknown key, or was changed. */
  open(sealed: Uint8Array, owner: string): string
  /** Whether it is sealed with the current key. */
  isCurrent(sealed: Uint8Array): boolean
}

/** `keys` are 32 bytes each, the current one first. */
export function openSecrets(keys: readonly Buffer[], clock: Pick<Clock, 'newToken'>): Secrets {
  const [current] = keys
  if (!current) throw new Error('There is no encryption key')
  const currentId = keyId(current)
  return {
    seal(secret, owner) {
      const nonce = Buffer.from(clock.newToken(), 'base64url').subarray(0, NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, current, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([currentId, nonce, cipher.getAuthTag(), text])
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed)
      const key = keys.find((candidate) => keyId(candidate).equals(bytes.subarray(0, KEY_ID_BYTES)))
      if (!key) throw new Error('A secret is encrypted with an ENCRYPTION_KEY that is not configured')
      const [nonceAt, tagAt, textAt] = [KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES, HEAD_BYTES]
      const cipher = createDecipheriv(ALGORITHM, key, bytes.subarray(nonceAt, tagAt), {
        authTagLength: TAG_BYTES,
      })
      cipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(tagAt, textAt))
      return Buffer.concat([cipher.update(bytes.subarray(textAt)), cipher.final()]).toString('utf8')
    },
    isCurrent: (sealed) => currentId.equals(Buffer.from(sealed).subarray(0, KEY_ID_BYTES)),
  }
}

const HEAD_BYTES = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES

/** Identifies a key without revealing it. The hashed text is part of the storage format. */
export const keyId = (key: Buffer): Buffer<ArrayBuffer> =>
  createHash('sha256').update('name of a key').update(key).digest().subarray(0, KEY_ID_BYTES)
