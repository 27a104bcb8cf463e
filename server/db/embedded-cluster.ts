// One database cluster of the bundled Postgres: made, started and ended with Postgres's own programs.
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
import { systemClock } from '#server/clock.ts'
import type { Account } from '#server/db/embedded-files.ts'
import { readPostmaster } from '#server/db/embedded-process.ts'

/** What is needed to run one of Postgres's programs on one cluster. */
export interface Cluster {
  home: string
  dir: string
  engine: string
  account: Account | undefined
}

// Small on purpose, for a machine that also runs the server and a browser.
const SETTINGS = {
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Three helper processes fewer; everything that is asked often fits in memory anyway.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  log_checkpoints: 'off',
  // The log may not hold what people wrote: no statements and no values of refused rows.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}
// Characters; a longer log is put aside at the next start, and replaces the one put aside before.
const LOG_LIMIT = 5_000_000

/** The name of both the database and its owner. */
export const DATABASE = 'signalpost'

/** Makes the empty database; nothing of it is seen in `cluster.dir` before it is whole. */
export async function createCluster(cluster: Cluster): Promise<void> {
  // Made under another name, so that an interrupted creation is never taken for a database.
  const draft = { ...cluster, dir: `${cluster.dir}.new` }
  await rm(draft.dir, { recursive: true, force: true })
  await mkdir(draft.dir, { mode: 0o700 })
  await give(draft.dir, cluster.account)
  let access = ['--auth=trust']
  if (process.platform === 'win32') {
    // A port can be reached by everyone on the machine, so there a password stands guard.
    const file = join(cluster.home, 'postgres.password')
    await writeFile(file, systemClock.newToken(), { mode: 0o600 })
    access = ['--auth=scram-sha-256', `--pwfile=${file}`]
  }
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const owner = ['-U', DATABASE, ...access]
  await run(draft, 'initdb', ['-D', dirName(draft), ...owner, ...encoding, '--no-instructions'])
  const statement = `create database ${DATABASE};\n`
  await run(draft, 'postgres', ['--single', '-D', dirName(draft), 'postgres'], statement)
  await appendFile(join(draft.dir, 'postgresql.conf'), "include 'signalpost.conf'\n")
  await rename(draft.dir, cluster.dir)
}

/** Gives a cluster that root owns, as a backup restored by root is, to the account that must own it. */
export async function claimCluster({ dir, account }: Cluster): Promise<void> {
  if (!account || (await stat(dir)).uid === account.uid) return
  for (const path of await readdir(dir, { recursive: true })) await give(join(dir, path), account)
  await give(dir, account)
  await chmod(dir, 0o700)
}

/** Where a start is to listen: in a socket directory, or on a port of this machine where that is empty. */
export interface Listening {
  socketDir: string
  port: number
}

/** Starts the cluster and resolves when it answers; throws the end of Postgres's log when it does not. */
export async function startCluster(
  cluster: Cluster,
  listening: Listening,
  more: Record<string, string>,
): Promise<void> {
  const settings = {
    ...SETTINGS,
    listen_addresses: listening.socketDir ? '' : '127.0.0.1',
    unix_socket_directories: listening.socketDir,
    port: String(listening.port),
    ...more,
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  )
  const file = join(cluster.dir, 'signalpost.conf')
  await writeFile(file, lines.join(''))
  await give(file, cluster.account)

  const log = join(cluster.dir, 'server.log')
  let earlier = await readFile(log, 'utf8').catch(() => '')
  if (earlier.length > LOG_LIMIT) {
    await rename(log, `${log}.old`)
    earlier = ''
  }
  const dir = dirName(cluster)
  try {
    await run(cluster, 'pg_ctl', ['start', '-w', '-t', '120', '-D', dir, '-l', join(dir, 'server.log')])
  } catch (cause) {
    const said = (await readFile(log, 'utf8').catch(() => '')).slice(earlier.length)
    const reason =
      said.trimEnd().split('\n').slice(-12).join('\n') ||
      (cause instanceof Error ? cause.message : String(cause))
    throw new Error(`The embedded Postgres in ${cluster.dir} did not start. Its last words:\n${reason}`, {
      cause,
    })
  }
}

/** Ends the cluster's Postgres, if one runs: at first in order, after 8 seconds without waiting for anything. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  for (const [mode, seconds] of [
    ['fast', '8'],
    ['immediate', '5'],
  ] as const) {
    // Asked each time: the number in the file may only be signalled while it is Postgres.
    if (!(await readPostmaster(cluster.dir))?.isRunning) return
    try {
      return await run(cluster, 'pg_ctl', ['stop', '-w', '-D', dirName(cluster), '-m', mode, '-t', seconds])
    } catch {
      // It did not end in time, or just before it was asked to.
    }
  }
  if (!(await readPostmaster(cluster.dir))?.isRunning) return
  throw new Error(`The embedded Postgres in ${cluster.dir} does not end; end its process and start again.`)
}

/** Where the unprivileged account may not be able to walk to the cluster, it is named by being there. */
function dirName(cluster: Cluster): string {
  return cluster.account && process.platform === 'linux' ? '/proc/self/cwd' : cluster.dir
}

async function give(path: string, account: Account | undefined): Promise<void> {
  if (account) await lchown(path, account.uid, account.gid)
}

/** Runs one of Postgres's programs in the cluster's directory; throws with what it said when it fails. */
function run(cluster: Cluster, program: string, args: string[], input = ''): Promise<void> {
  return new Promise((done, fail) => {
    let said = ''
    const child = spawn(join(cluster.engine, 'bin', program), args, {
      cwd: cluster.dir,
      // Nothing of ours: a stray PGPORT or LC_ALL would change how Postgres behaves.
      env: { LC_ALL: 'C', TZ: 'UTC' },
      ...cluster.account,
    })
    child.stdout.on('data', (data: Buffer) => (said += data))
    child.stderr.on('data', (data: Buffer) => (said += data))
    child.stdin.on('error', () => {}).end(input)
    child.on('error', (cause) => fail(new Error(`${program} could not be run: ${cause.message}`, { cause })))
    // Not 'close': on Windows the server inherits the pipes and keeps them open for as long as it lives.
    child.on('exit', (code) => {
      if (code === 0) done()
      else fail(new Error(`${program} failed: ${said.trim()}`))
    })
  })
}
