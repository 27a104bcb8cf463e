// The command that continues a log after a restore from an older backup: when it refuses, and what it changes.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR } from '#server/audit/origin.ts'
import { continueLog, planContinuation, reasonOf } from '#server/features/record/log/continue-log.ts'
import { LogFork, openHead, refuseFork } from '#server/features/record/log/head.ts'
import { selfAudit } from '#server/features/record/log/self-audit.ts'
import { asOwner, freshDatabase } from '#test/database.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { KEPT, LOST, openRestoredLog, REASON, refusal, type RestoredLog } from './restored-log.ts'

const ADMIN = resolve('tools/scripts/admin.ts')

let log: RestoredLog
beforeAll(async () => void (log = await openRestoredLog()), 4 * WAIT_TIMEOUT_MS)
afterAll(() => log.close())

const checkpoints = async () =>
  (await log.server.deps.pool.query('select from record_checkpoints')).rowCount ?? 0

/** Runs the command in its own process, and types a name. */
const admin = (reason: string, typed: string) =>
  new Promise<{ code: number; output: string }>((done) => {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: log.database.url,
      SESSION_SECRET: log.server.deps.config.sessionSecret,
      DATA_DIR: log.dataDir,
      LOG_KEY: log.server.deps.config.logKey.toString('base64'),
    }
    const words = ['--no-warnings', ADMIN, 'continue-log', '--reason', reason]
    const child = execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      done({ code: error ? 1 : 0, output: stdout + stderr }),
    )
    child.stdin?.end(`${typed}\n`)
  })

describe('before the log goes on, the command refuses', () => {
  test('while the database has everything that was published', () => {
    expect(log.refusedBefore).toBe(
      'The database has everything that was published. The log needs no other epoch.',
    )
  })

  test('an empty reason and one that is too long', () => {
    expect(() => reasonOf(' \n')).toThrow('The reason is empty.')
    expect(() => reasonOf('x'.repeat(301))).toThrow('The reason has more than 300 characters')
    expect(reasonOf(' Two\nlines ')).toBe('Two lines')
  })

  test(
    'another name than the log’s, after it has shown what will be lost',
    async () => {
      const before = await checkpoints()
      const { code, output } = await admin(REASON, `${log.name}/`)
      expect(output).toContain(`Entries ${KEPT} to ${KEPT + LOST - 1} are lost`)
      expect(output).toContain('That isn’t the log’s name. Nothing was changed.')
      expect([code, await checkpoints()]).toEqual([1, before])
    },
    WAIT_TIMEOUT_MS,
  )

  test('a key that doesn’t sign the log', async () => {
    const deps = {
      ...log.server.deps,
      config: { ...log.server.deps.config, logKey: Buffer.alloc(32, 9), logKeyPrevious: undefined },
    }
    expect(await refusal(deps)).toContain('LOG_KEY isn’t the key that signs the log')
  })

  test.each([
    [
      'that isn’t signed',
      () => log.late.replace(/— (\S+) (.{8})..../, '— $1 $2AAAA'),
      'isn’t signed by the key',
    ],
    [
      'that contradicts the database',
      () => log.early.replace(/\n\S{43}=\n/, `\n${Buffer.alloc(32).toString('base64')}\n`),
      'contradicts the published one',
    ],
    [
      'of an epoch that the backup lacks',
      () => log.late.replace(log.name, `${log.name}/2`),
      'Restore one from after that',
    ],
  ])('a published checkpoint %s', async (_what, head, sentence) => {
    const before = await readFile(join(log.dataDir, 'log-head'), 'utf8')
    await writeFile(join(log.dataDir, 'log-head'), head())
    expect(await refusal(log.server.deps)).toContain(sentence)
    await writeFile(join(log.dataDir, 'log-head'), before)
  })

  test('while the newer database answers, but not if another database is at its address', async () => {
    const newer = await freshDatabase()
    const { host, pathname } = new URL(newer.url)
    const socket = new URL(newer.url).searchParams.get('host')
    const place = join(log.dataDir, 'log-head-database')
    const before = await readFile(place, 'utf8')
    await writeFile(place, `${socket ?? host}:${new URL(newer.url).port || '5432'}${pathname}`)
    const deps = { ...log.server.deps, config: { ...log.server.deps.config, databaseUrl: log.database.url } }
    await expect(planContinuation(deps)).resolves.toMatchObject({ lost: { from: KEPT, to: KEPT + LOST - 1 } })
    await asOwner(newer, 'insert into record_checkpoints values ($1, $2, now())', [KEPT + LOST, log.late])
    expect(await refusal(deps)).toContain('The newer database answers at')
    await newer.drop()
    await expect(planContinuation(deps)).resolves.toMatchObject({ kept: KEPT })
    await writeFile(place, before)
  })

  test('a database whose entries aren’t those that it signed', async () => {
    const change = (entry: string) =>
      asOwner(
        log.database,
        `alter table record_entries disable trigger user; ${entry}; alter table record_entries enable trigger user`,
      )
    await asOwner(log.database, 'update record_log set audited_size = 0')
    await change(`update record_entries set leaf_hash = sha256(leaf_hash) where index = 7`)
    expect(await refusal(log.server.deps)).toContain('The database’s log has a fault, so it isn’t just older')
    await change(`update record_entries set leaf_hash = sha256('\\x00'::bytea || bytes) where index = 7`)
    await selfAudit(log.server.deps)
    await expect.poll(() => log.problem()).toContain('the database has no such checkpoint')
  })
})

