// Derives the ids of emails from the events that they report, so that each email is queued once.
import { createHash } from 'node:crypto'

/** A UUID (version 8) that depends only on these words. */
export function nameBasedId(...words: readonly string[]): string {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
