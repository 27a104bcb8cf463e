// Chance that is the same each time: numbers and ids worked out from words.
import { createHash } from 'node:crypto'

const digest = (parts: (string | number)[]) => createHash('sha256').update(parts.join('\n')).digest()

/** From 0 up to, but not including, 1. */
export const seededRandom = (...parts: (string | number)[]) => digest(parts).readUIntBE(0, 6) / 2 ** 48

/** One of them; the same words choose the same one. */
export function seededChoice<T>(all: readonly T[], ...parts: (string | number)[]): T | undefined {
  return all[Math.floor(seededRandom(...parts) * all.length)]
}

/** An id that looks like any other. */
export function stableId(...parts: (string | number)[]): string {
  const hex = digest(parts).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
