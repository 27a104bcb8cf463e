// Refuses passwords that are easy to guess, or made of the person's or the product's words.
import { join } from 'node:path'
import { openLimiter } from '#server/limiter.ts'
import { runInThread } from '#server/worker-thread.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { Problem } from '#shared/problems.ts'

/** The password's owner. The password must not be guessable from their public details. */
export type Owner = { username: string; displayName?: string | null | undefined; email: string }

export type PasswordCheck = { password: string; words: string[] }
export type PasswordRating = 'fine' | 'weak' | 'own_words'

/**
 * The dictionary takes 44 MB and a quarter of a second to load (measured), so its thread is kept while people register.
 */
const THREAD = { maxMb: 150, maxMs: 15_000, keepMs: 60_000 }
const limiter = openLimiter({ concurrency: 1, waitingMax: 20, waitMs: 10_000 })

/** Throws `weak_password` and `password_of_own_words`. */
export async function refuseWeakPassword(password: string, owner: Owner): Promise<void> {
  const data: PasswordCheck = { password, words: wordsOf(owner) }
  const file = join(import.meta.dirname, 'rate-password-worker.ts')
  const rating = (await limiter.run(() => runInThread(file, { data, ...THREAD }))) as PasswordRating
  if (rating === 'weak') throw new Problem('weak_password')
  if (rating === 'own_words') throw new Problem('password_of_own_words')
}

/** The words of a person and of the product, in lower case. Parts of two letters would match by chance. */
export function wordsOf({ username, displayName, email }: Owner): string[] {
  const parts = [username, displayName ?? '', email, PRODUCT_NAME].flatMap((text) => [
    text,
    ...text.split(/[^\p{L}\p{N}]+/u),
  ])
  return [...new Set([...parts, 'signal', 'post'].map((word) => word.toLowerCase()))].filter(
    (word) => word.length > 2,
  )
}