describe('once the operator has typed its name', () => {
  beforeAll(async () => {
    const { code, output } = await admin(REASON, log.name)
    expect(output).toContain(`The log goes on as ${log.name}/2.`)
    expect(code).toBe(0)
    // The seam, and the signal that waited.
    await log.published(2, `${log.name}/2`)
  }, 2 * WAIT_TIMEOUT_MS)

  test('posting continues without a restart, and the command refuses to run a second time', async () => {
    expect(await log.problem()).toBeNull()
    await log.post('After it')
    await log.published(3, `${log.name}/2`)
    expect(await refusal(log.server.deps)).toContain('The log needs no other epoch.')
    const plan = {
      name: log.name,
      next: `${log.name}/2`,
      last: log.late,
      size: 0,
      kept: KEPT,
      first: 0,
      lost: { from: 0, to: 0 },
      vkey: '',
    }
    await expect(continueLog({ ...log.server.deps, by: OPERATOR }, { reason: REASON, plan })).rejects.toThrow(
      'The log needs no other epoch.',
    )
  })

  test('the audit log has one entry for it', async () => {
    const rows = await log.server.deps.db
      .selectFrom('auditLog')
      .select(['actor', 'target'])
      .where('event', '=', 'admin.continue-log')
      .execute()
    expect(rows).toEqual([{ actor: 'operator', target: `${log.name}/2` }])
  })

  test('a head that the first entry names as lost, left by a kill or by another copy, is accepted, and a newer one isn’t', async () => {
    const head = openHead(log.server.deps)
    const now = await head.read()
    const ofSize = (size: number) => log.late.replace(`\n${KEPT + LOST}\n`, `\n${size}\n`)
    for (const note of [log.late, log.early, ofSize(KEPT + 1)]) {
      await head.write(note)
      await refuseFork(log.server.deps.db, head)
    }
    const otherRoot = log.late.replace(/\n\S{43}=\n/, `\n${Buffer.alloc(32).toString('base64')}\n`)
    for (const note of [
      ofSize(KEPT + LOST + 1),
      ofSize(KEPT),
      otherRoot,
      log.late.replace(log.name, `${log.name}/3`),
    ]) {
      await head.write(note)
      await expect(refuseFork(log.server.deps.db, head)).rejects.toThrow(LogFork)
    }
    await head.write(now ?? '')
  })
})
