// The server's hourly audit of its own log: recomputes the tree and compares it with the tiles and the signed notes.
import type { Kysely } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { LogFork } from './head.ts'
import { keysOf, type LogKey, type LogKeys, readKeys, signersDue } from './log-keys.ts'
import { newestCheckpoint, readTiles } from './log-store.ts'
import { epochOf, faultOfSeam } from '#engine/log/epoch.ts'
import { HASH_BYTES, leafHash } from '#engine/log/merkle.ts'
import { openNote, parseCheckpoint } from '#engine/log/note.ts'
import {
  appendLeaves,
  hashesOf,
  type Tile,
  TILE_WIDTH,
  type TilePlace,
  tilesFor,
  unfinishedTiles,
} from '#engine/log/tree.ts'

/** The number of audits per day, each of which checks a slice of the older entries, and the minimum size of a slice. */
const SLICES = 24
const SLICE_MIN = 2_000
/** The number of notes that are compared at once. Each has at most one batch of entries. */
const NOTES_MAX = 100

/**
 * Checks everything since the last successful audit, and a slice of what was audited before, so that a change to an old
 * entry is found within a day. A fault is stored and shown on the log's page, and nothing is signed until an audit of
 * the same entries succeeds again (`refuseFault`).
 */
export async function selfAudit(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const { db, clock, log } = deps
  const keys = await readKeys(db, deps.config)
  const state = await db.selectFrom('recordLog').select(['auditedSize', 'reauditedSize']).executeTakeFirst()
  const newest = await newestCheckpoint(db)
  if (!keys || !state || !newest) return
  const from = state.reauditedSize < state.auditedSize ? state.reauditedSize : 0
  const to = await sliceEnd(db, from, state.auditedSize)
  const fault =
    (await findFault(db, keys, state.auditedSize, newest.end)) ??
    (to > from ? await findFault(db, keys, from, to) : null)
  if (fault !== null)
    log.error({ event: 'self_audit_failed', error: fault }, 'the log differs from what was signed')
  await db
    .updateTable('recordLog')
    .set({
      auditedAt: clock.now(),
      auditFault: fault,
      ...(fault === null && {
        auditedSize: Math.max(state.auditedSize, newest.end),
        reauditedSize: to,
      }),
    })
    .execute()
}

/** A slice ends with a checkpoint. */
async function sliceEnd(db: Kysely<DB>, from: number, audited: number): Promise<number> {
  const wanted = Math.min(audited, from + Math.max(SLICE_MIN, Math.ceil(audited / SLICES)))
  const checkpoint = await db
    .selectFrom('recordCheckpoints')
    .select('size')
    .where('size', '>=', wanted)
    .where('size', '<=', audited)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst()
  return checkpoint?.size ?? audited
}

/** Throws `LogFork` if the last audit found a fault. */
export async function refuseFault(db: Kysely<DB>): Promise<void> {
  const state = await db.selectFrom('recordLog').select('auditFault').executeTakeFirst()
  if (state?.auditFault) throw new LogFork(state.auditFault)
}

/**
 * The fault in the entries from number `from` to before `to`, their tiles or their checkpoints; null if there is none.
 * Each epoch has a tree of its own, which begins at the number `first`.
 */
async function findFault(db: Kysely<DB>, keys: LogKeys, from: number, to: number): Promise<string | null> {
  let tiles = new Map<string, Tile>()
  const chains = new Map<string, { seq: number; hash: string }>()
  const start = from === 0 ? null : await noteAt(db, from)
  if (from > 0 && start === null) return `The checkpoint of ${from} entries is missing`
  let tree: AuditedTree | null = start === null ? null : treeAt(start, from, keys)
  if (tree && start !== null) {
    for (const tile of await tilesOf(db, tree)) tiles.set(keyOf(tile), tile)
    const fault = faultOfStart(start, signersDue(tree.keys, from, from), tree, tiles)
    if (fault) return fault
  }
  let at = from
  while (at < to) {
    const notes = await db
      .selectFrom('recordCheckpoints')
      .select(['size as end', 'note'])
      .where('size', '>', at)
      .where('size', '<=', to)
      .orderBy('size')
      .limit(NOTES_MAX)
      .execute()
    if (notes.length === 0) return `The checkpoint of ${to} entries is missing`
    for (const { end, note } of notes) {
      const next = treeAt(note, end, keys)
      if (tree && next.first !== tree.first) {
        const fault =
          faultOfNextEpoch(keys, tree, next) ?? (await faultInTiles(db, tree.epoch, [...tiles.values()]))
        if (fault) return fault
        tiles = new Map()
        at = next.first
      }
      tree = next
      const entries = await entriesBetween(db, at, end)
      if (entries.length !== end - at) return `Entries between ${at} and ${end} are missing`
      for (const { index, bytes, leafHash: stored } of entries) {
        if (!leafHash(bytes).equals(stored)) return `Entry ${index} isn’t the one that was hashed`
        const fault = faultInChain(bytes, stored, chains)
        if (fault) return `Entry ${index} ${fault}`
      }
      const size = at - tree.first
      const unfinished = unfinishedTiles(size).flatMap((place) => tiles.get(keyOf(place)) ?? [])
      const grown = appendLeaves(
        size,
        unfinished,
        entries.map((entry) => entry.leafHash),
      )
      for (const tile of grown.tiles) tiles.set(keyOf(tile), tile)
      const fault = faultOfNote(note, signersDue(tree.keys, at, end), end - tree.first, grown.root)
      if (fault) return fault
      at = end
    }
  }
  return await faultInTiles(db, tree?.epoch ?? 1, [...tiles.values()])
}

