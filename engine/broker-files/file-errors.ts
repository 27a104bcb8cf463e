// Errors for a broker's file, or one line of it, with messages that people can read.

/**
 * `columns_unknown`: the owner has to name the table's columns. `too_large` and `too_many_rows`: size limits.
 * `no_text`: another kind of file. `unknown`: text without a known broker's table. `beside_positions`: can't be
 * combined with what the account has.
 */
export type UnreadableReason =
  | 'empty'
  | 'nothing_to_import'
  | 'too_large'
  | 'too_many_rows'
  | 'no_text'
  | 'unknown'
  | 'columns_unknown'
  | 'beside_positions'

/** The file as a whole can't be read. `message` may be shown to the person who chose it. */
export class UnreadableFileError extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, message: string) {
    super(message)
    this.name = 'ExportRefused'
    this.reason = reason
  }
}

/** One row can't be read. The message may contain figures of the row: only for its owner, never for a log. */
export class RowError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RowError'
  }
}

/** The file breaks off or is malformed at a line. What comes after it isn't read. */
export class BrokenFileError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'FileBroken'
    this.line = line
  }
}

const QUOTED_CHARACTERS = 40

/** A cell's text for use within a sentence: on one line, shortened, in quotes. */
export function quoted(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const characters = [...plain]
  const short =
    characters.length > QUOTED_CHARACTERS ? `${characters.slice(0, QUOTED_CHARACTERS).join('')}…` : plain
  return `“${short}”`
}
