// Streams the records of an OFX document as rows, as SGML (1.x) or XML (2.x), without holding the document in memory.
//
// SGML leaves out the closing tags of values, so an XML parser can't read it. Both versions only have elements that
// contain either a value or other elements, and none has attributes, so one scanner of tags reads both
// (https://financialdataexchange.org/FDX/About/OFX-Work-Group.aspx, OFX 2.3, sections 2.3 and 13).
import type { RawRow } from './csv-rows.ts'
import { BrokenFileError, UnreadableFileError } from './file-errors.ts'

/** Each element in these is a record. */
const LISTS = new Set(['INVTRANLIST', 'INVPOSLIST', 'SECLIST', 'BANKTRANLIST'])
const STATEMENTS = new Set(['INVSTMTRS', 'STMTRS', 'CCSTMTRS'])
/** Amounts were converted from this currency, so it isn't theirs. */
const CONVERTED = 'ORIGCURRENCY'

/** No value is longer. An unclosed tag ends here instead of filling the memory. */
const VALUE_CHARACTERS_MAX = 64 * 1024
/** The deepest nesting allowed. A transaction has nine levels. */
const DEPTH_MAX = 50

const TAG = /^<(\/?)([A-Za-z0-9._]+)\s*(\/?)>([^]*)$/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const unescaped = (text: string) =>
  text
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    // Rows of a file are joined by the zero character, which no cell may contain.
    .replaceAll('\0', '')
    .trim()

export const NO_INVESTMENTS =
  'This OFX file has no investment account. Download the file of your brokerage account, not of a bank account or a card.'

/**
 * Each record as a row: its element's name, then the name and the value of each element in it, and `KIND`, `ACCTID` and
 * `CURDEF` of its statement. Values outside of records are rows of their own. Throws `BrokenFileError` if the document
 * is incomplete, and `UnreadableFileError` if it has no investment account.
 */
export async function* ofxRows(
  pieces: AsyncIterable<string>,
): AsyncGenerator<RawRow, { endsWithinLine: boolean }> {
  const scan = scanner()
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece
    const last = text.lastIndexOf('<')
    if (last < 0) continue
    yield* scan.take(text.slice(0, last))
    rest = text.slice(last)
    if (rest.length > VALUE_CHARACTERS_MAX) throw scan.broken()
  }
  yield* scan.take(rest)
  if (!scan.isComplete()) throw scan.broken()
  if (!scan.hasInvestments()) throw new UnreadableFileError('nothing_to_import', NO_INVESTMENTS)
  return { endsWithinLine: false }
}

function scanner() {
  const stack: string[] = []
  let line = 1
  let record: { line: number; depth: number; name: string; values: Map<string, string> } | null = null
  let statement = { account: '', currency: '' }
  let [isComplete, hasInvestments] = [false, false]
  const ready: RawRow[] = []

  function open(name: string): void {
    if (stack.length >= DEPTH_MAX) throw broken()
    if (STATEMENTS.has(name)) statement = { account: '', currency: '' }
    if (name === 'INVSTMTRS') hasInvestments = true
    if (!record && (LISTS.has(stack.at(-1) ?? '') || name === 'INVBAL'))
      record = { line, depth: stack.length, name, values: new Map() }
    else if (!record) ready.push({ line, cells: [name] })
    stack.push(name)
  }

  function value(name: string, text: string): void {
    if (name === 'ACCTID' && !record) statement.account = text
    if (name === 'CURDEF') statement.currency = text
    if (!record) ready.push({ line, cells: [name, 'VALUE', text] })
    else if (!stack.includes(CONVERTED) && !record.values.has(name)) record.values.set(name, text)
  }

  /** Also closes elements without a value, whose closing tag SGML leaves out. */
  function close(name: string): void {
    const at = stack.lastIndexOf(name)
    if (at < 0) return
    stack.length = at
    if (name === 'OFX') isComplete = true
    if (!record || at > record.depth) return
    const { account, currency } = statement
    const shared = ['KIND', record.name, 'ACCTID', account, 'CURDEF', currency]
    ready.push({ line: record.line, cells: [record.name, ...[...record.values].flat(), ...shared] })
    record = null
  }

  const broken = () => new BrokenFileError(line, 'The file is cut off or damaged here.')
  return {
    broken,
    isComplete: () => isComplete,
    hasInvestments: () => hasInvestments,
    /** Complete tags, each with the text after it. */
    take(text: string): RawRow[] {
      for (const part of text.split(/(?=<)/)) {
        const [, slash = '', tag = '', empty = '', behind = ''] = TAG.exec(part) ?? []
        const name = tag.toUpperCase()
        if (slash && name) close(name)
        else if (name && !empty) {
          const content = unescaped(behind)
          if (content === '') open(name)
          else value(name, content)
        }
        line += part.split('\n').length - 1
      }
      return ready.splice(0)
    },
  }
}
