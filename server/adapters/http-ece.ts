// The types of `http_ece`, which has none.
import type { ECDH } from 'node:crypto'
import { createRequire } from 'node:module'

export type EncryptOptions = {
  version: 'aes128gcm'
  /** The receiver's public key, in base64url. */
  dh: string
  privateKey: ECDH
  /** The receiver's secret, in base64url. */
  authSecret: string
}

/** CommonJS without named exports. */
export const ece = createRequire(import.meta.url)('http_ece') as {
  encrypt(text: Buffer, options: EncryptOptions): Buffer
}
