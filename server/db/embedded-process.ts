// A running Postgres seen from outside: which process it is, and the socket directory it answers in.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chown, mkdtemp, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from '#server/db/embedded-files.ts'

export interface Postmaster {
  pid: number
  port: number
  /** Empty where it listens on a port instead. */
  socketDir: string
  /** A live process with this number is Postgres on this very cluster. */
  isRunning: boolean
  /** A live process with this number is something else. */
  isReused: boolean
}

/** What the cluster's postmaster.pid says, checked against the live processes; undefined without that file. */
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
    // Postgres works from inside its cluster, which no process that merely got its number does.
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

// The system's limit is 103 bytes on the strictest system; the rest is "/signalpost-XXXXXX/.s.PGSQL.5432".
const ROOM_FOR_PARENT_BYTES = 70

/** Makes a directory for the socket: short, of unguessable name, open to the account Postgres runs as alone. */
export async function makeSocketDir(account: Account | undefined): Promise<string> {
  const temporary = tmpdir()
  const fits = Buffer.byteLength(temporary) <= ROOM_FOR_PARENT_BYTES
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

/** Removes what `makeSocketDir` made; any other directory is left alone. */
export async function removeSocketDir(dir: string): Promise<void> {
  if (isSocketDir(dir)) await rm(dir, { recursive: true, force: true })
}

/** The same without waiting, for the last moment of a process. */
export function removeSocketDirNow(dir: string): void {
  if (isSocketDir(dir)) rmSync(dir, { recursive: true, force: true })
}

function isSocketDir(dir: string): boolean {
  return /^signalpost-\w{6}$/.test(basename(dir))
}

/** A port of this machine that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('This machine gives out no port.')
  return address.port
}
