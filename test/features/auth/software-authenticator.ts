// An authenticator in software: it creates passkeys and signs challenges as WebAuthn level 3 says.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { TestServer } from '#test/server.ts'

type Passkey = { id: Buffer; key: KeyObject; counter: number }
type Options = { origin?: string; rpId?: string; isVerified?: boolean }

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const encoded = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/** Bits of the flags: the person was present, was verified (face, finger or PIN), and a new credential follows. */
const [PRESENT, VERIFIED, NEW] = [0x01, 0x04, 0x40]

export function softwareAuthenticator(server: Pick<TestServer, 'origin'>) {
  const clientData = (type: string, challenge: string, origin = server.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(passkey: Passkey, flags: number, { rpId, isVerified = true }: Options) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(passkey.counter)
    const verified = isVerified ? VERIFIED : 0
    const id = sha256(rpId ?? new URL(server.origin).hostname)
    return Buffer.concat([id, Buffer.from([PRESENT | verified | flags]), counter])
  }

  return {
    /** A new passkey, and what the browser sends of it. */
    create({ challenge }: { challenge: string }, options: Options = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const passkey: Passkey = { id: randomBytes(32), key: privateKey, counter: 1 }
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // COSE: an EC2 key for ES256 on P-256, as CBOR.
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([
        authenticatorData(passkey, NEW, options),
        Buffer.alloc(16),
        Buffer.from([0, passkey.id.length]),
        passkey.id,
        coseKey,
      ])
      const length = Buffer.from([0x58, data.length])
      // CBOR of { fmt: 'none', attStmt: {}, authData: data }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068', 'hex'),
        Buffer.from('authData'),
        length,
        data,
      ])
      const id = encoded(passkey.id)
      const response = {
        clientDataJSON: encoded(clientData('webauthn.create', challenge, options.origin)),
        attestationObject: encoded(attestation),
        transports: ['internal'],
      }
      return { passkey, credential: { id, rawId: id, type: 'public-key' as const, response } }
    },

    /** What the browser sends after the passkey has signed. Each use counts up, unless `counter` is given. */
    use(passkey: Passkey, { challenge }: { challenge: string }, options: Options = {}) {
      passkey.counter += 1
      const data = authenticatorData(passkey, 0, options)
      const client = clientData('webauthn.get', challenge, options.origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), passkey.key)
      const id = encoded(passkey.id)
      const response = {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(signature),
      }
      return { id, rawId: id, type: 'public-key' as const, response }
    },
  }
}
