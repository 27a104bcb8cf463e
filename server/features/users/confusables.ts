// The table of confusable characters of Unicode (UTS #39).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of Unicode that the table belongs to. */
export const UNICODE = 17

const characterOf = (hexadecimal: string) => String.fromCodePoint(Number.parseInt(hexadecimal, 16))

function readTable(): Map<string, string> {
  const table = new Map<string, string>()
  const lines = readFileSync(join(import.meta.dirname, 'confusables.txt'), 'utf8').split('\n')
  for (const line of lines) {
    const [text = '', lookalikes] = line.split(': ')
    if (line.startsWith('#') || lookalikes === undefined) continue
    const prototype = text.split(' ').map(characterOf).join('')
    for (const lookalike of lookalikes.split(' ')) table.set(characterOf(lookalike), prototype)
  }
  return table
}

const TABLE = readTable()

/** Replaces each character with the text that stands for all that look like it, such as `l` for `1` and `I`. */
export const prototypesOf = (text: string): string =>
  [...text].map((character) => TABLE.get(character) ?? character).join('')

/** The number of characters that look like others. */
export const confusables = TABLE.size
