// Why a broker's file, or one line of it, can't be read, in words that a person understands.

/**
 * `columns_unknown` is a table whose columns its owner has to name; `too_large` and `too_many_rows` are about size, `no_text` is a file of another kind altogether, `unknown` is text
 * in which no broker's table was found; `beside_positions` can't be added to what the account has.
 */
export type RefusalReason =
  | 'empty'
  | 'too_large'
  | 'too_many_rows'
  | 'no_text'
  | 'unknown'
  | 'columns_unknown'
  | 'beside_positions'

/** The file as a whole can't be read; `message` may be shown to whoever chose it. */
export class ExportRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.name = 'ExportRefused'
    this.reason = reason
  }
}

/** One row can't be read. The message may hold figures of the row: for the owner's eyes, never for a log. */
export class RowError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RowError'
  }
}

/** The file breaks off or falls apart at a line; what comes after it isn't read. */
export class FileBroken extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'FileBroken'
    this.line = line
  }
}

const QUOTED_CHARACTERS = 40

/** A cell as it may stand within a sentence: on one line, not too long, in quotes. */
export function quoted(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const characters = [...plain]
  const short =
    characters.length > QUOTED_CHARACTERS ? `${characters.slice(0, QUOTED_CHARACTERS).join('')}…` : plain
  return `“${short}”`
}
