// Reads the log's public files like any stranger: without cookies, and without our cache.
import { OfflineError } from '#web/lib/api-error.ts'
import { HASH_BYTES, type ReadTile, sha256, TILE_WIDTH } from './merkle.ts'
import { toHex } from './note.ts'

/**
 * A signal in the log, as returned by `/log/signals/<id>`. `entry` is null until it is logged, `opening` if the text
 * isn't public.
 */
export type LoggedSignal = {
  /** The entry's number. In the log's first epoch that is its index. */
  index: number | null
  entry: Record<string, unknown> | null
  opening: { salt: string; value: { signal: string; text: string } } | null
  /** The number of the entry that opens a sealed trade. */
  opened?: number | null
}

/**
 * Null for 404. Throws `OfflineError`, and an error that names the file if the log doesn't answer as it
 * should.
 */
async function read(path: string): Promise<Response | null> {
  const response = await fetch(path, { credentials: 'omit' }).catch(() => {
    throw new OfflineError()
  })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${path} answers ${response.status}.`)
  return response
}

/** Null for 404. */
async function readJson<T>(path: string): Promise<T | null> {
  const response = await read(path)
  return (
    response &&
    ((await response.json().catch(() => {
      throw new Error(`${path} doesn’t answer with JSON.`)
    })) as T)
  )
}

export const readSignal = (id: string): Promise<LoggedSignal | null> =>
  readJson<LoggedSignal>(`/log/signals/${id}`)

/** The proof of the entry with this number. */
export const readProof = async (index: number): Promise<string> =>
  (await (await read(`/log/proofs/${index}.tlog-proof`))?.text()) ?? ''

/** The current key. */
export const readKey = async (): Promise<string> =>
  (await (await read('/log/vkey'))?.text())?.split('\n')[0] ?? ''

/** The newest checkpoint, or that of an earlier epoch. */
export const readCheckpoint = async (epoch: number | null): Promise<string> =>
  (await (await read(epoch === null ? '/log/checkpoint' : `/log/${epoch}/checkpoint`))?.text()) ?? ''

/** The SHA-256 of a method's text, in hex. */
export async function hashOfMethod(method: number): Promise<string> {
  const text = await read(`/log/method/${method}`)
  if (!text) throw new Error(`There is no method ${method}.`)
  return toHex(await sha256(new Uint8Array(await text.arrayBuffer())))
}

/**
 * A day of the log, as `/log/days` lists it: its last checkpoint has `size` entries and was signed at `at`.
 */
export type Day = { day: string; epoch?: number; size: number; at: string; stamped: boolean }

/** Oldest first. */
export const readDays = async (): Promise<Day[]> => (await readJson<Day[]>('/log/days')) ?? []

/** The last checkpoint of a day, and its time stamp. Empty if there is none. */
export async function readDay(day: string): Promise<{ note: string; stamp: Uint8Array }> {
  const [note, stamp] = await Promise.all([read(`/log/days/${day}`), read(`/log/days/${day}.tsr`)])
  return {
    note: (await note?.text()) ?? '',
    stamp: new Uint8Array((await stamp?.arrayBuffer()) ?? new ArrayBuffer()),
  }
}

/** Reads tiles of a tree with `size` entries below `root`, each once. Throws if a tile lacks hashes. */
export function tileReader(size: number, root: string): ReadTile {
  const tiles = new Map<string, Promise<Uint8Array>>()
  return (level, n) => {
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - n * TILE_WIDTH)
    const path = `${root}/tile/${level}/${tilePath(n)}${width < TILE_WIDTH ? `.p/${width}` : ''}`
    const tile = tiles.get(path) ?? readTile(path, width)
    tiles.set(path, tile)
    return tile
  }
}

/** The bytes of one entry of a tree with `size` entries below `root`. Throws if the log's bundle doesn't have it. */
export async function readEntry(index: number, size: number, root: string): Promise<Uint8Array> {
  const n = Math.floor(index / TILE_WIDTH)
  const width = Math.min(TILE_WIDTH, size - n * TILE_WIDTH)
  const path = `${root}/tile/entries/${tilePath(n)}${width < TILE_WIDTH ? `.p/${width}` : ''}`
  const bundle = new Uint8Array((await (await read(path))?.arrayBuffer()) ?? new ArrayBuffer())
  // Each is preceded by its length in two bytes.
  const lengthAt = (at: number) => (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0)
  let at = 0
  for (let before = index % TILE_WIDTH; before > 0; before -= 1) at += 2 + lengthAt(at)
  const entry = bundle.slice(at + 2, at + 2 + lengthAt(at))
  if (entry.length === 0) throw new Error(`${path} has no entry ${index}.`)
  return entry
}

async function readTile(path: string, width: number): Promise<Uint8Array> {
  const response = await read(path)
  const bytes = new Uint8Array(response ? await response.arrayBuffer() : new ArrayBuffer())
  if (bytes.length !== width * HASH_BYTES)
    throw new Error(`${path} has ${bytes.length} bytes instead of ${width * HASH_BYTES}.`)
  return bytes
}

/** Groups of three digits, all but the last with an x (c2sp.org/tlog-tiles): 1234067 is `x001/x234/067`. */
function tilePath(n: number): string {
  const digits = String(n)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g) ?? []
  return groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/')
}
