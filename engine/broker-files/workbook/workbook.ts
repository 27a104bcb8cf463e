// Reads an .xlsx workbook (ECMA-376): its visible sheets, and each one's rows as a CSV file would have them.
import type { RawRow } from '../csv-rows.ts'
import { UnreadableFileError } from '../file-errors.ts'
import { isDateFormat, unescaped } from './cell-text.ts'
import { type Meanings, sheetRows } from './sheet-rows.ts'
import { readXml, type XmlHandlers } from './xml-part.ts'
import { openZip, type ZipParts } from './zip-parts.ts'

export type Workbook = {
  /** The names of the visible sheets; at least one. */
  sheets: string[]
  rows: (sheet: number) => AsyncGenerator<RawRow, { endsWithinLine: boolean }>
}

/** A larger archive would contain more rows than are accepted. */
export const WORKBOOK_BYTES_MAX = 30 * 1024 * 1024

const SAVE_AS = 'Open it and save it as an Excel workbook (.xlsx) or as CSV, then choose that file.'
const OTHERS: [part: RegExp, sentence: string][] = [
  [/^xl\/workbook\.bin$/, `This is a binary Excel workbook (.xlsb). ${SAVE_AS}`],
  [/^word\//, 'This is a Word document, not a broker’s export.'],
  [/^ppt\//, 'This is a presentation, not a broker’s export.'],
  [/^mimetype$/, `This is an OpenDocument file. ${SAVE_AS}`],
  [/^Index\//, `This is an Apple Numbers file. Open it and export it as CSV, then choose that file.`],
]
const PACKED = 'This is a compressed file. Unpack it and choose the CSV, XML or .xlsx file in it.'

/**
 * Throws `UnreadableFileError` for an archive that isn't a workbook, or one that is protected, damaged or unpacks to
 * too much.
 */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const zip = await openZip(bytes)
  const book = await contentsOf(zip)
  const strings = await sharedStrings(zip, book.strings)
  const meanings: Meanings = { strings, isDate: await dateStyles(zip, book.styles), is1904: book.is1904 }
  return {
    sheets: book.sheets.map(({ name }) => name),
    rows: (sheet) => sheetRows(zip.open(book.sheets[sheet]?.part ?? ''), meanings),
  }
}

/** Does nothing if the part doesn't exist. */
async function through(zip: ZipParts, part: string, handlers: XmlHandlers): Promise<void> {
  if (!zip.names.includes(part)) return
  for await (const _ of readXml(zip.open(part), handlers));
}

type Relation = { id: string; type: string; target: string }

/** A part's relations, with targets as paths from the root of the archive. */
async function relationsOf(zip: ZipParts, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const relations: Relation[] = []
  await through(zip, `${folder}_rels/${part.slice(folder.length)}.rels`, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      const target = new URL(Target, `zip:///${folder}`).pathname.slice(1)
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}

type Contents = { sheets: { name: string; part: string }[]; strings: string; styles: string; is1904: boolean }

async function contentsOf(zip: ZipParts): Promise<Contents> {
  const root = (await relationsOf(zip, '')).find(({ type }) => type === 'officeDocument')
  const part = root?.target ?? 'xl/workbook.xml'
  if (!zip.names.includes(part) || !part.endsWith('workbook.xml')) throw notAWorkbook(zip)
  const relations = await relationsOf(zip, part)
  const sheets: { name: string; part: string; isHidden: boolean }[] = []
  let is1904 = false
  await through(zip, part, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1]
      const relation = relations.find((one) => one.id === id && one.type === 'worksheet')
      const isHidden = /hidden/i.test(attributes['state'] ?? '')
      if (relation) sheets.push({ name: attributes['name'] ?? '', part: relation.target, isHidden })
    },
  })
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  if (visible.length === 0)
    throw new UnreadableFileError('empty', 'There is no sheet with rows in this workbook.')
  const of = (type: string) => relations.find((one) => one.type === type)?.target ?? ''
  return { sheets: visible, strings: of('sharedStrings'), styles: of('styles'), is1904 }
}

function notAWorkbook({ names }: ZipParts): UnreadableFileError {
  const found = OTHERS.find(([pattern]) => names.some((name) => pattern.test(name)))
  return new UnreadableFileError('no_text', found?.[1] ?? PACKED)
}

/** The rest of a longer text is cut, as in a cell of a text file. */
const TEXT_CHARACTERS = 500
/**
 * The limit for all distinct texts of a workbook together. One with the most rows accepted has 20 million (measured).
 */
const STRINGS_CHARACTERS_MAX = 60_000_000

async function sharedStrings(zip: ZipParts, part: string): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let [isText, isReading] = [false, false]
  let characters = 0
  await through(zip, part, {
    open(name) {
      if (name === 'si') text = ''
      // Phonetic readings are stored next to a text.
      else if (name === 'rPh') isReading = true
      else if (name === 't') isText = !isReading
    },
    text(piece) {
      if (isText && text.length < TEXT_CHARACTERS) text += piece.slice(0, TEXT_CHARACTERS - text.length)
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isReading = false
      else if (name === 'si') {
        characters += text.length + 8
        if (characters > STRINGS_CHARACTERS_MAX) throw tooMuchText()
        strings.push(unescaped(text))
      }
    },
  })
  return strings
}

const tooMuchText = () =>
  new UnreadableFileError(
    'too_large',
    'This workbook has too much text in it. Export shorter date ranges and import them one at a time.',
  )

/** For each style, whether its numbers are days or times. */
async function dateStyles(zip: ZipParts, part: string): Promise<boolean[]> {
  const codes = new Map<number, string>()
  const styles: boolean[] = []
  let isOfCells = false
  await through(zip, part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      else if (name === 'cellXfs') isOfCells = true
      else if (name === 'xf' && isOfCells) {
        const id = Number(attributes['numFmtId'] ?? 0)
        styles.push(isDateFormat(id, codes.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return styles
}
