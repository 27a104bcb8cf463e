// Signed notes and checkpoints of the log (c2sp.org/signed-note, c2sp.org/tlog-checkpoint), with Ed25519 signatures.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { HASH_BYTES } from './merkle.ts'

/** The types of Ed25519 keys in a signed note: one signs the text, the other is a witness's, which adds a timestamp. */
const ED25519 = 1
export const COSIGNATURE = 4
const KEY_ID_BYTES = 4
/** The ASN.1 prefix of an Ed25519 seed in PKCS #8, and of a public key in SPKI (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const SIGNATURE_LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/

/** Signs notes under `name`. `vkey` is the key for verifiers. `line` returns the signature line for a text. */
export type NoteKey = { name: string; vkey: string; line(text: string): string }
/** A tree head: the number of entries in the log, and the root of their tree. */
export type Checkpoint = { origin: string; size: number; root: Buffer }

/** Derives the key with this name from a 32-byte seed. */
export function noteKey(name: string, seed: Buffer): NoteKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicBytes = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
  const typed = Buffer.concat([Buffer.of(ED25519), publicBytes])
  const id = keyId(name, typed)
  return {
    name,
    vkey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    line(text) {
      const signature = sign(null, Buffer.from(text), key)
      return `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`
    },
  }
}

/** The same key under another name. */
export function vkeyUnder(name: string, vkey: string): string {
  const encoded = vkey.split('+').slice(2).join('+')
  return `${name}+${keyId(name, Buffer.from(encoded, 'base64')).toString('hex')}+${encoded}`
}

/** The text as a note, signed by each key. */
export const signNote = (text: string, keys: readonly NoteKey[]): string =>
  `${text}\n${keys.map((key) => key.line(text)).join('')}`

const keyId = (name: string, typedKey: Uint8Array) =>
  createHash('sha256').update(`${name}\n`).update(typedKey).digest().subarray(0, KEY_ID_BYTES)

/**
 * The text of a note with a valid signature by the key `vkey`, otherwise null. Signatures by other keys are
 * ignored.
 */
export function openNote(note: string, vkey: string): string | null {
  const { name, id, key } = parseKey(vkey, ED25519)
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return null
  const text = note.slice(0, end + 1)
  const isSigned = note
    .slice(end + 2, -1)
    .split('\n')
    .map(parseSignatureLine)
    .some((line) => {
      const isOurs = line?.name === name && line.id.equals(id)
      return isOurs && verify(null, Buffer.from(text), key, line.signature)
    })
  return isSigned ? text : null
}

/** Null if the line isn't a signature. */
export function parseSignatureLine(line: string): { name: string; id: Buffer; signature: Buffer } | null {
  const [, name, encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
  if (name === undefined) return null
  const bytes = Buffer.from(encoded, 'base64')
  return { name, id: bytes.subarray(0, KEY_ID_BYTES), signature: bytes.subarray(KEY_ID_BYTES) }
}

/** Throws if `vkey` isn't an Ed25519 verifier key of this type, or if its id doesn't match its name and key. */
export function parseKey(vkey: string, type: number): { name: string; id: Buffer; key: KeyObject } {
  const [, name = '', idHex = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? []
  const typedKey = Buffer.from(encoded, 'base64')
  const publicBytes = typedKey.subarray(1)
  const id = Buffer.from(idHex, 'hex')
  if (typedKey[0] !== type || publicBytes.length !== HASH_BYTES)
    throw new Error(`${vkey} is not an Ed25519 verifier key`)
  if (!keyId(name, typedKey).equals(id)) throw new Error(`The id in ${vkey} doesn't match its name and key`)
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicBytes]), format: 'der', type: 'spki' })
  return { name, id, key }
}

/** A checkpoint's text, before it is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** Reads the checkpoint in a note, signed or not. Throws if there is none. */
export function parseCheckpoint(note: string): Checkpoint {
  const [origin = '', sizeText = '', rootText = ''] = note.split('\n')
  const root = Buffer.from(rootText, 'base64')
  const isSize = /^(0|[1-9]\d*)$/.test(sizeText) && Number.isSafeInteger(Number(sizeText))
  if (origin === '' || !isSize || root.length !== HASH_BYTES) throw new Error('This is not a checkpoint')
  return { origin, size: Number(sizeText), root }
}
