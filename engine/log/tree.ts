// Finds the stored hashes that make up a root or a proof, and the tiles that hold them (c2sp.org/tlog-tiles, height 8).
import { EMPTY_ROOT, HASH_BYTES, isPowerOfTwo, largestPowerOfTwoBelow, nodeHash, rootOf } from './merkle.ts'

/** The number of hashes in a full tile, and of entries in a full bundle. */
export const TILE_WIDTH = 256

/** A tile's coordinates. `level` counts tiles, not nodes: level 1 holds the roots of full tiles of level 0. */
export type TilePlace = { level: number; n: number }
/** The hashes of a tile so far, concatenated. */
export type Tile = TilePlace & { hashes: Buffer }
/** The leaves from `start` to before `end`, which form a complete subtree. */
type Range = { start: number; end: number }

/**
 * The ranges hashed by an inclusion proof of `index` in a tree of `size` leaves, from the leaf up (RFC 6962,
 * 2.1.1).
 */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const split = start + largestPowerOfTwoBelow(end - start)
    if (index < split) ranges.unshift({ start: split, end })
    else ranges.unshift({ start, end: split })
    ;[start, end] = index < split ? [start, split] : [split, end]
  }
  return ranges
}

/**
 * The ranges hashed by a consistency proof between trees of `size1` and `size2` leaves, `0 < size1 <= size2`
 * (2.1.2).
 */
export function consistencyRanges(size1: number, size2: number): Range[] {
  const ranges: Range[] = []
  let [start, end] = [0, size2]
  while (size1 !== end) {
    const split = start + largestPowerOfTwoBelow(end - start)
    if (size1 <= split) {
      ranges.unshift({ start: split, end })
      end = split
    } else {
      ranges.unshift({ start, end: split })
      start = split
    }
  }
  // If the first tree is a left subtree of the second, the verifier already has its root.
  return start === 0 ? ranges : [{ start, end }, ...ranges]
}

/** The full subtrees that make up `range`, from left to right. */
function subtreesOf({ start, end }: Range): Range[] {
  if (start === end) return []
  const width = end - start
  const power = isPowerOfTwo(width) ? width : largestPowerOfTwoBelow(width)
  return [{ start, end: start + power }, ...subtreesOf({ start: start + power, end })]
}

/** Where the hashes below a full subtree are stored: in `tile`, from index `from` to before `to`. */
function storedAt({ start, end }: Range): { tile: TilePlace; from: number; to: number } {
  let [level, first, beyond] = [0, start, end]
  while (beyond - first >= TILE_WIDTH)
    [level, first, beyond] = [level + 1, first / TILE_WIDTH, beyond / TILE_WIDTH]
  const n = Math.floor(first / TILE_WIDTH)
  return { tile: { level, n }, from: first - n * TILE_WIDTH, to: beyond - n * TILE_WIDTH }
}

/** The distinct tiles that `hashesOf` needs for these ranges. */
export function tilesFor(ranges: readonly Range[]): TilePlace[] {
  const places = ranges.flatMap(subtreesOf).map((subtree) => storedAt(subtree).tile)
  return [...new Map(places.map((place) => [keyOf(place), place])).values()]
}

/** The root hash of each range. Throws if a hash is missing from `tiles`. */
export function hashesOf(ranges: readonly Range[], tiles: readonly Tile[]): Buffer[] {
  const byPlace = new Map(tiles.map((tile) => [keyOf(tile), tile.hashes]))
  const ofSubtree = (subtree: Range) => {
    const { tile, from, to } = storedAt(subtree)
    const stored = byPlace.get(keyOf(tile)) ?? Buffer.alloc(0)
    if (stored.length < to * HASH_BYTES)
      throw new Error(`Tile ${tile.n} of level ${tile.level} has fewer than ${to} hashes`)
    return rootOf(split(stored.subarray(from * HASH_BYTES, to * HASH_BYTES)))
  }
  // Joins from the right, where the smallest subtrees are.
  const join = (hashes: Buffer[]) => hashes.reduceRight((right, left) => nodeHash(left, right))
  return ranges.map((range) =>
    range.start === range.end ? EMPTY_ROOT : join(subtreesOf(range).map(ofSubtree)),
  )
}

/** The individual hashes of a tile. */
export const split = (hashes: Buffer): Buffer[] =>
  Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
    hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  )

const keyOf = ({ level, n }: TilePlace) => `${level}/${n}`

/** The unfinished tile of each level of a tree with `size` leaves, to which the next hashes are appended. */
export function unfinishedTiles(size: number): TilePlace[] {
  const places: TilePlace[] = []
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH))
    if (hashes % TILE_WIDTH > 0) places.push({ level, n: Math.floor(hashes / TILE_WIDTH) })
  return places
}

/**
 * Appends leaf hashes to a tree of `size` leaves. `unfinished`: the tiles that `unfinishedTiles(size)` names. Returns
 * every changed tile with all of its hashes, and the new root.
 */
export function appendLeaves(
  size: number,
  unfinished: readonly Tile[],
  leaves: readonly Buffer[],
): { tiles: Tile[]; root: Buffer } {
  const growing = new Map(
    unfinished.map(({ level, n, hashes }) => [keyOf({ level, n }), { level, n, hashes: split(hashes) }]),
  )
  const changed = new Set<string>()
  function append(level: number, index: number, hash: Buffer): void {
    const place = { level, n: Math.floor(index / TILE_WIDTH) }
    const tile = growing.get(keyOf(place)) ?? { ...place, hashes: [] }
    if (tile.hashes.length !== index % TILE_WIDTH)
      throw new Error(`Tile ${place.n} of level ${level} doesn't end before the hash ${index}`)
    tile.hashes.push(hash)
    growing.set(keyOf(place), tile)
    changed.add(keyOf(place))
    if (tile.hashes.length === TILE_WIDTH) append(level + 1, place.n, rootOf(tile.hashes))
  }
  for (const [i, leaf] of leaves.entries()) append(0, size + i, leaf)
  const tiles = [...growing.values()].map((tile) => ({ ...tile, hashes: Buffer.concat(tile.hashes) }))
  const [root = EMPTY_ROOT] = hashesOf([{ start: 0, end: size + leaves.length }], tiles)
  return { tiles: tiles.filter((tile) => changed.has(keyOf(tile))), root }
}
