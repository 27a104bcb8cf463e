// The directory for the tests' temporary data.
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const ENOUGH_BYTES = 2_000_000_000

/**
 * The directory for temporary directories: in memory if the machine has enough, because copying a database is ten times
 * faster there than on a slow disk; otherwise the system's.
 */
export async function scratchRoot(): Promise<string> {
  const memory = '/dev/shm'
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize >= ENOUGH_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
