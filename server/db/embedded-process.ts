// Finds the process of a running Postgres, and manages its socket directory.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chown, mkdtemp, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SystemAccount } from '#server/db/embedded-files.ts'

export interface Postmaster {
  pid: number
  port: number
  /** Empty if it listens on a port instead. */
  socketDir: string
  /** The process with this id is Postgres on this cluster. */
  isRunning: boolean
  /** The process with this id is another program. */
  isReused: boolean
}

/** Reads the cluster's postmaster.pid and checks it against the running processes. Undefined without the file. */
export async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  // Lines: process, directory, start time, port, socket directory, … (PostgreSQL's miscadmin.h).
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!pid) return undefined
  const isRunning = await isPostgresOf(clusterDir, pid)
  const isReused = !isRunning && isAlive(pid)
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', isRunning, isReused }
}

async function isPostgresOf(clusterDir: string, pid: number): Promise<boolean> {
  try {
    // Postgres's working directory is its cluster. Another process that reuses its id has a different one.
    if (process.platform === 'linux')
      return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(clusterDir))
    const list =
      process.platform === 'win32'
        ? ['tasklist', '/nh', '/fi', `PID eq ${pid}`]
        : ['ps', '-p', `${pid}`, '-o', 'comm=']
    const [command = '', ...args] = list
    return (await promisify(execFile)(command, args)).stdout.includes('postgres')
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

// The strictest system allows 103 bytes for the whole path. The rest is "/signalpost-XXXXXX/.s.PGSQL.5432".
const PARENT_MAX_BYTES = 70

/** Creates a directory for the socket: a short path with a random name, accessible only to Postgres's account. */
export async function makeSocketDir(account: SystemAccount | undefined): Promise<string> {
  const temporary = tmpdir()
  const fits = Buffer.byteLength(temporary) <= PARENT_MAX_BYTES
  const isReachable = !account || (await isOpenToAll(temporary))
  const dir = await mkdtemp(join(fits && isReachable ? temporary : '/tmp', 'signalpost-'))
  if (account) await chown(dir, account.uid, account.gid)
  return dir
}

async function isOpenToAll(dir: string): Promise<boolean> {
  const { mode } = await stat(dir)
  if (!(mode & 0o001)) return false
  return dirname(dir) === dir || isOpenToAll(dirname(dir))
}

/** Removes a directory only if `makeSocketDir` created it. */
export async function removeSocketDir(dir: string): Promise<void> {
  if (isSocketDir(dir)) await rm(dir, { recursive: true, force: true })
}

/** The synchronous version, for a process that is exiting. */
export function removeSocketDirNow(dir: string): void {
  if (isSocketDir(dir)) rmSync(dir, { recursive: true, force: true })
}

function isSocketDir(dir: string): boolean {
  return /^signalpost-\w{6}$/.test(basename(dir))
}

/** A free port on this machine. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('The system assigned no port')
  return address.port
}
