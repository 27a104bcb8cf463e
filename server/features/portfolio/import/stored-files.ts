// Stores files of unrecognized brokers until their owner says what the columns mean.
import type { Kysely } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { MappedTable } from '#engine/broker-files/columns/mapped-format.ts'
import { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { UNMAPPED_FILE_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

/** A stored file is deleted after this time, which is also the limit for an upload. */
export const FILE_KEPT_MS = UNMAPPED_FILE_MINUTES * 60_000
const PART_BYTES = 1024 * 1024

type NewFile = { id: string; userId: string; at: Date }
/** What is stored in addition to the bytes, as JSON. */
export type StoredTable = { proposal: ColumnProposal; table: MappedTable }

/** Stores a file's bytes and deletes the person's earlier stored files. */
export async function storeFile(
  db: Db,
  { id, userId, at }: NewFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  await dropFilesOf(db, userId)
  await db.insertInto('portfolioImportFiles').values({ id, userId, createdAt: at }).execute()
  let part = 0
  let waiting: Uint8Array[] = []
  let size = 0
  const store = async () => {
    await db
      .insertInto('portfolioImportFileParts')
      .values({ fileId: id, part, bytes: Buffer.concat(waiting) })
      .execute()
    part += 1
    waiting = []
    size = 0
  }
  for await (const piece of bytes) {
    waiting.push(piece)
    size += piece.byteLength
    if (size >= PART_BYTES) await store()
  }
  if (size > 0) await store()
}

export async function storeTable(db: Db, id: string, stored: StoredTable): Promise<void> {
  await db
    .updateTable('portfolioImportFiles')
    .set({ proposal: JSON.stringify(stored) })
    .where('id', '=', id)
    .execute()
}

/** Throws `import_file_not_found` for another person's file and for an expired one. */
export async function fileOf(db: Db, userId: string, id: string, now: Date): Promise<StoredTable> {
  const found = await db
    .selectFrom('portfolioImportFiles')
    .select('proposal')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('createdAt', '>', new Date(now.getTime() - FILE_KEPT_MS))
    .executeTakeFirst()
  if (!found?.proposal) throw new Problem('import_file_not_found')
  const { proposal, table } = found.proposal as unknown as StoredTable
  return { proposal: ColumnProposal.parse(proposal), table }
}

/** The bytes of a stored file, in chunks. */
export async function* bytesOfFile(db: Db, id: string): AsyncGenerator<Uint8Array, void> {
  for (let part = 0; ; part += 1) {
    const found = await db
      .selectFrom('portfolioImportFileParts')
      .select('bytes')
      .where('fileId', '=', id)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!found) return
    yield found.bytes
  }
}

export async function sizeOfFile(db: Db, id: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('portfolioImportFileParts')
    .select((eb) => eb.fn.sum<string | null>(eb.fn('octet_length', ['bytes'])).as('bytes'))
    .where('fileId', '=', id)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

export async function dropFilesOf(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom('portfolioImportFiles').where('userId', '=', userId).execute()
}

/** Deletes expired files. */
export async function sweepFiles(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('portfolioImportFiles')
    .where('createdAt', '<=', new Date(now.getTime() - FILE_KEPT_MS))
    .execute()
}
