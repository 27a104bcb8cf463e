// The embedded database: a real PostgreSQL in DATA_DIR, on a socket that only its owner can access.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import {
  APPLICATION_ROLE,
  chownCluster,
  createCluster,
  DATABASE_NAME,
  startCluster,
  stopCluster,
} from '#server/db/embedded-cluster.ts'
import type { Cluster, ListenAddress } from '#server/db/embedded-cluster.ts'
import type { DatabaseUrls } from '#server/db/migrate.ts'
import { systemAccountFor, prepareBinaries } from '#server/db/embedded-files.ts'
import { lockDirectory } from '#server/db/embedded-lock.ts'
import {
  freePort,
  makeSocketDir,
  readPostmaster,
  removeSocketDir,
  removeSocketDirNow,
} from '#server/db/embedded-process.ts'

export interface EmbeddedPostgres extends DatabaseUrls {
  /** True if this start created the database, which is empty then. */
  isNew: boolean
  /** Shuts Postgres down cleanly, closing every connection; may be called twice. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** More postgresql.conf settings; they override the defaults. */
  settings?: Record<string, string>
  /** How long to wait for another process to release the data directory; 3 seconds by default. */
  lockTimeoutMs?: number
}

/**
 * Starts the database in `dataDir`, creating it if needed, and resolves once it answers. First stops a Postgres that
 * outlived its server. Throws DataDirectoryError if another process uses `dataDir`, and an error with the end of
 * Postgres's log if Postgres doesn't start.
 *
 * If run as root, the cluster belongs to an unprivileged account but stays in `dataDir`, even if that account can't
 * traverse the path (a 0700 home): the working directory is set before privileges are dropped, and the path is
 * /proc/self/cwd.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(home, options.lockTimeoutMs ?? 3000)
  try {
    const dir = join(home, 'postgres')
    const account = await systemAccountFor(existsSync(dir) ? dir : home)
    const cluster = { home, dir, account, binaries: await prepareBinaries(home, account) }
    await stopLeftover(cluster)
    const isNew = !existsSync(dir)
    await (isNew ? createCluster(cluster) : chownCluster(cluster))
    const address = await listen(cluster, options.settings ?? {})
    const cancelExitHandler = await stopOnExit(cluster)
    const stop = async () => {
      await stopCluster(cluster)
      await removeSocketDir(address.socketDir)
      cancelExitHandler()
      unlock()
    }
    let stopping: Promise<void> | undefined
    // The settings may override the port.
    const urls = await urlsOf(home, (await readPostmaster(dir)) ?? address)
    await createApplicationRole(urls)
    return { ...urls, isNew, stop: () => (stopping ??= stop()) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The URLs of the database that another process runs on `dataDir`, or undefined if none does. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<DatabaseUrls | undefined> {
  const home = resolve(dataDir)
  const postmaster = await readPostmaster(join(home, 'postgres'))
  return postmaster?.isRunning ? urlsOf(home, postmaster) : undefined
}

async function listen(cluster: Cluster, settings: Record<string, string>): Promise<ListenAddress> {
  // Node doesn't support Unix sockets on Windows.
  const isSocket = process.platform !== 'win32'
  const socketDir = isSocket ? await makeSocketDir(cluster.account) : ''
  const address = { socketDir, port: isSocket ? 5432 : await freePort() }
  try {
    await startCluster(cluster, address, settings)
    return address
  } catch (error) {
    await removeSocketDir(socketDir)
    throw error
  }
}

async function urlsOf(home: string, { socketDir, port }: ListenAddress): Promise<DatabaseUrls> {
  const password = socketDir ? '' : `:${await readFile(join(home, 'postgres.password'), 'utf8')}`
  const place = socketDir
    ? `localhost:${port}/${DATABASE_NAME}?host=${encodeURIComponent(socketDir)}`
    : `127.0.0.1:${port}/${DATABASE_NAME}`
  const urlOf = (role: string) => `postgresql://${role}${password}@${place}`
  return { url: urlOf(APPLICATION_ROLE), ownerUrl: urlOf(DATABASE_NAME) }
}

/**
 * Also upgrades a cluster that was created before there were two roles. Where a password is needed, both roles have the
 * same one.
 */
async function createApplicationRole({ ownerUrl }: DatabaseUrls): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APPLICATION_ROLE])
    const password = new URL(ownerUrl).password
    if (rowCount === 0)
      await client.query(
        `create role ${APPLICATION_ROLE} login ${password && `password ${pg.escapeLiteral(password)}`}`,
      )
  } finally {
    await client.end()
  }
}

/** Stops Postgres if this process exits without calling `stop`. Returns the function that cancels this. */
async function stopOnExit(cluster: Cluster): Promise<() => void> {
  const postmaster = await readPostmaster(cluster.dir)
  // On Windows a signal would kill Postgres; the next start stops it cleanly instead.
  if (!postmaster || process.platform === 'win32') return () => {}
  const stop = () => {
    try {
      process.kill(postmaster.pid, 'SIGINT')
    } catch {
      // It has already stopped.
    }
    removeSocketDirNow(postmaster.socketDir)
  }
  process.once('exit', stop)
  return () => process.off('exit', stop)
}

/**
 * Postgres outlives a killed server, so a Postgres that still runs on this cluster is stopped before the next
 * start.
 */
async function stopLeftover(cluster: Cluster): Promise<void> {
  const leftover = await readPostmaster(cluster.dir)
  if (!leftover) return
  if (leftover.isRunning) await stopCluster(cluster)
  // Another process now has its id. Postgres would mistake it for a running server and refuse to start.
  else if (leftover.isReused) await rm(join(cluster.dir, 'postmaster.pid'), { force: true })
  await removeSocketDir(leftover.socketDir)
}
