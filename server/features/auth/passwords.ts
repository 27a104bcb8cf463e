// Hashes and verifies passwords with argon2id. The only importer of the library.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { openHashingQueue, type Turn } from './hashing-queue.ts'

/**
 * argon2id is the library's default. The OWASP Password Storage Cheat Sheet lists several settings of equal strength,
 * of which this one needs the least memory. 19 MiB and two passes would evict other requests' data from the CPU caches,
 * which `npm run bench sign-in` shows in the feed's slowest responses.
 */
export const STRENGTH = { memoryCost: 7168, timeCost: 5, parallelism: 1 }
/** Only tests change it (test/setup.ts). */
export const hashing = { strength: STRENGTH }

/**
 * Hashing leaves one CPU to everything else. It runs on libuv's thread pool, which files and DNS share. The launcher
 * adds a thread for each hash (`SERVER_ENV` in tools/scripts/runtime.mjs).
 */
const THREADS = Math.max(1, availableParallelism() - 1)

/**
 * As many strangers may wait as a thread can hash within the longest wait. A hash takes about 6 ms (measured), so with
 * a pause of twice that time a flood gets a third of a CPU (docs/decisions/0017-sign-in-under-attack.md).
 */
const queue = openHashingQueue({ threads: THREADS, waitingMax: 64 * THREADS, waitMs: 4000, restMs: 12 })

/** How many passwords are being hashed, and how many are waiting. */
export const hashingLoad = (): ReturnType<typeof queue.load> => queue.load()

/** Without a `turn` it has priority, because the request isn't an anonymous sign-in. Throws `sign_in_busy`. */
export const hashPassword = (password: string, turn: Turn = { isKnown: true, tries: 0 }): Promise<string> =>
  queue.run(turn, () => hash(password, hashing.strength))

const DUMMY_HASH = await hash('nobody has this password', STRENGTH)

/**
 * Whether the password is correct. Without a hash (no such account) it returns false after the same time. Throws
 * `sign_in_busy`.
 */
export async function checkPassword(
  storedHash: string | undefined,
  password: string,
  turn: Turn = { isKnown: true, tries: 0 },
): Promise<boolean> {
  const isCorrect = await queue.run(turn, () => verify(storedHash ?? DUMMY_HASH, password))
  return storedHash !== undefined && isCorrect
}