/** An epoch's tree, up to the entry before the number `end`. */
type AuditedTree = {
  origin: string
  epoch: number
  first: number
  size: number
  end: number
  keys: readonly LogKey[]
}

function treeAt(note: string, end: number, keys: LogKeys): AuditedTree {
  const { origin, size } = parseCheckpoint(note)
  return { origin, epoch: epochOf(origin), first: end - size, size, end, keys: keysOf(keys, origin) }
}

function faultOfNextEpoch({ seams }: LogKeys, before: AuditedTree, next: AuditedTree): string | null {
  const seam = seams.find(({ first }) => first === next.first)
  const fault = seam ? faultOfSeam(seam, before) : 'doesn’t say what the log continues'
  return fault && `Entry ${next.first} ${fault}`
}

const keyOf = ({ level, n }: TilePlace) => `${level}/${n}`

/** The unfinished tiles of the tree. */
async function tilesOf(db: Kysely<DB>, { epoch, size }: AuditedTree): Promise<Tile[]> {
  const stored = await readTiles(db, epoch, [
    ...unfinishedTiles(size),
    ...tilesFor([{ start: 0, end: size }]),
  ])
  const open = new Set(unfinishedTiles(size).map(keyOf))
  return stored.map((tile) => {
    const width = Math.floor(size / TILE_WIDTH ** tile.level) % TILE_WIDTH
    return open.has(keyOf(tile)) ? { ...tile, hashes: tile.hashes.subarray(0, width * HASH_BYTES) } : tile
  })
}

const noteAt = async (db: Kysely<DB>, end: number) =>
  (await db.selectFrom('recordCheckpoints').select('note').where('size', '=', end).executeTakeFirst())
    ?.note ?? null

const entriesBetween = (db: Kysely<DB>, from: number, to: number) =>
  db
    .selectFrom('recordEntries')
    .select(['index', 'bytes', 'leafHash'])
    .where('index', '>=', from)
    .where('index', '<', to)
    .orderBy('index')
    .execute()

function faultOfStart(
  note: string,
  vkeys: readonly string[],
  { size }: AuditedTree,
  tiles: ReadonlyMap<string, Tile>,
): string | null {
  try {
    const [root] = hashesOf([{ start: 0, end: size }], [...tiles.values()])
    return root ? faultOfNote(note, vkeys, size, root) : null
  } catch {
    return `Tiles of the first ${size} entries are missing`
  }
}

function faultOfNote(note: string, vkeys: readonly string[], size: number, root: Buffer): string | null {
  if (vkeys.some((vkey) => openNote(note, vkey) === null))
    return `The checkpoint of ${size} entries isn’t signed by the log’s key`
  const said = parseCheckpoint(note)
  return said.size === size && said.root.equals(root)
    ? null
    : `The root in the checkpoint of ${size} entries differs from the root of its entries`
}

/** Whether the author's entries form a chain. The first one in this audit is only checked if it begins the chain. */
function faultInChain(
  bytes: Buffer,
  hash: Buffer,
  chains: Map<string, { seq: number; hash: string }>,
): string | null {
  let entry: { author?: string; seq?: number; prev?: string | null }
  try {
    entry = JSON.parse(bytes.toString()) as typeof entry
  } catch {
    return 'isn’t JSON'
  }
  const { author, seq, prev } = entry
  if (author === undefined || seq === undefined) return null
  const last = chains.get(author)
  chains.set(author, { seq, hash: hash.toString('hex') })
  const isNext = last ? seq === last.seq + 1 && prev === last.hash : (seq === 0) === (prev === null)
  return isNext ? null : 'doesn’t follow the author’s previous entry'
}

/** Compares only the hashes of this audit, because stored tiles may have grown. */
async function faultInTiles(db: Kysely<DB>, epoch: number, tiles: readonly Tile[]): Promise<string | null> {
  for (let from = 0; from < tiles.length; from += NOTES_MAX) {
    const some = tiles.slice(from, from + NOTES_MAX)
    const stored = new Map((await readTiles(db, epoch, some)).map((tile) => [keyOf(tile), tile.hashes]))
    for (const { level, n, hashes } of some) {
      const found = stored.get(keyOf({ level, n }))
      if (!found?.subarray(0, hashes.length).equals(hashes))
        return `The hashes of tile ${n} of level ${level} differ from its entries`
    }
  }
  return null
}
