// Seeded randomness: numbers and ids hashed from strings.
import { createHash } from 'node:crypto'

const digest = (parts: (string | number)[]) => createHash('sha256').update(parts.join('\n')).digest()

/** In the range [0, 1). */
export const seededRandom = (...parts: (string | number)[]) => digest(parts).readUIntBE(0, 6) / 2 ** 48

/** Picks one element; the same parts always pick the same one. */
export function seededChoice<T>(all: readonly T[], ...parts: (string | number)[]): T | undefined {
  return all[Math.floor(seededRandom(...parts) * all.length)]
}

/** A UUID derived from the parts. */
export function stableId(...parts: (string | number)[]): string {
  const hex = digest(parts).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
