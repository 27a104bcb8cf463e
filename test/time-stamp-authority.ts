// A time-stamping authority (RFC 3161) that answers over HTTP, correctly or as a test wants. Its answers are built here byte by byte.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Certificates of a made-up authority, made with openssl and valid from 2020 to 2120: its own, the stamps', and one for signing only. */
export const AUTHORITY_CERTIFICATE =
  'MIIBVDCB+6ADAgECAgEGMAoGCCqGSM49BAMCMBkxFzAVBgNVBAMMDlRlc3QgYXV0aG9yaXR5MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAZMRcwFQYDVQQDDA5UZXN0IGF1dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGVkxJABPQJfslkz4Oz7hqYWZzQ/7XJRMR0YAr7oHGWEj6wyE9ChVjUK63tGdwJnL9zPQ1HgzKZtaMQ0vqusuwujMjAwMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFNkxKUq5VKBz+fdrLvRob2Ht1eZHMAoGCCqGSM49BAMCA0gAMEUCIGdHeCSswHR0UV/yS1gExK0bTpDo0L60f78v0DLRSFxMAiEAytmmileR7xmOY0QUuk9vWB/lxm1rtLWecuicOFJVQMA='
const STAMPS =
  'MIIBfzCCASWgAwIBAgIBBzAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IGF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGzEZMBcGA1UEAwwQVGVzdCB0aW1lIHN0YW1wczBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABP63L+b3JNHU4n6y/K0GuvWOXLf9wP1kzwF9czDEWvU68K18XaRSqfURhmAERkRlpThfKEHJGhhufaIKith5OdGjWjBYMBYGA1UdJQEB/wQMMAoGCCsGAQUFBwMIMB0GA1UdDgQWBBTArqI1tXQZBUEpv9bY3v25b3tGtDAfBgNVHSMEGDAWgBTZMSlKuVSgc/n3ay70aG9h7dXmRzAKBggqhkjOPQQDAgNIADBFAiALmRNscOcbjJNZtV7KvO2IQn4W3QiSnSUYN2DXgwTCkAIhALc1zIqbGCvL7iJEQZXpALOPg5rXN+a8bTOI/0JE92fo'
const NO_STAMPS =
  'MIIBdjCCAR2gAwIBAgIBCDAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IGF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGzEZMBcGA1UEAwwQVGVzdCB0aW1lIHN0YW1wczBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABP63L+b3JNHU4n6y/K0GuvWOXLf9wP1kzwF9czDEWvU68K18XaRSqfURhmAERkRlpThfKEHJGhhufaIKith5OdGjUjBQMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4EFgQUwK6iNbV0GQVBKb/W2N79uW97RrQwHwYDVR0jBBgwFoAU2TEpSrlUoHP592su9GhvYe3V5kcwCgYIKoZIzj0EAwIDRwAwRAIgZ4o3WFX4oJSG79LM0OFvHbSMJXx803H4p9uBYlxAV9ACIGbtBEEz+1mAz5eVLez/X4BqqMs6adUrjtcyJtXl4Frt'
/** The key of the last two certificates. */
const KEY =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYkdmX3XCfPezpcXY37WV1YVX4XvEo2ZWRmiAuVMm4RWhRANCAAT+ty/m9yTR1OJ+svytBrr1jly3/cD9ZM8BfXMwxFr1OvCtfF2kUqn1EYZgBEZEZaU4XyhByRoYbn2iCorYeTnR'

const OID = {
  sha256: '0609608648016503040201',
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  signedData: '06092a864886f70d010702',
  tstInfo: '060b2a864886f70d0109100104',
  contentType: '06092a864886f70d010903',
  messageDigest: '06092a864886f70d010904',
  signingCertificate: '060b2a864886f70d010910022f',
  policy: '06042a030401',
}

/** What is wrong with an answer. */
export type Lie = 'imprint' | 'nonce' | 'refused' | 'signature' | 'digest' | 'purpose' | 'uncertified'

/** A value in DER: its type, its length and its content. */
function der(type: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)),
  )
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(type, ...size), content])
}
const sequence = (...parts: (Buffer | string)[]) => der(0x30, ...parts)
const set = (...parts: Buffer[]) => der(0x31, ...parts)
const integer = (n: number) => der(0x02, Buffer.of(n))
const octets = (bytes: Buffer) => der(0x04, bytes)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** A query for a stamp of a text, as our server sends it. */
export const stampQuery = (text: string): Buffer =>
  sequence(
    integer(1),
    sequence(sequence(OID.sha256, '0500'), octets(sha256(Buffer.from(text)))),
    der(0x02, Buffer.alloc(8, 0x49)),
    der(0x01, Buffer.of(0xff)),
  )

/** The answer to a query as our server sends it, at the time `at`. */
export function stampReply(query: Buffer, at: Date, lie?: Lie): Buffer {
  if (lie === 'refused') return sequence(sequence(integer(2)))
  const imprint = Buffer.from(query.subarray(5, 56))
  const nonce = Buffer.from(query.subarray(56, 66))
  if (lie === 'imprint') imprint[50] = (imprint[50] ?? 0) ^ 1
  if (lie === 'nonce') nonce[9] = (nonce[9] ?? 0) ^ 1
  const time = `${at.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}Z`
  const info = sequence(integer(1), OID.policy, imprint, integer(1), der(0x18, Buffer.from(time)), nonce)
  const certificate = Buffer.from(lie === 'purpose' ? NO_STAMPS : STAMPS, 'base64')
  const attributes = [
    sequence(OID.contentType, set(Buffer.from(OID.tstInfo, 'hex'))),
    sequence(OID.messageDigest, set(octets(sha256(lie === 'digest' ? imprint : info)))),
    sequence(OID.signingCertificate, set(sequence(sequence(sequence(octets(sha256(certificate))))))),
  ].toSorted((one, other) => one.compare(other))
  const signature = sign(
    'sha256',
    set(...attributes),
    createPrivateKey({ key: Buffer.from(KEY, 'base64'), format: 'der', type: 'pkcs8' }),
  )
  if (lie === 'signature') signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
  const issuer = sequence(der(0x31, sequence(OID.commonName, der(0x0c, Buffer.from('Test authority')))))
  const signer = sequence(
    integer(1),
    sequence(issuer, integer(lie === 'purpose' ? 8 : 7)),
    sequence(OID.sha256),
    der(0xa0, ...attributes),
    sequence(OID.ecdsaWithSha256),
    octets(signature),
  )
  const signed = sequence(
    integer(3),
    set(sequence(OID.sha256)),
    sequence(OID.tstInfo, der(0xa0, octets(info))),
    ...(lie === 'uncertified' ? [] : [der(0xa0, certificate)]),
    set(signer),
  )
  return sequence(sequence(integer(0)), sequence(OID.signedData, der(0xa0, signed)))
}

export type TimeStampAuthority = {
  url: string
  /** Replaces the correct answer; `query` is the body of the request. */
  answer: ((query: Buffer, response: ServerResponse) => void) | undefined
  /** How many requests it got. */
  asked: number
  close(): void
}

/** `now`: its clock. */
export async function startAuthority(now = () => new Date()): Promise<TimeStampAuthority> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const query = Buffer.concat(parts)
      authority.asked++
      if (authority.answer) authority.answer(query, response)
      else if (request.headers['content-type'] === 'application/timestamp-query')
        response.end(stampReply(query, now()))
      else response.writeHead(415).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const authority: TimeStampAuthority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: undefined,
    asked: 0,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return authority
}
