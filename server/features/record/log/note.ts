// Signed notes and checkpoints of the log (c2sp.org/signed-note, c2sp.org/tlog-checkpoint), with Ed25519 signatures.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { HASH_BYTES } from './merkle.ts'

/** The type of an Ed25519 key in a signed note. */
const ED25519 = Buffer.of(1)
const KEY_ID_BYTES = 4
/** The ASN.1 before an Ed25519 seed in PKCS #8, and before a public key in SPKI (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const SIGNATURE_LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/

/** A key that signs notes under `name`. `vkey` is what readers verify with, `line` the signature of a text as a note has it. */
export type NoteKey = { name: string; vkey: string; line(text: string): string }
/** A tree head: how many entries the log has, and the root of their tree. */
export type Checkpoint = { origin: string; size: number; root: Buffer }

/** The key with this name made from a seed of 32 bytes. */
export function noteKey(name: string, seed: Buffer): NoteKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicBytes = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
  const id = keyId(name, publicBytes)
  return {
    name,
    vkey: `${name}+${id.toString('hex')}+${Buffer.concat([ED25519, publicBytes]).toString('base64')}`,
    line(text) {
      const signature = sign(null, Buffer.from(text), key)
      return `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`
    },
  }
}

/** The note of a text, signed by each of the keys. */
export const signNote = (text: string, keys: readonly NoteKey[]): string =>
  `${text}\n${keys.map((key) => key.line(text)).join('')}`

const keyId = (name: string, publicBytes: Uint8Array) =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(ED25519)
    .update(publicBytes)
    .digest()
    .subarray(0, KEY_ID_BYTES)

/** The text of a note that has a valid signature by the key `vkey`, else null. Signatures by other keys are ignored. */
export function openNote(note: string, vkey: string): string | null {
  const { name, id, key } = parseKey(vkey)
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return null
  const text = note.slice(0, end + 1)
  const isSigned = note
    .slice(end + 2, -1)
    .split('\n')
    .some((line) => {
      const [, signer, encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
      const bytes = Buffer.from(encoded, 'base64')
      const isOurs = signer === name && bytes.subarray(0, KEY_ID_BYTES).equals(id)
      return isOurs && verify(null, Buffer.from(text), key, bytes.subarray(KEY_ID_BYTES))
    })
  return isSigned ? text : null
}

/** Throws if `vkey` isn't an Ed25519 verifier key, or its id isn't that of its name and key. */
function parseKey(vkey: string): { name: string; id: Buffer; key: KeyObject } {
  const [, name = '', idHex = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const publicBytes = bytes.subarray(ED25519.length)
  const id = Buffer.from(idHex, 'hex')
  if (!bytes.subarray(0, ED25519.length).equals(ED25519) || publicBytes.length !== HASH_BYTES)
    throw new Error(`${vkey} is not an Ed25519 verifier key`)
  if (!keyId(name, publicBytes).equals(id)) throw new Error(`${vkey} has the id of another key`)
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicBytes]), format: 'der', type: 'spki' })
  return { name, id, key }
}

/** The text of a checkpoint, to be signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** Reads the checkpoint of a note, signed or not. Throws if it isn't one. */
export function parseCheckpoint(note: string): Checkpoint {
  const [origin = '', sizeText = '', rootText = ''] = note.split('\n')
  const root = Buffer.from(rootText, 'base64')
  const isSize = /^(0|[1-9]\d*)$/.test(sizeText) && Number.isSafeInteger(Number(sizeText))
  if (origin === '' || !isSize || root.length !== HASH_BYTES) throw new Error('This is not a checkpoint')
  return { origin, size: Number(sizeText), root }
}
