// Caches full tiles, because they never change and readers of the log request the same ones repeatedly.
import type { Deps } from '#server/deps.ts'
import { readTiles } from './log-store.ts'
import { HASH_BYTES } from '#engine/log/merkle.ts'
import { TILE_WIDTH, type TilePlace } from '#engine/log/tree.ts'

/** Each has 8 kB. */
const TILES_MAX = 256

/** Returns a function that reads the hashes so far of an epoch's tile; null if the tile doesn't exist. */
export function rememberTiles({ db }: Pick<Deps, 'db'>) {
  const full = new Map<string, Buffer>()
  return async (epoch: number, place: TilePlace): Promise<Buffer | null> => {
    const key = `${epoch}/${place.level}/${place.n}`
    const known = full.get(key)
    if (known) return known
    const [tile] = await readTiles(db, epoch, [place])
    if (!tile) return null
    if (tile.hashes.length === TILE_WIDTH * HASH_BYTES) {
      full.set(key, tile.hashes)
      const [oldest] = full.keys()
      if (full.size > TILES_MAX && oldest !== undefined) full.delete(oldest)
    }
    return tile.hashes
  }
}
