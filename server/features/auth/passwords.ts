// Hashes and checks passwords with argon2id. The only importer of the library.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { openHashingQueue, type Turn } from './hashing-queue.ts'

/**
 * argon2id is the library's default. The OWASP Password Storage Cheat Sheet lists several settings of equal strength; this is
 * the one with the least memory. 19 MiB and two passes would evict other requests' data from the CPU caches, which
 * `npm run bench sign-in` shows in the feed's slowest responses.
 */
const STRENGTH = { memoryCost: 7168, timeCost: 5, parallelism: 1 }

/**
 * Hashing leaves one processor to everything else. It runs on libuv's thread pool, which files and DNS share; the launcher
 * adds a thread for each hash (`SERVER_ENV` in tools/scripts/runtime.mjs).
 */
const THREADS = Math.max(1, availableParallelism() - 1)

/**
 * As many strangers wait as a thread hashes within their longest wait. A hash takes about 6 ms (measured), so with a rest of
 * twice that a flood gets a third of a processor (docs/decisions/0017-sign-in-under-attack.md).
 */
const queue = openHashingQueue({ threads: THREADS, waitingMax: 64 * THREADS, waitMs: 4000, restMs: 12 })

/** How many passwords are being hashed, and how many wait. */
export const hashingLoad = (): ReturnType<typeof queue.load> => queue.load()

/** Without a turn, it comes first: no visitor asked for it. Throws `sign_in_busy`. */
export const hashPassword = (password: string, turn: Turn = { isKnown: true, tries: 0 }): Promise<string> =>
  queue.run(turn, () => hash(password, STRENGTH))

const DUMMY_HASH = await hash('nobody has this password', STRENGTH)

/**
 * Whether the password is right. Without a hash (no such account) it returns false after the same time. Throws
 * `sign_in_busy`.
 */
export async function checkPassword(
  storedHash: string | undefined,
  password: string,
  turn: Turn = { isKnown: true, tries: 0 },
): Promise<boolean> {
  const isRight = await queue.run(turn, () => verify(storedHash ?? DUMMY_HASH, password))
  return storedHash !== undefined && isRight
}
