// Hashes and checks passwords with argon2id. The only importer of the library.
import { hash, verify } from '@node-rs/argon2'
import { openLimiter } from '#server/limiter.ts'

/**
 * argon2id is the library's default. The OWASP Password Storage Cheat Sheet lists several settings of equal strength; this is
 * the one with the least memory. 19 MiB and two passes would evict other requests' data from the CPU caches, which
 * `npm run bench -- logins` shows in the feed's slowest responses.
 */
const STRENGTH = { memoryCost: 7168, timeCost: 5, parallelism: 1 }

/** One at a time: hashing runs on other threads, but it is memory-bound and would slow every page when many people sign in. */
const limiter = openLimiter({ concurrency: 1 })

export const hashPassword = (password: string): Promise<string> => limiter.run(() => hash(password, STRENGTH))

const DUMMY_HASH = await hash('nobody has this password', STRENGTH)

/** Whether the password is right. Without a hash (no such account) it returns false after the same time. */
export async function checkPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await limiter.run(() => verify(storedHash ?? DUMMY_HASH, password))
  return storedHash !== undefined && isRight
}
