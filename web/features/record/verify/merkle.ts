// The Merkle tree of RFC 6962 with the browser's SHA-256: the twin of engine/log/merkle.ts.

export type Bytes = Uint8Array<ArrayBuffer>

export const HASH_BYTES = 32
/** Different first bytes keep a leaf from being taken for a node (RFC 6962, section 2.1). */
const [LEAF, NODE] = [0, 1]

export const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)))

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const leafHash = (bytes: Uint8Array) => sha256(Uint8Array.of(LEAF), bytes)
export const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(NODE), left, right)

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place])

/**
 * The root that follows from an inclusion proof (RFC 9162, section 2.1.3.2), or null if the proof has the wrong length,
 * the index isn't in a tree of that size, or a hash isn't 32 bytes long.
 */
export async function rootOfInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): Promise<Uint8Array | null> {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return null
  if ([leaf, ...proof].some(({ length }) => length !== HASH_BYTES)) return null
  let [hash, node, last] = [leaf, index, size - 1]
  for (const part of proof) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      hash = await nodeHash(part, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else hash = await nodeHash(hash, part)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 ? hash : null
}

/** A division, because a shift is only right up to 2³¹. */
const half = (n: number) => Math.floor(n / 2)

/**
 * The hashes of a tile: `level` 0 has those of entries, each level above those of full tiles of the one
 * below.
 */
export type ReadTile = (level: number, n: number) => Promise<Uint8Array>
export const TILE_WIDTH = 256

/** A full tile doesn't have the hash that the tile above has for it. */
export class WrongTile extends Error {}

/**
 * Reads tiles and checks that they belong to the same tree as the partial tiles, from which a root is calculated.
 * Without this check, full tiles of a lower level could come from another tree. Throws `WrongTile`.
 */
export function checkedTiles(tile: ReadTile): ReadTile {
  const known = new Map<string, Promise<Uint8Array>>()
  const readChecked = async (level: number, n: number): Promise<Uint8Array> => {
    const hashes = await tile(level, n)
    if (hashes.length < TILE_WIDTH * HASH_BYTES) return hashes
    const above = await read(level + 1, Math.floor(n / TILE_WIDTH))
    const own = () => Promise.resolve(hashes)
    const middle = TILE_WIDTH / 2
    const [left, right] = [await rootFromTiles(0, middle, own), await rootFromTiles(middle, TILE_WIDTH, own)]
    if (!areEqual(await nodeHash(left, right), hashAt(above, n % TILE_WIDTH))) throw new WrongTile()
    return hashes
  }
  const read: ReadTile = (level, n) => {
    const key = `${level} ${n}`
    const reading = known.get(key) ?? readChecked(level, n)
    known.set(key, reading)
    return reading
  }
  return read
}

const hashAt = (hashes: Uint8Array, place: number) =>
  hashes.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES)

/** The root of the entries from `start` up to but excluding `end`, from the tiles of a tree that has them all. */
export async function rootFromTiles(start: number, end: number, tile: ReadTile): Promise<Uint8Array> {
  let [level, width] = [0, 1]
  while (width * TILE_WIDTH <= end - start) [level, width] = [level + 1, width * TILE_WIDTH]
  if (end - start === width && start % width === 0) {
    const place = start / width
    return hashAt(await tile(level, Math.floor(place / TILE_WIDTH)), place % TILE_WIDTH)
  }
  let split = 1
  while (split * 2 < end - start) split *= 2
  return nodeHash(
    await rootFromTiles(start, start + split, tile),
    await rootFromTiles(start + split, end, tile),
  )
}
