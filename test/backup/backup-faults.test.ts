// A backup that is damaged, cut, foreign or too new is refused with one sentence, and nothing changes.
import { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import type { Storage } from '#server/adapters/storage/port.ts'
import { type Entry, readArchive, writeArchive } from '#server/backup/archive.ts'
import { backUp } from '#server/backup/back-up.ts'
import { verifyBackup } from '#server/backup/restore.ts'
import { systemClock } from '#server/clock.ts'
import { asOwner, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { backupOf, collector, configWith, emptyStorage, hashesOf, restoreInto } from './backup-of.ts'

const KEY = Buffer.alloc(32, 'k').toString('base64')
const OTHER_KEY = Buffer.alloc(32, 'o').toString('base64')

let server: TestServer
let storage: Storage
let plain: Buffer
let encrypted: Buffer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: member(), bob: member({ follows: ['ada'] }) })
  storage = server.deps.storage
  await storage.write('pictures/ada.webp', Buffer.from('ada'), 'image/webp')
  await storage.write('pictures/bob.webp', Buffer.from('bob'), 'image/webp')
  plain = (await backupOf(server, storage)).file
  encrypted = (await backupOf(server, storage, KEY)).file
})
afterAll(() => server.stop())

const verify = (file: Buffer, key?: string) => verifyBackup(Readable.from([file]), key)

/** The backup with its entries changed, and packed again with valid gzip checksums. */
async function repacked(change: (entry: Entry) => Entry[]): Promise<Buffer> {
  const { to, bytes } = collector()
  await writeArchive(to, { key: undefined, at: systemClock.now() }, async (add) => {
    for await (const entry of readArchive(Readable.from([plain]), undefined))
      for (const { name, bytes: content } of change(entry)) await add(name, content)
  })
  return bytes()
}
const withHeader = (fields: (header: { migrations: string[] }) => object) =>
  repacked(({ name, bytes }) => {
    if (name !== 'header.json') return [{ name, bytes }]
    const header = JSON.parse(Buffer.from(bytes).toString()) as { migrations: string[] }
    return [{ name, bytes: Buffer.from(JSON.stringify({ ...header, ...fields(header) })) }]
  })
const without = (part: RegExp) => repacked((entry) => (part.test(entry.name) ? [] : [entry]))

test('undamaged backups are valid', async () => {
  expect((await verify(plain)).manifest.objects.count).toBe(2)
  expect((await verify(encrypted, KEY)).manifest.tables['public.users']?.count).toBe(2)
  expect(encrypted.includes('header.json')).toBe(false)
})

describe('The key', () => {
  test.each([
    ['another key', () => encrypted, OTHER_KEY, 'BACKUP_KEY is not the key that this backup was made with.'],
    [
      'no key',
      () => encrypted,
      undefined,
      'The backup is encrypted: set BACKUP_KEY to the key with which it was made.',
    ],
    [
      'a key that the backup doesn’t need, because somebody may have replaced the file',
      () => plain,
      KEY,
      'The backup is not encrypted, although BACKUP_KEY is set: unset it to use this file.',
    ],
  ])('%s is refused', async (_, file, key, sentence) => {
    await expect(verify(file(), key)).rejects.toThrow(sentence)
  })
})

describe('The file', () => {
  const changed = (file: Buffer, at: number) => {
    const copy = Buffer.from(file)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  /** From the beginning to the end; the first bytes say what kind of file it is. */
  const PLACES = [0.02, 0.3, 0.6, 0.9, 0.999]

  test.each(PLACES)('a changed byte is found at %d of the length', async (place) => {
    const at = (file: Buffer) => Math.floor(file.length * place)
    const damaged = /^The backup is (damaged|incomplete): |^BACKUP_KEY is not the key/
    const found = await verify(changed(plain, at(plain))).catch((error: unknown) => String(error))
    // gzip can write the same content in several ways, so a changed byte may leave the content unchanged.
    if (typeof found === 'string') expect(found.replace(/^\w+: /, '')).toMatch(damaged)
    else expect(found).toEqual(await verify(plain))
    await expect(verify(changed(encrypted, at(encrypted)), KEY)).rejects.toThrow(damaged)
  })

  test.each([...PLACES, 0])('a file that ends at %d of its length is incomplete', async (place) => {
    const cut = (file: Buffer) => file.subarray(0, Math.floor(file.length * place))
    await expect(verify(cut(plain))).rejects.toThrow('The backup is incomplete: the file ends too early.')
    await expect(verify(cut(encrypted), KEY)).rejects.toThrow(/^The backup is (incomplete|damaged): /)
  })

  test('a file of another kind is not a backup', async () => {
    const sentence = 'This file is not a backup of Signalpost.'
    await expect(verify(Buffer.from('id,name\n1,Ada\n2,Bob\n3,Cleo\n'))).rejects.toThrow(sentence)
    await expect(verify(await without(/^header/))).rejects.toThrow(sentence)
  })

  test.each([
    ['objects/pictures/ada.webp', 'the checksum of the objects doesn’t match (2 written, 1 found).'],
    [
      'tables/public.users/',
      'the checksum of the table public.users doesn’t match (2 rows written, 0 found).',
    ],
  ])('a backup without %s is damaged', async (part, sentence) => {
    await expect(verify(await without(new RegExp(`^${part}`)))).rejects.toThrow(
      `The backup is damaged: ${sentence}`,
    )
  })

  test('a backup without its manifest is incomplete', async () => {
    await expect(verify(await without(/^manifest/))).rejects.toThrow('The backup is incomplete')
  })

  test('a backup of a newer version names the version to install', async () => {
    const newer = await withHeader(({ migrations }) => ({
      product: '9.0.0',
      migrations: [...migrations, '9901-more.sql'],
    }))
    await expect(verify(newer)).rejects.toThrow(
      'The backup was made by a newer version of Signalpost (9.0.0), with 9901-more.sql: install that version first.',
    )
    await expect(verify(await withHeader(() => ({ format: 2 })))).rejects.toThrow(
      'The backup was made by a newer version of Signalpost (format 2): install that version first.',
    )
  })
})

test('a full disk ends a backup with its error, and the database keeps answering', async () => {
  let room = 1
  const disk = new Writable({
    write(_part, _encoding, done) {
      room -= 1
      const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
        code: 'ENOSPC',
        syscall: 'write',
      })
      done(room < 0 ? full : null)
    },
  })
  const { url } = server.database
  const needs = { config: configWith(server), clock: systemClock, product: '0.1.0', url, storage }
  await expect(backUp(needs, disk)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect((await (await server.signIn('ada')).fetch('/api/ready')).status).toBe(200)
})

