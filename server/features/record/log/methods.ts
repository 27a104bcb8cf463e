// The scoring methods. The log commits to the text of each before its first use.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `text`: the bytes that are served and hashed. `sha256`: in hex. */
export type Method = { method: number; text: Buffer; sha256: string }

const methodOf = (method: number): Method => {
  const text = readFileSync(join(import.meta.dirname, `method-${method}.md`))
  return { method, text, sha256: createHash('sha256').update(text).digest('hex') }
}

/** A new method is a new file. A file that any server's log commits to must never change. */
export const METHODS: readonly Method[] = [methodOf(1), methodOf(2)]
/** The method in use, to which every log commits. A log that began with it lacks the earlier ones. */
export const METHOD_IN_USE = methodOf(2)
