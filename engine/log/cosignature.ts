// A witness's cosignature on a checkpoint (c2sp.org/tlog-cosignature, Ed25519).
import { verify } from 'node:crypto'
import { COSIGNATURE, parseKey, parseSignatureLine } from './note.ts'

const TIMESTAMP_BYTES = 8

/**
 * The first line of `lines` that is a valid cosignature of a checkpoint's text by the key `vkey`, in the format of a
 * signed note. Lines of other keys are ignored. Null if there is none.
 */
export function findCosignature(lines: string, text: string, vkey: string): string | null {
  const { name, id, key } = parseKey(vkey, COSIGNATURE)
  for (const line of lines.split('\n')) {
    const signed = parseSignatureLine(line)
    if (signed?.name !== name || !signed.id.equals(id) || signed.signature.length < TIMESTAMP_BYTES) continue
    const time = signed.signature.readBigUInt64BE()
    const message = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
    if (verify(null, message, key, signed.signature.subarray(TIMESTAMP_BYTES))) return `${line}\n`
  }
  return null
}
