// The embedded database when it is started twice, killed, replaced or stopped.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import type { EmbeddedPostgres } from '#server/db/embedded.ts'
import { scratchRoot } from '#test/scratch.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

let parent: string
let dataDir: string
let started: EmbeddedPostgres[]

beforeEach(async () => {
  parent = await mkdtemp(join(await scratchRoot(), 'signalpost-embedded-'))
  // Only its owner may enter it, like a home directory.
  dataDir = join(parent, 'home', '.data')
  await mkdir(join(parent, 'home'), { mode: 0o700 })
  started = []
})

afterEach(async () => {
  for (const postgres of started) await postgres.stop()
  await rm(parent, { recursive: true, force: true })
})

async function start(lockTimeoutMs = 0): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(dataDir, { settings: { fsync: 'off' }, lockTimeoutMs })
  started.push(postgres)
  return postgres
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return Object.values((await client.query(question)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

/** Starts the database in another process; resolves once it answers. */
async function startElsewhere() {
  const program = `
    const { startEmbeddedPostgres } = await import('#server/db/embedded.ts')
    const { ownerUrl } = await startEmbeddedPostgres(${JSON.stringify(dataDir)}, { settings: { fsync: 'off' } })
    process.on('SIGTERM', () => process.exit(1))
    console.log(ownerUrl)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: url.toString().trim() }
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

function isRunning(pid: number): boolean {
  // An ended process stays a zombie until its parent waits for it.
  try {
    return stateOf(pid) !== 'Z'
  } catch {
    return false
  }
}

/** The process state, as in ps(1). On Linux it is read from /proc, because a minimal Debian has no `ps`. */
function stateOf(pid: number): string | undefined {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' })[0]
  // "pid (name) state …", and the name may contain parentheses: proc_pid_stat(5).
  return /.*\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
}

test('the database starts empty, in UTF-8 and UTC', async () => {
  const postgres = await start()
  expect(postgres.isNew).toBe(true)
  expect(await ask(postgres.url, 'show server_encoding')).toBe('UTF8')
  expect(await ask(postgres.url, 'show timezone')).toBe('UTC')
  expect(await ask(postgres.url, `select lower('ÄÖ')`)).toBe('äö')
})

test('data survives a stop and a start', async () => {
  const first = await start()
  await ask(first.ownerUrl, 'create table note as select 42 as answer')
  await first.stop()
  const second = await start()
  expect(second.isNew).toBe(false)
  expect(await ask(second.ownerUrl, 'select answer from note')).toBe(42)
})

test('the server’s role may not create tables, and an older database gets the role', async () => {
  const first = await start()
  await expect(ask(first.url, 'create table note (id integer)')).rejects.toThrow('permission denied')
  await ask(first.ownerUrl, 'drop role signalpost_app')
  await first.stop()
  expect(await ask((await start()).url, 'select current_user')).toBe('signalpost_app')
})

test('the database doesn’t listen on the network, and only its owner may enter the socket’s directory', async () => {
  const { url } = await start()
  expect(await ask(url, 'show listen_addresses')).toBe('')
  const dir = new URL(url).searchParams.get('host') ?? ''
  expect(statSync(dir).mode & 0o777).toBe(0o700)
})

test('a second start on the same data directory is refused with a clear message', async () => {
  await start()
  await expect(start()).rejects.toThrow(
    `Signalpost is already running on the data directory ${dataDir} (process ${process.pid}): ` +
      'stop it first, or set DATA_DIR to another directory.',
  )
})

test('a start beside another process is refused, and that process’s database can be found and used', async () => {
  const { child, url } = await startElsewhere()
  await expect(start()).rejects.toThrow(`(process ${child.pid})`)
  expect(await runningEmbeddedPostgres(dataDir)).toMatchObject({ ownerUrl: url })
  expect(await ask(url, 'select 1')).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await start()
})

test('a start waits for another process that is about to exit', async () => {
  const first = await start()
  const second = start(3000)
  await first.stop()
  expect(await ask((await second).url, 'select 1')).toBe(1)
})

test('of two concurrent starts exactly one succeeds', async () => {
  const outcomes = await Promise.allSettled([start(), start()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a Postgres that outlived its killed server is replaced, and the data is still there', async () => {
  const { child, url } = await startElsewhere()
  await ask(url, 'create table note as select 42 as answer')
  const orphan = await postmasterPid()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isRunning(orphan)).toBe(true)

  const next = await start()
  expect(await ask(next.ownerUrl, 'select answer from note')).toBe(42)
  expect(isRunning(orphan)).toBe(false)
  expect(existsSync(new URL(url).searchParams.get('host') ?? '')).toBe(false)
})

test('after both Postgres and the server were killed, the next start recovers', async () => {
  const { child, url } = await startElsewhere()
  await ask(url, 'create table note as select 42 as answer')
  process.kill(await postmasterPid(), 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await start()
  expect(await ask(next.ownerUrl, 'select answer from note')).toBe(42)
})

test('another process that reuses the old Postgres’s id is left alone', async () => {
  await (await start()).stop()
  const stranger = spawn('sleep', ['60'])
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${stranger.pid}\n/elsewhere\n0\n5432\n\n\n`)
  const next = await start()
  expect(await ask(next.ownerUrl, 'select 1')).toBe(1)
  await next.stop()
  expect(stranger.exitCode).toBe(null)
  stranger.kill()
})

test('a stop leaves no process and no files behind, and may be repeated', async () => {
  const postgres = await start()
  const pid = await postmasterPid()
  const dir = new URL(postgres.url).searchParams.get('host') ?? ''
  await Promise.all([postgres.stop(), postgres.stop()])
  await postgres.stop()
  expect(isRunning(pid)).toBe(false)
  expect(existsSync(dir)).toBe(false)
  expect(await runningEmbeddedPostgres(dataDir)).toBe(undefined)
})

test('a server that exits without stopping stops its Postgres too', async () => {
  const { child } = await startElsewhere()
  const pid = await postmasterPid()
  child.kill('SIGTERM')
  await once(child, 'exit')
  await expect.poll(() => isRunning(pid), { timeout: WAIT_TIMEOUT_MS }).toBe(false)
})

test('if Postgres can’t start, the error contains its message', async () => {
  await (await start()).stop()
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '12\n')
  await expect(start()).rejects.toThrow(/did not start[^]*incompatible with server/)
})
