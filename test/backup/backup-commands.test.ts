// The commands backup, verify-backup and restore: their sentences, their JSON, their exit codes, and what they leave behind.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { rowsIn } from './backup-of.ts'

const ADMIN = join(import.meta.dirname, '../../tools/scripts/admin.ts')
const KEY = Buffer.alloc(32, 'k').toString('base64')

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'signalpost-backups-'))
  await buildPeople(server.deps, { ada: member(), bob: member({ follows: ['ada'] }) })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Runs a command in its own process, from the folder of the backups. */
async function admin(database: FreshDatabase | null, words: string[], settings: Record<string, string> = {}) {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    INIT_CWD: folder,
    SESSION_SECRET: server.deps.config.sessionSecret,
    DATA_DIR: server.deps.config.dataDir,
    ...(database && { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl }),
    ...settings,
  }
  const run = promisify(execFile)(process.execPath, ['--no-warnings', ADMIN, ...words], { env })
  const { stdout, stderr, code } = await run
    .then((printed) => ({ ...printed, code: 0 }))
    .catch((error: unknown) => error as { stdout: string; stderr: string; code: number })
  return { out: stdout.trim(), error: stderr.trim(), code }
}

test(
  'a backup is made, verified without a database, and restored',
  { timeout: WAIT_TIMEOUT_MS },
  async () => {
    const file = join(folder, 'monday.backup')
    const made = await admin(server.database, ['backup', 'monday.backup', '--json'], { BACKUP_KEY: KEY })
    const { size, mode } = await stat(file)
    expect(JSON.parse(made.out)).toMatchObject({ file, sizeInBytes: size, isEncrypted: true, warnings: [] })
    expect(mode & 0o777).toBe(0o600)
    expect(
      await rowsIn(server.database, 'select size_in_bytes::int as size, is_encrypted from backups'),
    ).toEqual([{ size, is_encrypted: true }])

    const verified = await admin(null, ['verify-backup', 'monday.backup'], {
      BACKUP_KEY: KEY,
      SESSION_SECRET: 'x'.repeat(32),
    })
    expect(verified).toMatchObject({ code: 0, error: '' })
    expect(verified.out).toMatch(
      /^\S+monday\.backup: \d+ rows in \d+ tables and 0 objects, as of \S+Z; encrypted\nAttention: SESSION_SECRET is not the backup’s: /,
    )

    const elsewhere = await freshDatabase()
    onTestFinished(() => elsewhere.drop())
    const restored = await admin(elsewhere, ['restore', 'monday.backup'], { BACKUP_KEY: KEY })
    expect(restored).toMatchObject({ code: 0, error: '' })
    expect(restored.out).toMatch(/^\S+monday\.backup is restored: /)
    expect(await rowsIn(elsewhere, 'select username from users order by 1')).toEqual([
      { username: 'ada' },
      { username: 'bob' },
    ])
    // The attempt to back up is older than the backup itself, so it was restored too.
    expect(
      await rowsIn(
        elsewhere,
        `select event, actor, target from audit_log where event like 'admin.%' order by created_at`,
      ),
    ).toEqual([
      { event: 'admin.backup', actor: 'operator', target: 'monday.backup' },
      { event: 'admin.restore', actor: 'operator', target: 'monday.backup' },
    ])
    const again = await admin(elsewhere, ['restore', 'monday.backup'], { BACKUP_KEY: KEY })
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.error).toMatch(/^The database is not empty\. With --replace, .+: .*users \(2\)/)
    expect(
      (await admin(elsewhere, ['restore', 'monday.backup', '--replace', '--json'], { BACKUP_KEY: KEY })).code,
    ).toBe(0)
  },
)

test(
  'every fault prints one sentence, exits with 1, and leaves no file',
  { timeout: WAIT_TIMEOUT_MS },
  async () => {
    await writeFile(join(folder, 'taken'), 'something else')
    const faults: [words: string[], sentence: RegExp][] = [
      [['backup', 'taken'], /^\S+taken exists: choose another name\.$/],
      [['backup', 'missing/monday'], /^\S+monday was not written: ENOENT: .+$/],
      [['backup'], /^npm run admin -- invite/],
      [['backup', 'a', '--replace'], /^npm run admin -- invite/],
      [['verify-backup', 'taken'], /^This file is not a backup of Signalpost\.|The backup is incomplete/],
      [['verify-backup', 'missing'], /^The backup can't be read: ENOENT/],
      [['restore', 'missing'], /^The backup can't be read: ENOENT/],
    ]
    for (const [words, sentence] of faults) {
      const { out, error, code } = await admin(server.database, words)
      expect({ words, out, code }).toEqual({ words, out: '', code: 1 })
      expect(error).toMatch(sentence)
    }
    expect((await readdir(folder)).filter((name) => name !== 'monday.backup')).toEqual(['taken'])
  },
)