test('a wrong database address is reported in one sentence', async () => {
  const url = new URL(server.database.url)
  url.pathname = '/nothing'
  const needs = { config: configWith(server), clock: systemClock, product: '0.1.0', url: url.href, storage }
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() })
  await expect(backUp(needs, nowhere)).rejects.toThrow(/^There is no database nothing at /)
})

test('an object that is removed during the backup is counted', async () => {
  const vanishing: Storage = {
    ...storage,
    read: async (key, max) => (key === 'pictures/ada.webp' ? null : await storage.read(key, max)),
  }
  const { file } = await backupOf(server, vanishing)
  expect((await verify(file)).manifest).toMatchObject({ objects: { count: 1 }, objectsGone: 1 })
})

describe('The database to restore into', { timeout: WAIT_TIMEOUT_MS }, () => {
  async function target() {
    const database = await freshDatabase()
    onTestFinished(() => database.drop())
    await asOwner(
      database,
      `insert into waitlist (id, email, created_at) values (gen_random_uuid(), 'cleo@example.com', now())`,
    )
    return { database, own: await emptyStorage() }
  }

  test('must be empty, unless its content may be replaced', async () => {
    const { database, own } = await target()
    const options = { config: configWith(server), storage: own }
    const before = await hashesOf(database)
    await expect(restoreInto(database, plain, options)).rejects.toThrow(
      'The database is not empty. With --replace, all its tables are removed first, with these rows: waitlist (1)',
    )
    expect(await hashesOf(database)).toEqual(before)
    await restoreInto(database, plain, { ...options, replace: true })
    const after = await hashesOf(database)
    expect([after['public.waitlist'], after['public.users']]).toEqual([
      expect.stringMatching(/^0 /),
      expect.stringMatching(/^2 /),
    ])
  })

  test('must have no server', async () => {
    const options = { config: configWith(server), storage, replace: true }
    await expect(restoreInto(server.database, plain, options)).rejects.toThrow(
      /^Signalpost is running on this database \(\d+ connections\): stop every copy of the server first\.$/,
    )
  })

  test('is unchanged if a row is refused', async () => {
    const { database, own } = await target()
    const before = await hashesOf(database)
    // A column that this schema doesn't have, as in a backup of another version of the queue.
    const foreign = await withHeader((header) => ({
      tables: (header as unknown as { tables: { name: string; columns: string[] }[] }).tables.map((table) =>
        table.name === 'public.users' ? { ...table, columns: [...table.columns, 'shoe_size'] } : table,
      ),
    }))
    const options = { config: configWith(server), storage: own, replace: true }
    await expect(restoreInto(database, foreign, options)).rejects.toThrow(
      'The database is unchanged: it refused the rows of public.users (column "shoe_size" of relation "users" does not exist)',
    )
    expect(await hashesOf(database)).toEqual(before)
  })

  test('is unchanged if the file is damaged', async () => {
    const { database, own } = await target()
    const before = await hashesOf(database)
    const options = { config: configWith(server), storage: own, replace: true }
    await expect(restoreInto(database, await without(/^manifest/), options)).rejects.toThrow('incomplete')
    expect(await hashesOf(database)).toEqual(before)
    expect(await own.read('pictures/ada.webp', 10)).toBeNull()
  })
})
