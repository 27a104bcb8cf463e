// Signed notes and checkpoints, checked with the browser's Ed25519 (c2sp.org/signed-note,
// c2sp.org/tlog-checkpoint).
import { areEqual, type Bytes, HASH_BYTES, joined, sha256 } from './merkle.ts'

/** The type of an Ed25519 key in a signed note. */
const ED25519 = 1
const KEY_ID_BYTES = 4
const SIGNATURE_LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/

/** How many entries the log has, and the root of their tree. */
export type Checkpoint = { origin: string; size: number; root: Uint8Array }

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)

/** Throws if it isn't base64. */
const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0)

/** Throws if it isn't hex. */
export function fromHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error('This is not hex')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The checkpoint of a note that the key has signed, else null. Signatures by other keys are ignored. Throws
 * if `vkey` isn't an Ed25519 key, and `NotSupportedError` if the browser doesn't know Ed25519.
 */
export async function openCheckpoint(note: string, vkey: string): Promise<Checkpoint | null> {
  const { name, id, key } = await parseKey(vkey)
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return null
  const text = note.slice(0, end + 1)
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, signer, encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
    if (signer !== name) continue
    const bytes = fromBase64(encoded)
    if (!areEqual(bytes.slice(0, KEY_ID_BYTES), id)) continue
    if (await crypto.subtle.verify('Ed25519', key, bytes.slice(KEY_ID_BYTES), bytesOf(text)))
      return parseCheckpoint(text)
  }
  return null
}

async function parseKey(vkey: string): Promise<{ name: string; id: Bytes; key: CryptoKey }> {
  const [, name = '', idHex = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? []
  const [bytes, id] = [fromBase64(encoded), fromHex(idHex)]
  const expected = await sha256(bytesOf(`${name}\n`), bytes)
  const isEd25519 = bytes[0] === ED25519 && bytes.length === 1 + HASH_BYTES
  if (!isEd25519 || !areEqual(expected.slice(0, KEY_ID_BYTES), id))
    throw new Error(`${vkey} is not an Ed25519 verifier key`)
  return { name, id, key: await crypto.subtle.importKey('raw', bytes.slice(1), 'Ed25519', false, ['verify']) }
}

/** The name in a verifier key. */
export const nameOf = (vkey: string): string => vkey.split('+')[0] ?? ''

/** The same key under another name. Throws if it isn't a verifier key. */
export async function vkeyUnder(name: string, vkey: string): Promise<string> {
  const encoded = vkey.split('+').slice(2).join('+')
  const id = await sha256(bytesOf(`${name}\n`), fromBase64(encoded))
  return `${name}+${toHex(id.slice(0, KEY_ID_BYTES))}+${encoded}`
}

/** Reads the checkpoint of a note, signed or not. Null if it isn't one. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const [origin = '', size = '', root = ''] = note.split('\n')
  if (origin === '' || !/^(0|[1-9]\d{0,14})$/.test(size)) return null
  const bytes = fromBase64(root)
  return bytes.length === HASH_BYTES ? { origin, size: Number(size), root: bytes } : null
}

/**
 * An inclusion proof in a file (c2sp.org/tlog-proof): the entry's index in the tree of the checkpoint in `note`. Null
 * if it isn't one.
 */
export function parseProof(file: string): { index: number; hashes: Uint8Array[]; note: string } | null {
  const end = file.indexOf('\n\n')
  const [format, place = '', ...lines] = file.slice(0, end).split('\n')
  const [, index] = /^index (0|[1-9]\d{0,14})$/.exec(place) ?? []
  if (end < 0 || format !== 'c2sp.org/tlog-proof@v1' || index === undefined) return null
  return { index: Number(index), hashes: lines.map(fromBase64), note: joinedNote(file.slice(end + 2)) }
}

/** Notes end with a line break. */
const joinedNote = (note: string) => (note.endsWith('\n') ? note : `${note}\n`)

/** SHA-256 of the salt and a value in canonical JSON (RFC 8785), to which an entry commits. */
export const commitmentOf = (salt: Uint8Array, value: unknown): Promise<Bytes> =>
  sha256(joined(salt, bytesOf(canonicalJson(value))))

/**
 * RFC 8785 for what the log has: strings, integers, booleans, null, lists and objects. Browsers write strings and
 * numbers, and sort names, as RFC 8785 requires.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join()}}`
}
