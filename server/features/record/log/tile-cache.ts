// Full tiles in memory: they never change, and readers of the log keep asking for the same ones.
import type { Deps } from '#server/deps.ts'
import { readTiles } from './log-store.ts'
import { HASH_BYTES } from '#engine/log/merkle.ts'
import { TILE_WIDTH, type TilePlace } from '#engine/log/tree.ts'

/** 8 kB each. */
const TILES_MAX = 256

/** Reads the hashes of a tile so far; null if it doesn't exist. */
export function rememberTiles({ db }: Pick<Deps, 'db'>) {
  const full = new Map<string, Buffer>()
  return async (place: TilePlace): Promise<Buffer | null> => {
    const key = `${place.level}/${place.n}`
    const known = full.get(key)
    if (known) return known
    const [tile] = await readTiles(db, [place])
    if (!tile) return null
    if (tile.hashes.length === TILE_WIDTH * HASH_BYTES) {
      full.set(key, tile.hashes)
      const [oldest] = full.keys()
      if (full.size > TILES_MAX && oldest !== undefined) full.delete(oldest)
    }
    return tile.hashes
  }
}
