// Parses the setting WITNESSES: the witnesses that cosign the log (c2sp.org/tlog-witness).
import { createHash } from 'node:crypto'

/** `vkey` begins with the name; `url` is where checkpoints are submitted, without a trailing slash. */
export type Witness = { name: string; vkey: string; url: string }

/** The type of an Ed25519 cosigning key. */
const COSIGNATURE = 4
const KEY_BYTES = 33

/**
 * Parses verifier keys, each followed by an address, separated by spaces. Null for another format or a
 * repeated key.
 */
export function readWitnesses(text: string): Witness[] | null {
  const words = text.trim().split(/\s+/)
  const witnesses: Witness[] = []
  for (let i = 0; i < words.length; i += 2) {
    const [vkey = '', address = ''] = words.slice(i, i + 2)
    const name = nameOf(vkey)
    if (name === null || !/^https?:\/\//.test(address) || !URL.canParse(address)) return null
    witnesses.push({ name, vkey, url: address.replace(/\/+$/, '') })
  }
  return new Set(witnesses.map(({ vkey }) => vkey)).size === witnesses.length ? witnesses : null
}

/** Null unless this is an Ed25519 cosigning key whose id matches its name and key. */
function nameOf(vkey: string): string | null {
  const [, name = '', id = '', encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(vkey) ?? []
  const key = Buffer.from(encoded, 'base64')
  const expected = createHash('sha256').update(`${name}\n`).update(key).digest('hex').slice(0, 8)
  return key.length === KEY_BYTES && key[0] === COSIGNATURE && id === expected ? name : null
}
