// Requests a time stamp from a time-stamping authority (RFC 3161) and verifies the response.
import { createHash } from 'node:crypto'
import { postLimited } from './post-limited.ts'

const TIMEOUT_MS = 10_000
/** A response with a certificate chain has a few kB. */
const REPLY_MAX_BYTES = 64 * 1024
const NONCE_BYTES = 8
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** `reply`: the authority's response (TimeStampResp). `at`: the time in the stamp. */
export type Stamp = { reply: Buffer; at: Date }
export type Authority = { url: string; timeoutMs?: number }

/** Why there is no stamp, as a sentence for the log's page. */
export class StampError extends Error {
  override name = 'StampError'
}

/**
 * Stamps `document`. `token`: an unguessable text, for the nonce. Verifies the status, the hash, the nonce, and the
 * signature against the certificate in the response, which must be a time-stamping certificate. Readers verify its
 * issuer (docs/record.md). Throws `StampError`.
 */
export async function requestStamp(
  { url, timeoutMs = TIMEOUT_MS }: Authority,
  document: Buffer,
  token: string,
): Promise<Stamp> {
  const nonce = nonceOf(token)
  const reply = await post(url, stampRequest(document, nonce), timeoutMs)
  return { reply, at: await checkReply(reply, document, nonce) }
}

/** A positive integer in DER's shortest form. */
function nonceOf(token: string): Buffer {
  const nonce = Buffer.from(token, 'base64url').subarray(0, NONCE_BYTES)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  return nonce
}

/** TimeStampReq in DER: version 1, SHA-256 of the document, the nonce, and a request for the certificate. */
function stampRequest(document: Buffer, nonce: Buffer): Buffer {
  const hash = createHash('sha256').update(document).digest()
  const sha256 = Buffer.from('300d06096086480165030402010500', 'hex')
  const imprint = der(0x30, sha256, der(0x04, hash))
  return der(0x30, der(0x02, Buffer.of(1)), imprint, der(0x02, nonce), der(0x01, Buffer.of(0xff)))
}

/** Less than 128 bytes, including type and length. */
function der(type: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(type, content.length), content])
}

async function post(url: string, body: Buffer, timeoutMs: number): Promise<Buffer> {
  const type = 'application/timestamp-query'
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await postLimited(url, { type, body, signal, maxBytes: REPLY_MAX_BYTES }).catch(
    (error: unknown) => {
      throw new StampError(`The time-stamping authority ${error instanceof Error ? error.message : ''}`)
    },
  )
  if (answer.status !== 200) throw new StampError(`The time-stamping authority answers ${answer.status}`)
  return answer.body
}

/** Verifies the response and returns the time of the stamp. */
async function checkReply(reply: Buffer, document: Buffer, nonce: Buffer): Promise<Date> {
  const { Certificate, PKIStatus, SignedData, TimeStampResp, TSTInfo } = await import('pkijs')
  const parsed = read(() => TimeStampResp.fromBER(new Uint8Array(reply)))
  const { status, timeStampToken } = parsed
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
  if (!isGranted || !timeStampToken)
    throw new StampError(`The time-stamping authority refuses (status ${status.status})`)
  const signed = read(() => new SignedData({ schema: timeStampToken.content }))
  const { eContent, eContentType } = signed.encapContentInfo
  const info = read(() => {
    if (eContentType !== TST_INFO || !eContent) throw new TypeError('not a time stamp')
    return TSTInfo.fromBER(eContent.getValue())
  })
  const { messageImprint, nonce: returned, genTime } = info
  const hash = createHash('sha256').update(document).digest()
  if (!hash.equals(Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView)))
    throw new StampError('The time-stamping authority stamped something else')
  if (!returned || !nonce.equals(Buffer.from(returned.valueBlock.valueHexView)))
    throw new StampError('The time-stamping authority’s answer is to another request')
  const verified = await signed
    .verify({ signer: 0, data: new Uint8Array(document).buffer, extendedMode: true })
    .catch(() => null)
  const usage = verified?.signerCertificate?.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)
  if (!verified?.signatureVerified || !(verified.signerCertificate instanceof Certificate))
    throw new StampError('The time-stamping authority’s signature isn’t valid')
  const purposes = (usage?.parsedValue as { keyPurposes?: string[] } | undefined)?.keyPurposes ?? []
  if (!purposes.includes(TIME_STAMPING))
    throw new StampError('The time-stamping authority’s certificate isn’t one for timestamps')
  return genTime
}

function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new StampError('The time-stamping authority’s answer can’t be read')
  }
}
