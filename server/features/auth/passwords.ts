// Hashing and checking passwords with argon2id; the only importer of the library.
import { hash, verify } from '@node-rs/argon2'
import { openLimiter } from '#server/limiter.ts'

/**
 * OWASP Password Storage Cheat Sheet: argon2id (the library's default), one of the settings it calls equal in strength.
 * The one with least memory: 19 MiB and two passes push everybody else's data out of the processor's caches, which
 * `npm run bench -- logins` shows in the feed's slowest answers.
 */
const STRENGTH = { memoryCost: 7168, timeCost: 5, parallelism: 1 }

/**
 * One at a time: hashing runs on other threads, but it is memory-bound and would take the processor from everybody's
 * pages when many sign in at once.
 */
const limiter = openLimiter({ concurrency: 1 })

export const hashPassword = (password: string): Promise<string> => limiter.run(() => hash(password, STRENGTH))

const DUMMY = await hash('nobody has this password', STRENGTH)

/** Whether the password is right. Without a hash (no such person) it takes as long and is false. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const right = await limiter.run(() => verify(stored ?? DUMMY, password))
  return stored !== undefined && right
}
