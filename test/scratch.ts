// Where tests keep what they throw away.
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const ENOUGH_BYTES = 2_000_000_000

/**
 * The directory to make temporary directories in: in memory where the machine has that and room in it,
 * for copying a database is ten times quicker there than on a slow disk; else the usual one.
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
