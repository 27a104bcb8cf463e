// Job: writes a person's data into a zip, stores it, and emails its owner that it is ready.
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { ZipFile } from 'yazl'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { keyOfPicture } from '#server/features/uploads/rules.ts'
import { DATA_EXPORT_DAYS, PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { readme } from './readme.ts'
import { exportKey, type Row, spreadsheetLine } from './rules.ts'
import { pagesOf } from './read-section.ts'
import { SECTIONS } from './sections.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'storage'>

/**
 * Does nothing if the copy is ready or its owner is gone. All files show the same instant, because they are read in one
 * transaction. Keeps only a page of rows and the compressed zip in memory. Throws `storage_unavailable`, and the job is
 * retried.
 */
export async function buildExport(deps: Needs, exportId: string): Promise<void> {
  const { db, clock, storage } = deps
  const person = await db
    .selectFrom('dataExports as e')
    .innerJoin('users as u', 'u.id', 'e.userId')
    .select(['u.id', 'u.username', 'u.email', 'u.profileImageUrl'])
    .where('e.id', '=', exportId)
    .where('e.readyAt', 'is', null)
    .executeTakeFirst()
  if (!person) return
  const now = clock.now()
  const picture = keyOfPicture(person.profileImageUrl)
  const pictureBytes = picture === null ? null : await storage.read(picture, PICTURE_MAX_BYTES)
  const zip = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => zipOf(trx, { ...person, now, pictureBytes }))
  await storage.write(exportKey(exportId), zip, 'application/zip')
  const expiresAt = new Date(now.getTime() + DATA_EXPORT_DAYS * 86_400_000)
  const isKept = await db.transaction().execute(async (trx) => {
    const marked = await trx
      .updateTable('dataExports')
      .set({ readyAt: now, expiresAt, sizeInBytes: zip.length })
      .where('id', '=', exportId)
      .where('readyAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (marked.numUpdatedRows > 0n)
      await queueEmail(trx, clock, {
        id: exportId,
        name: 'dataExportReady',
        to: person.email,
        data: { username: person.username, expiresAt: expiresAt.toISOString() },
        expiresAt,
      })
    const row = await trx.selectFrom('dataExports').select('id').where('id', '=', exportId).executeTakeFirst()
    return row !== undefined
  })
  // The account was deleted in the meantime.
  if (!isKept) await storage.remove(exportKey(exportId))
}

type Contents = { id: string; username: string; now: Date; pictureBytes: Buffer | null }

async function zipOf(db: Kysely<DB>, { id, username, now, pictureBytes }: Contents): Promise<Buffer> {
  const zip = new ZipFile()
  const options = { mtime: now }
  const add = (path: string, parts: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(path, options, (done) => done(null, Readable.from(parts(), { objectMode: false })))
  zip.addBuffer(Buffer.from(readme(username, now, pictureBytes !== null)), 'README.txt', options)
  if (pictureBytes) zip.addBuffer(pictureBytes, 'picture.webp', options)
  for (const section of SECTIONS) {
    add(`json/${section.name}.json`, () => jsonOf(pagesOf(db, section, id)))
    add(`csv/${section.name}.csv`, () => csvOf(section.columns, pagesOf(db, section, id)))
  }
  zip.end()
  const parts: Buffer[] = []
  // A failed query inside a file isn't an error of the output, so both are handled.
  const failed = new Promise<never>((_, reject) => zip.on('error', reject))
  const written = (async () => {
    for await (const part of zip.outputStream) parts.push(part as Buffer)
  })()
  await Promise.race([written, failed])
  return Buffer.concat(parts)
}

async function* jsonOf(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let start = '['
  for await (const rows of pages)
    for (const row of rows) {
      yield `${start}\n  ${JSON.stringify(row)}`
      start = ','
    }
  yield start === '[' ? '[]\n' : '\n]\n'
}

/** Includes a header even if there are no rows. */
async function* csvOf(columns: readonly string[], pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield spreadsheetLine(columns)
  for await (const rows of pages)
    for (const row of rows) yield spreadsheetLine(columns.map((column) => row[column]))
}
