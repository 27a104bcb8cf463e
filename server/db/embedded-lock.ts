// A lock on the data directory, which is released when the process that holds it dies.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { OperatorError } from '#server/log.ts'

// Referenced here, because a handle that is garbage-collected releases its lock.
const held = new Set<DatabaseSync>()

/** The data directory can't be used; the message is meant for the operator. */
export class DataDirectoryError extends OperatorError {}

const RETRY_MS = 50

/**
 * Locks the data directory for this process and returns the function that unlocks it. It is an operating system lock
 * (taken through SQLite, which supports every platform), so a stale file can't block a start. Waits up to `timeoutMs`
 * for another process that is about to exit, then throws DataDirectoryError. Throws at once if this account can't write
 * to the directory.
 */
export async function lockDirectory(dataDir: string, timeoutMs: number): Promise<() => void> {
  const owner = join(dataDir, 'postgres.owner')
  let lock = tryLock(dataDir)
  for (let waitedMs = 0; !lock && waitedMs < timeoutMs; waitedMs += RETRY_MS) {
    await setTimeout(RETRY_MS)
    lock = tryLock(dataDir)
  }
  if (!lock) {
    const who = await readFile(owner, 'utf8').catch(() => 'unknown')
    throw new DataDirectoryError(
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

/** The open lock, or undefined while another process holds it. */
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
    throw new DataDirectoryError(`The data directory ${dataDir} cannot be used by this account: ${reason}.`, {
      cause,
    })
  }
}
