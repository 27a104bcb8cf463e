// The right to run the embedded database of one data directory: held by one process, and gone when it dies.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// Kept here because a collected handle would let go of its lock.
const held = new Set<DatabaseSync>()

/**
 * Takes the data directory for this process and returns what gives it back. The lock is one of the
 * operating system's (taken through SQLite, which knows how on every system): no stale file can block a
 * start. Throws a plain sentence when another holds it.
 */
export async function lockDirectory(dataDir: string): Promise<() => void> {
  const owner = join(dataDir, 'postgres.owner')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(dataDir, 'postgres.lock'))
    lock.exec('pragma journal_mode = off; begin exclusive')
  } catch (cause) {
    lock?.close()
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (!reason.includes('locked')) {
      throw new Error(`The data directory ${dataDir} cannot be used by this account: ${reason}.`, { cause })
    }
    const who = await readFile(owner, 'utf8').catch(() => 'unknown')
    throw new Error(
      `Signalpost is already running on the data directory ${dataDir} (process ${who}): ` +
        'stop it first, or set DATA_DIR to another directory.',
      { cause },
    )
  }
  held.add(lock)
  await writeFile(owner, String(process.pid))
  return () => {
    if (held.delete(lock)) lock.close()
  }
}
