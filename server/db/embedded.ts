// The embedded database: a real PostgreSQL that lives in DATA_DIR and answers on a socket only its owner can reach.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  claimCluster,
  createCluster,
  DATABASE,
  startCluster,
  stopCluster,
} from '#server/db/embedded-cluster.ts'
import type { Cluster, Listening } from '#server/db/embedded-cluster.ts'
import { accountFor, prepareEngine } from '#server/db/embedded-files.ts'
import { lockDirectory } from '#server/db/embedded-lock.ts'
import {
  freePort,
  makeSocketDir,
  readPostmaster,
  removeSocketDir,
  removeSocketDirNow,
} from '#server/db/embedded-process.ts'

export interface EmbeddedPostgres {
  url: string
  /** True when this start made the database: it is empty. */
  isNew: boolean
  /** Closes every connection, writes everything down and ends Postgres; may be called twice. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Further postgresql.conf settings; they win over the ones here. */
  settings?: Record<string, string>
  /** How long to wait for another process to let go of the data directory; 3 seconds unless told. */
  patienceMs?: number
}

/**
 * Starts the database kept in `dataDir` (made when missing) and resolves when it answers. A Postgres that
 * outlived its server is ended first. Throws DirectoryRefused, one plain sentence, when another process
 * holds `dataDir`, and the reason with the end of Postgres's log when it does not start.
 *
 * As root the cluster belongs to an unprivileged account, yet stays in `dataDir` even where that account
 * may not walk to it (a 0700 home): it is entered before root is given up, and named /proc/self/cwd.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(home, options.patienceMs ?? 3000)
  try {
    const dir = join(home, 'postgres')
    const account = await accountFor(existsSync(dir) ? dir : home)
    const cluster = { home, dir, account, engine: await prepareEngine(home, account) }
    await endLeftover(cluster)
    const isNew = !existsSync(dir)
    await (isNew ? createCluster(cluster) : claimCluster(cluster))
    const listening = await listen(cluster, options.settings ?? {})
    const forsake = await endWithProcess(cluster)
    const stop = async () => {
      await stopCluster(cluster)
      await removeSocketDir(listening.socketDir)
      forsake()
      unlock()
    }
    let stopping: Promise<void> | undefined
    return { url: await addressOf(home, listening), isNew, stop: () => (stopping ??= stop()) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The address of the database another process has started on `dataDir`, or undefined when none runs. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const home = resolve(dataDir)
  const postmaster = await readPostmaster(join(home, 'postgres'))
  return postmaster?.isRunning ? addressOf(home, postmaster) : undefined
}

async function listen(cluster: Cluster, settings: Record<string, string>): Promise<Listening> {
  // Node speaks to no unix socket on Windows.
  const isSocket = process.platform !== 'win32'
  const socketDir = isSocket ? await makeSocketDir(cluster.account) : ''
  const listening = { socketDir, port: isSocket ? 5432 : await freePort() }
  try {
    await startCluster(cluster, listening, settings)
    return listening
  } catch (error) {
    await removeSocketDir(socketDir)
    throw error
  }
}

async function addressOf(home: string, { socketDir, port }: Listening): Promise<string> {
  if (socketDir) {
    return `postgresql://${DATABASE}@localhost:${port}/${DATABASE}?host=${encodeURIComponent(socketDir)}`
  }
  const password = await readFile(join(home, 'postgres.password'), 'utf8')
  return `postgresql://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`
}

/** Asks Postgres to end when this process ends without having called `stop`; returns what calls this off. */
async function endWithProcess(cluster: Cluster): Promise<() => void> {
  const postmaster = await readPostmaster(cluster.dir)
  // On Windows a signal would be a kill; there the next start finds it and ends it in order.
  if (!postmaster || process.platform === 'win32') return () => {}
  const end = () => {
    try {
      process.kill(postmaster.pid, 'SIGINT')
    } catch {
      // It has ended already.
    }
    removeSocketDirNow(postmaster.socketDir)
  }
  process.once('exit', end)
  return () => process.off('exit', end)
}

/** Postgres outlives a killed server: what still runs on this cluster is ended before the next start. */
async function endLeftover(cluster: Cluster): Promise<void> {
  const left = await readPostmaster(cluster.dir)
  if (!left) return
  if (left.isRunning) await stopCluster(cluster)
  // Its number now belongs to a stranger, whom Postgres would take for itself and refuse to start.
  else if (left.isReused) await rm(join(cluster.dir, 'postmaster.pid'), { force: true })
  await removeSocketDir(left.socketDir)
}
