// The right to run the embedded database of one data directory: held by one process, and gone when it dies.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

// Kept here because a collected handle would let go of its lock.
const held = new Set<DatabaseSync>()

/** The data directory cannot be had; the message is all there is to tell. */
export class DirectoryRefused extends Error {}

/** How long to wait between two tries, in milliseconds. */
const PAUSE_MS = 50

/**
 * Takes the data directory for this process and returns what gives it back. The lock is one of the
 * operating system's (taken through SQLite, which knows how on every system): no stale file can block a
 * start. Waits up to `patienceMs` for another process that is about to end, then throws DirectoryRefused;
 * so it does at once where this account may not write.
 */
export async function lockDirectory(dataDir: string, patienceMs: number): Promise<() => void> {
  const owner = join(dataDir, 'postgres.owner')
  let lock = tryLock(dataDir)
  for (let waitedMs = 0; !lock && waitedMs < patienceMs; waitedMs += PAUSE_MS) {
    await setTimeout(PAUSE_MS)
    lock = tryLock(dataDir)
  }
  if (!lock) {
    const who = await readFile(owner, 'utf8').catch(() => 'unknown')
    throw new DirectoryRefused(
      `Signalpost is already running on the data directory ${dataDir} (process ${who}): ` +
        'stop it first, or set DATA_DIR to another directory.',
    )
  }
  const taken = lock
  held.add(taken)
  await writeFile(owner, String(process.pid))
  return () => {
    if (held.delete(taken)) taken.close()
  }
}

/** The open lock, or undefined while another holds it. */
function tryLock(dataDir: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(dataDir, 'postgres.lock'))
    lock.exec('pragma journal_mode = off; begin exclusive')
    return lock
  } catch (cause) {
    lock?.close()
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (reason.includes('locked')) return undefined
    throw new DirectoryRefused(`The data directory ${dataDir} cannot be used by this account: ${reason}.`, {
      cause,
    })
  }
}
