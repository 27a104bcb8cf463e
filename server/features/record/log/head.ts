// Stores the log's newest checkpoint outside the database, to detect that the database was rolled back.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { LOG_HEAD } from '#server/adapters/storage/port.ts'
import { newestCheckpoint, readSeams } from './log-store.ts'
import { epochOf } from '#engine/log/epoch.ts'
import { type Checkpoint, checkpointText, parseCheckpoint } from '#engine/log/note.ts'

const NOTE_MAX_BYTES = 64 * 1024

/** Why the log must not continue: a new signature would contradict a checkpoint that others may have seen. */
export class LogFork extends Error {
  override name = 'LogFork'
}

/** Where the newest checkpoint is stored: in the bucket if there is one, otherwise in a file in the data directory. */
export type Head = { read(): Promise<string | null>; write(note: string): Promise<void> }

export function openHead({ config, storage }: Pick<Deps, 'config' | 'storage'>): Head {
  if (config.s3)
    return {
      read: async () => (await storage.read(LOG_HEAD, NOTE_MAX_BYTES))?.toString('utf8') ?? null,
      write: (note) => storage.write(LOG_HEAD, Buffer.from(note), 'text/plain'),
    }
  const file = join(config.dataDir, LOG_HEAD)
  return {
    read: () =>
      readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    // Written atomically, because an unreadable head stops the log.
    async write(note) {
      await writeFile(`${file}.new`, note, { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
  }
}

/**
 * Stores a checkpoint outside the database. If another copy has appended and stored a newer one in the meantime, the
 * newer one is written again, so the head is only briefly older than the database.
 */
export async function keepHead(db: Kysely<DB>, head: Head, note: string): Promise<void> {
  for (let next: string | null = note; next !== null;) {
    await head.write(next)
    const newest = await newestCheckpoint(db)
    next = newest && !isOlder(newest, parseCheckpoint(next)) ? newest.note : null
  }
}

/** Whether a checkpoint was signed before another one, or is that one. */
const isOlder = (one: Checkpoint, other: Checkpoint): boolean =>
  epochOf(one.origin) === epochOf(other.origin)
    ? one.size <= other.size
    : epochOf(one.origin) < epochOf(other.origin)

/** Throws `LogFork` unless the database has the checkpoint that was stored last, or names it as lost in a restore. */
export async function refuseFork(db: Kysely<DB> | Transaction<DB>, head: Head): Promise<void> {
  const note = await head.read()
  if (note === null) return
  const { origin, size, root } = parseCheckpoint(note)
  const epoch = epochOf(origin)
  const seams = await readSeams(db)
  const [own, after] = [epoch, epoch + 1].map((one) => seams.find((seam) => seam.epoch === one))
  if (epoch > 1 && !own) throw new LogFork(`The log continues as ${origin}, but the database has no such log`)
  // `continue-log` was killed before it wrote the new head, or this copy of the server stores its own head.
  const isOfLost = after !== undefined && size > after.kept && size < after.size
  if (isOfLost || after?.last.startsWith(checkpointText({ origin, size, root }))) return
  const row = await db
    .selectFrom('recordCheckpoints')
    .select('note')
    .where('size', '=', (own?.first ?? 0) + size)
    .executeTakeFirst()
  if (!row) throw new LogFork(`The log had ${size} entries, but the database has no such checkpoint`)
  if (!parseCheckpoint(row.note).root.equals(root))
    throw new LogFork(`The database’s log of ${size} entries differs from the published one`)
}
