// Reads and appends to the log's tables. Only the sequencer and the command `continue-log` append.
import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { type Seam } from '#engine/log/epoch.ts'
import { type Checkpoint, parseCheckpoint } from '#engine/log/note.ts'
import type { Tile, TilePlace } from '#engine/log/tree.ts'

type Connection = Kysely<DB> | Transaction<DB>

export type NewEntry = {
  kind: string
  signalId: string | null
  author: string | null
  bytes: Buffer
  leafHash: Buffer
}

/** `end`: the number after its last entry. In the first epoch that is its size. */
export type StoredCheckpoint = Checkpoint & { note: string; at: Date; end: number }

/**
 * The newest checkpoint with its signed note and signing time, or null before the first. `before`: the latest `end` to
 * consider.
 */
export async function newestCheckpoint(
  db: Connection,
  before = Number.MAX_SAFE_INTEGER,
): Promise<StoredCheckpoint | null> {
  const row = await db
    .selectFrom('recordCheckpoints')
    .select(['note', 'at', 'size as end'])
    .where('size', '<=', before)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...parseCheckpoint(row.note), ...row } : null
}

/** The first entries of the epochs from the second on, oldest first. */
export async function readSeams(db: Connection): Promise<Seam[]> {
  const rows = await db
    .selectFrom('recordEntries')
    .select(['index', 'bytes'])
    // A literal instead of a parameter, so that a generic plan can use the index of these few entries.
    .where(sql<SqlBool>`kind = 'continues'`)
    .orderBy('index')
    .execute()
  return rows.map(({ index, bytes }) => ({ ...(JSON.parse(bytes.toString()) as Seam), first: index }))
}

/**
 * Tiles of all epochs share a table whose key is the level and the number, so each epoch uses its own 64 levels.
 * The previous release still writes by that key, so the table can't get an epoch column yet.
 */
const LEVELS = 64
const levelsBefore = (epoch: number) => LEVELS * (epoch - 1)

/** Reads those of an epoch's tiles that exist. */
export async function readTiles(
  db: Connection,
  epoch: number,
  places: readonly TilePlace[],
): Promise<Tile[]> {
  if (places.length === 0) return []
  const before = levelsBefore(epoch)
  const rows = await db
    .selectFrom('recordTiles')
    .select(['level', 'n', 'hashes'])
    .where((eb) => eb.or(places.map(({ level, n }) => eb.and({ level: before + level, n }))))
    .execute()
  return rows.map((row) => ({ ...row, level: row.level - before }))
}

/** The bytes of the entries from number `from` to before `to`. */
export async function readEntries(db: Connection, from: number, to: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('recordEntries')
    .select('bytes')
    .where('index', '>=', from)
    .where('index', '<', to)
    .orderBy('index')
    .execute()
  return rows.map(({ bytes }) => bytes)
}

/** Appends entries from number `from` on, in a constant number of statements. */
export async function appendEntries(
  trx: Transaction<DB>,
  from: number,
  entries: readonly NewEntry[],
): Promise<void> {
  const column = <Key extends keyof NewEntry>(key: Key) => entries.map((entry) => entry[key])
  await sql`insert into record_entries (index, kind, signal_id, author, bytes, leaf_hash)
    select ${from}::bigint + place - 1, kind, signal_id, author, bytes, leaf_hash
      from unnest(${column('kind')}::text[], ${column('signalId')}::uuid[], ${column('author')}::uuid[],
        ${column('bytes')}::bytea[], ${column('leafHash')}::bytea[])
        with ordinality as entry (kind, signal_id, author, bytes, leaf_hash, place)`.execute(trx)
}

export async function saveTiles(trx: Transaction<DB>, epoch: number, tiles: readonly Tile[]): Promise<void> {
  await trx
    .insertInto('recordTiles')
    .values(tiles.map((tile) => ({ ...tile, level: levelsBefore(epoch) + tile.level })))
    .onConflict((conflict) =>
      conflict.columns(['level', 'n']).doUpdateSet((eb) => ({ hashes: eb.ref('excluded.hashes') })),
    )
    .execute()
}
