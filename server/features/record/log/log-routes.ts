// Serves the log's public files: checkpoint, tiles, keys and proofs (c2sp.org/tlog-tiles, c2sp.org/tlog-proof).
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { Id } from '#shared/wire.ts'
import { forever, missing, open, text } from './log-replies.ts'
import { readKeys } from './log-keys.ts'
import { readEntries, readTiles } from './log-store.ts'
import { HASH_BYTES } from '#engine/log/merkle.ts'
import { loggedSignal } from './openings.ts'
import { rememberCheckpoint, servedCheckpoint } from './served-checkpoint.ts'
import { hashesOf, inclusionRanges, TILE_WIDTH, tilesFor } from '#engine/log/tree.ts'
import { rememberTiles } from './tile-cache.ts'

/** The programs with which anybody can verify the log. */
const PROGRAMS = ['verify-record.py', 'verify-entries.py', 'verify-log.go']
const LEVEL_MAX = 63
/** A tile's number in groups of three digits, all but the last with an x, and the width of a partial tile. */
const TILE_PATH = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** `width`: the number of hashes or entries. Null if the path isn't a tile's. */
export function parseTilePath(path: string): { n: number; width: number } | null {
  const [, groups, partial] = TILE_PATH.exec(path) ?? []
  if (groups === undefined) return null
  const n = Number(groups.replaceAll(/[x/]/g, ''))
  const isPadded = groups.startsWith('x000')
  const width = partial === undefined ? TILE_WIDTH : Number(partial)
  const isPartialTooWide = partial !== undefined && width >= TILE_WIDTH
  return isPadded || isPartialTooWide || !Number.isSafeInteger(n * TILE_WIDTH) ? null : { n, width }
}

export function logRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config' | 'clock'>): void {
  const { db } = deps

  const remembered = rememberCheckpoint(deps)
  const hashesAt = rememberTiles(deps)

  app.get('/log/checkpoint', async (_request, reply) => {
    const checkpoint = await servedCheckpoint(deps)
    return checkpoint ? text(reply, checkpoint.note) : missing(reply, 'The log has no entries yet.')
  })

  app.get('/log/vkey', async (_request, reply) => {
    const log = await readKeys(db, deps.config)
    const lines = log?.keys.map(({ vkey }) => `${vkey}\n`).toReversed()
    return lines ? text(reply, lines.join('')) : missing(reply, 'The log has no entries yet.')
  })

  for (const program of PROGRAMS)
    app.get(`/log/${program}`, async (_request, reply) =>
      text(reply, await readFile(join(import.meta.dirname, program), 'utf8')),
    )

  app.get<{ Params: { level: string; '*': string } }>('/log/tile/:level/*', async (request, reply) => {
    const { level, '*': path } = request.params
    const place = parseTilePath(path)
    const noTile = () => missing(reply, 'The log has no such tile.')
    if (!place) return noTile()
    const { n, width } = place
    const height = Math.min(Number(level) || 0, LEVEL_MAX)
    const size = (await remembered((n * TILE_WIDTH + width) * TILE_WIDTH ** height))?.size ?? 0
    if (level === 'entries') {
      const from = n * TILE_WIDTH
      if (from + width > size) return noTile()
      return forever(reply, Buffer.concat((await readEntries(db, from, from + width)).flatMap(withLength)))
    }
    if (!/^(0|[1-9]\d?)$/.test(level) || Number(level) > LEVEL_MAX) return noTile()
    // A partial tile ends at a tree size, so it can't have more hashes than this tree's size implies.
    if (n * TILE_WIDTH + width > Math.floor(size / TILE_WIDTH ** Number(level))) return noTile()
    const hashes = await hashesAt({ level: Number(level), n })
    return hashes ? forever(reply, hashes.subarray(0, width * HASH_BYTES)) : noTile()
  })

  app.get<{ Params: { file: string } }>('/log/proofs/:file', async (request, reply) => {
    const [, digits] = /^(0|[1-9]\d{0,15})\.tlog-proof$/.exec(request.params.file) ?? []
    const index = Number(digits)
    const checkpoint = digits === undefined ? null : await remembered(index + 1)
    if (!checkpoint || index >= checkpoint.size) return missing(reply, 'The log has no such entry.')
    const ranges = inclusionRanges(index, checkpoint.size)
    const hashes = hashesOf(ranges, await readTiles(db, tilesFor(ranges)))
    const lines = hashes.map((hash) => `${hash.toString('base64')}\n`).join('')
    return text(reply, `c2sp.org/tlog-proof@v1\nindex ${index}\n${lines}\n${checkpoint.note}`)
  })

  app.get<{ Params: { id: string } }>('/log/signals/:id', async (request, reply) => {
    const { id } = request.params
    const signal = Id.safeParse(id).success ? await loggedSignal(deps, id) : null
    return signal ? open(reply).send(signal) : missing(reply, 'The log has no such signal.')
  })
}

/** An entry in a bundle, preceded by its length in two bytes. */
function withLength(bytes: Buffer): Buffer[] {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return [length, bytes]
}
