// Reads and appends to the log's tables. Only the sequencer appends.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
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

/** The newest checkpoint with its signed note and signing time, or null before the first. */
export async function newestCheckpoint(
  db: Connection,
): Promise<(Checkpoint & { note: string; at: Date }) | null> {
  const row = await db
    .selectFrom('recordCheckpoints')
    .select(['note', 'at'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...parseCheckpoint(row.note), ...row } : null
}

/** Reads those of the tiles that exist. */
export async function readTiles(db: Connection, places: readonly TilePlace[]): Promise<Tile[]> {
  if (places.length === 0) return []
  return await db
    .selectFrom('recordTiles')
    .select(['level', 'n', 'hashes'])
    .where((eb) => eb.or(places.map(({ level, n }) => eb.and({ level, n }))))
    .execute()
}

/** The bytes of the entries from index `from` to before `to`. */
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

/** Appends entries from index `from` on, in a constant number of statements. */
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

export async function saveTiles(trx: Transaction<DB>, tiles: readonly Tile[]): Promise<void> {
  await trx
    .insertInto('recordTiles')
    .values([...tiles])
    .onConflict((conflict) =>
      conflict.columns(['level', 'n']).doUpdateSet((eb) => ({ hashes: eb.ref('excluded.hashes') })),
    )
    .execute()
}
