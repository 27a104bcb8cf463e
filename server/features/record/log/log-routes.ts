// Serves the log's public files: checkpoint, tiles, keys and proofs (c2sp.org/tlog-tiles, c2sp.org/tlog-proof).
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { Id } from '#shared/wire.ts'
import { forever, missing, open, text } from './log-replies.ts'
import { readKeys } from './log-keys.ts'
import { newestCheckpoint, readEntries, readSeams, readTiles, type StoredCheckpoint } from './log-store.ts'
import { epochOf } from '#engine/log/epoch.ts'
import { HASH_BYTES } from '#engine/log/merkle.ts'
import { loggedSignal } from './openings.ts'
import { rememberCheckpoint, servedCheckpoint } from './served-checkpoint.ts'
import { hashesOf, inclusionRanges, TILE_WIDTH, tilesFor } from '#engine/log/tree.ts'
import { rememberTiles } from './tile-cache.ts'

/** The programs with which anybody can verify the log, and compute the ratings again. */
const PROGRAMS = ['verify-record.py', 'rescore.py', 'verify-log.go']
const LEVEL_MAX = 63
/**
 * An epoch of the log. Tiles without one are those of the first epoch, because caches keep them forever; the checkpoint
 * without one is the newest.
 */
const EPOCH = ':epoch(^\\d{1,6}$)'
/** Returns 0, which isn't an epoch, for `0` and for numbers with leading zeros. */
const epochIn = (digits: string) => (digits.startsWith('0') ? 0 : Number(digits))
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

  /** An epoch's checkpoint: the newest one with at least `size` entries; of an earlier one, the last that is stored. */
  async function checkpointOf(epoch: number, size = 0): Promise<StoredCheckpoint | null> {
    const newest = await remembered((one) => {
      const after = epochOf(one.origin) - epoch
      return after > 0 || (after === 0 && one.size >= size)
    })
    if (!newest || epoch === epochOf(newest.origin)) return newest
    const next = (await readSeams(db)).find((seam) => seam.epoch === epoch + 1)
    return next ? await newestCheckpoint(db, next.first) : null
  }

  /** The checkpoint of the epoch that has the entry with this number. */
  async function checkpointWith(number: number): Promise<StoredCheckpoint | null> {
    const newest = await remembered((one) => one.end > number)
    if (!newest || number >= newest.end - newest.size) return newest
    const next = (await readSeams(db)).find(({ first }) => number < first)
    return next ? await newestCheckpoint(db, next.first) : null
  }

  const sendCheckpoint = (reply: FastifyReply, checkpoint: StoredCheckpoint | null) =>
    checkpoint ? text(reply, checkpoint.note) : missing(reply, 'The log has no entries yet.')
  app.get('/log/checkpoint', async (_request, reply) => sendCheckpoint(reply, await servedCheckpoint(deps)))
  app.get<{ Params: { epoch: string } }>(`/log/${EPOCH}/checkpoint`, async (request, reply) =>
    sendCheckpoint(reply, await checkpointOf(epochIn(request.params.epoch))),
  )

  app.get('/log/vkey', async (_request, reply) => {
    const log = await readKeys(db, deps.config)
    const lines = log && [...log.earlier, ...log.keys].map(({ vkey }) => `${vkey}\n`).toReversed()
    return lines ? text(reply, lines.join('')) : missing(reply, 'The log has no entries yet.')
  })

  for (const program of PROGRAMS)
    app.get(`/log/${program}`, async (_request, reply) =>
      text(reply, await readFile(join(import.meta.dirname, program), 'utf8')),
    )

  type TileParams = { epoch?: string; level: string; '*': string }
  async function sendTile(reply: FastifyReply, { epoch = '1', level, '*': path }: TileParams) {
    const place = parseTilePath(path)
    const noTile = () => missing(reply, 'The log has no such tile.')
    if (!place) return noTile()
    const { n, width } = place
    const height = Math.min(Number(level) || 0, LEVEL_MAX)
    const tree = await checkpointOf(epochIn(epoch), (n * TILE_WIDTH + width) * TILE_WIDTH ** height)
    if (!tree) return noTile()
    const { origin, size, end } = tree
    if (level === 'entries') {
      const at = n * TILE_WIDTH
      if (at + width > size) return noTile()
      const from = end - size + at
      return forever(reply, Buffer.concat((await readEntries(db, from, from + width)).flatMap(withLength)))
    }
    if (!/^(0|[1-9]\d?)$/.test(level) || Number(level) > LEVEL_MAX) return noTile()
    // A partial tile ends at a tree size, so it can't have more hashes than this tree's size implies.
    if (n * TILE_WIDTH + width > Math.floor(size / TILE_WIDTH ** Number(level))) return noTile()
    const hashes = await hashesAt(epochOf(origin), { level: Number(level), n })
    return hashes ? forever(reply, hashes.subarray(0, width * HASH_BYTES)) : noTile()
  }
  for (const prefix of ['/log', `/log/${EPOCH}`])
    app.get<{ Params: TileParams }>(`${prefix}/tile/:level/*`, (request, reply) =>
      sendTile(reply, request.params),
    )

  // Entries are addressed by number, which determines the epoch. The proof has the entry's index in the tree of that
  // epoch.
  app.get<{ Params: { file: string } }>('/log/proofs/:file', async (request, reply) => {
    const [, digits] = /^(0|[1-9]\d{0,15})\.tlog-proof$/.exec(request.params.file) ?? []
    const number = Number(digits)
    const tree = digits === undefined ? null : await checkpointWith(number)
    if (!tree || number >= tree.end) return missing(reply, 'The log has no such entry.')
    const index = number - (tree.end - tree.size)
    const ranges = inclusionRanges(index, tree.size)
    const hashes = hashesOf(ranges, await readTiles(db, epochOf(tree.origin), tilesFor(ranges)))
    const lines = hashes.map((hash) => `${hash.toString('base64')}\n`).join('')
    return text(reply, `c2sp.org/tlog-proof@v1\nindex ${index}\n${lines}\n${tree.note}`)
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
