// Decrypts a pushed message as a browser does (RFC 8291, with the coding of RFC 8188), independently of the library
// that encrypts it.
import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

/** The parts of the header: salt, record size, and the length of the sender's key. */
const [SALT, SIZE, KEY_LENGTH] = [16, 4, 1]
const TAG = 16
/** Ends the text of the only record. */
const LAST_RECORD = 2

/** `keys`: the browser's. `auth`: its secret of 16 bytes. Throws if the body was encrypted for another browser. */
export function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, SALT)
  const keyStart = SALT + SIZE + KEY_LENGTH
  const keyLength = body[keyStart - 1] ?? 0
  const senderKey = body.subarray(keyStart, keyStart + keyLength)
  const record = body.subarray(keyStart + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = derive(keys.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-TAG))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -TAG)), cipher.final()])
  const end = padded.lastIndexOf(LAST_RECORD)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('The record isn’t the last one')
  return padded.subarray(0, end).toString('utf8')
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))
