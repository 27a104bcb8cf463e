// Creates, starts and stops a database cluster with the bundled PostgreSQL's programs.
import { spawn } from 'node:child_process'
import {
  appendFile,
  chmod,
  lchown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '#server/clock.ts'
import type { SystemAccount } from '#server/db/embedded-files.ts'
import { readPostmaster } from '#server/db/embedded-process.ts'

/** Everything needed to run one of PostgreSQL's programs on a cluster. */
export interface Cluster {
  /** DATA_DIR. */
  home: string
  dir: string
  /** Contains Postgres's `bin`, `lib` and `share`. */
  binaries: string
  /** The account that Postgres runs as; undefined for the server's own account. */
  account: SystemAccount | undefined
}

// Small, because the machine also runs the server and a browser.
const SETTINGS = {
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Avoids three helper processes. Frequently read data fits in memory anyway.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  log_checkpoints: 'off',
  // The log must not contain what people wrote, so no statements and no values of rejected rows.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}
/** In characters. The next start renames a longer log to `server.log.old`, replacing the previous one. */
const LOG_MAX = 5_000_000

/** The name of the database and of its owner, which runs migrations. */
export const DATABASE_NAME = 'signalpost'
/** The server's role. It has only the rights of `grants.ts`. */
export const APPLICATION_ROLE = 'signalpost_app'

/** Creates the empty database. `cluster.dir` appears only once it is complete. */
export async function createCluster(cluster: Cluster): Promise<void> {
  // Created under another name, so that an interrupted creation is never mistaken for a database.
  const draft = { ...cluster, dir: `${cluster.dir}.new` }
  await rm(draft.dir, { recursive: true, force: true })
  await mkdir(draft.dir, { mode: 0o700 })
  await chownTo(draft.dir, cluster.account)
  let access = ['--auth=trust']
  if (process.platform === 'win32') {
    // Any account on the machine can connect to a port, so it needs a password.
    const file = join(cluster.home, 'postgres.password')
    await writeFile(file, systemClock.newToken(), { mode: 0o600 })
    access = ['--auth=scram-sha-256', `--pwfile=${file}`]
  }
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const owner = ['-U', DATABASE_NAME, ...access]
  await run(draft, 'initdb', ['-D', dirName(draft), ...owner, ...encoding, '--no-instructions'])
  const statement = `create database ${DATABASE_NAME};\n`
  await run(draft, 'postgres', ['--single', '-D', dirName(draft), 'postgres'], statement)
  await appendFile(join(draft.dir, 'postgresql.conf'), "include 'signalpost.conf'\n")
  await rename(draft.dir, cluster.dir)
}

/**
 * Changes the owner of a cluster that root owns, such as a backup restored by root, to the account Postgres runs as.
 */
export async function chownCluster({ dir, account }: Cluster): Promise<void> {
  if (!account || (await stat(dir)).uid === account.uid) return
  for (const path of await readdir(dir, { recursive: true })) await chownTo(join(dir, path), account)
  await chownTo(dir, account)
  await chmod(dir, 0o700)
}

/** Where Postgres listens: in a socket directory or, if that is empty, on a local port. */
export interface ListenAddress {
  socketDir: string
  port: number
}

/** Postgres's error while the processes of a killed server are still exiting. */
const STILL_EXITING = 'pre-existing shared memory block'
const STARTS_MAX = 20
const RETRY_MS = 500

/** Starts the cluster and resolves once it answers; otherwise throws the end of Postgres's log. */
export async function startCluster(
  cluster: Cluster,
  address: ListenAddress,
  moreSettings: Record<string, string>,
): Promise<void> {
  const settings = {
    ...SETTINGS,
    listen_addresses: address.socketDir ? '' : '127.0.0.1',
    unix_socket_directories: address.socketDir,
    port: String(address.port),
    ...moreSettings,
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  )
  const file = join(cluster.dir, 'signalpost.conf')
  await writeFile(file, lines.join(''))
  await chownTo(file, cluster.account)

  const log = join(cluster.dir, 'server.log')
  let earlier = await readFile(log, 'utf8').catch(() => '')
  if (earlier.length > LOG_MAX) {
    await rename(log, `${log}.old`)
    earlier = ''
  }
  const dir = dirName(cluster)
  const start = ['start', '-w', '-t', '120', '-D', dir, '-l', join(dir, 'server.log')]
  for (let tries = 1; ; tries += 1)
    try {
      return await run(cluster, 'pg_ctl', start)
    } catch (cause) {
      const added = (await readFile(log, 'utf8').catch(() => '')).slice(earlier.length)
      if (added.includes(STILL_EXITING) && tries < STARTS_MAX) await setTimeout(RETRY_MS)
      else {
        const reason =
          added.trimEnd().split('\n').slice(-12).join('\n') ||
          (cause instanceof Error ? cause.message : String(cause))
        const text = `The embedded Postgres in ${cluster.dir} did not start. The end of its log:\n${reason}`
        throw new Error(text, { cause })
      }
    }
}

/** Stops the cluster's Postgres if it is running: a clean shutdown first and, after 8 seconds, an immediate one. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  for (const [mode, seconds] of [
    ['fast', '8'],
    ['immediate', '5'],
  ] as const) {
    // Checked each time, so that the process id in the file is only signaled while it is Postgres.
    if (!(await readPostmaster(cluster.dir))?.isRunning) return
    try {
      return await run(cluster, 'pg_ctl', ['stop', '-w', '-D', dirName(cluster), '-m', mode, '-t', seconds])
    } catch {
      // It didn't stop in time, or had just stopped by itself.
    }
  }
  if (!(await readPostmaster(cluster.dir))?.isRunning) return
  throw new Error(`The embedded Postgres in ${cluster.dir} does not stop: end its process and start again.`)
}

/** The cluster's path. The unprivileged account may not be able to reach it, so there it is the working directory. */
function dirName(cluster: Cluster): string {
  return cluster.account && process.platform === 'linux' ? '/proc/self/cwd' : cluster.dir
}

async function chownTo(path: string, account: SystemAccount | undefined): Promise<void> {
  if (account) await lchown(path, account.uid, account.gid)
}

/** Runs one of Postgres's programs in the cluster's directory; throws its output if it fails. */
function run(cluster: Cluster, program: string, args: string[], input = ''): Promise<void> {
  return new Promise((done, fail) => {
    let output = ''
    const child = spawn(join(cluster.binaries, 'bin', program), args, {
      cwd: cluster.dir,
      // A clean environment: a stray PGPORT or LC_ALL would change how Postgres behaves.
      env: { LC_ALL: 'C', TZ: 'UTC' },
      ...cluster.account,
    })
    child.stdout.on('data', (data: Buffer) => (output += data))
    child.stderr.on('data', (data: Buffer) => (output += data))
    child.stdin.on('error', () => {}).end(input)
    child.on('error', (cause) => fail(new Error(`${program} could not be run: ${cause.message}`, { cause })))
    // Not 'close': on Windows Postgres inherits the pipes and keeps them open while it runs.
    child.on('exit', (code) => {
      if (code === 0) done()
      else fail(new Error(`${program} failed: ${output.trim()}`))
    })
  })
}
