// Builds .xlsx workbooks for tests part by part, including invalid ones.
import { crc32, deflateRawSync } from 'node:zlib'

/** A date is a number with a date format. `raw` is the inside of a cell with its type. */
export type CellValue =
  | string
  | number
  | boolean
  | Date
  | null
  | { type: string; inside: string; style?: number }
export type Sheet = { name: string; rows: CellValue[][]; isHidden?: boolean }

type Options = {
  is1904?: boolean
  /** Format codes of the styles from 2 on. 0 is General, 1 is `yyyy-mm-dd hh:mm`. */
  formats?: string[]
  /** Texts inside the cells instead of shared ones. */
  isInline?: boolean
  /** Omits the addresses of rows and cells, as some programs do. */
  isTerse?: boolean
  more?: Record<string, string | Buffer>
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const DOCUMENT = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

export function workbook(sheets: Sheet[], options: Options = {}): Buffer {
  const strings: string[] = []
  const shared = (text: string) => {
    const known = strings.indexOf(text)
    return known >= 0 ? known : strings.push(text) - 1
  }
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': `${DOCUMENT}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${DOCUMENT}<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${options.is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, isHidden }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map(
        (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
      ),
      ['rIdS', 'sharedStrings', '/xl/sharedStrings.xml'],
      ['rIdT', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': styles(options.formats ?? []),
  }
  for (const [index, { rows }] of sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `${DOCUMENT}<worksheet ${MAIN}><sheetData>${rows.map((cells, row) => rowXml(cells, row + 1, options, shared)).join('')}</sheetData></worksheet>`
  parts['xl/sharedStrings.xml'] =
    `${DOCUMENT}<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`
  return zip({ ...parts, ...options.more })
}

const relations = (all: (readonly [id: string, type: string, target: string])[]) =>
  `${DOCUMENT}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const styles = (formats: string[]) =>
  `${DOCUMENT}<styleSheet ${MAIN}><numFmts>${['yyyy\\-mm\\-dd hh:mm', ...formats]
    .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${[
    0,
    ...formats.keys().map((key) => key + 1),
  ]
    .map((key) => `<xf numFmtId="${164 + key}"/>`)
    .join('')}</cellXfs></styleSheet>`

function rowXml(
  cells: CellValue[],
  row: number,
  { isInline, isTerse, is1904 }: Options,
  shared: (text: string) => number,
): string {
  const inside = cells.map((value, column) => {
    const address = isTerse ? '' : ` r="${letters(column)}${row}"`
    if (value === null) return isTerse ? '<c/>' : ''
    if (typeof value === 'boolean') return `<c${address} t="b"><v>${value ? 1 : 0}</v></c>`
    if (typeof value === 'number') return `<c${address}><v>${value}</v></c>`
    if (value instanceof Date) return `<c${address} s="1"><v>${serialOf(value, is1904 === true)}</v></c>`
    if (typeof value === 'object')
      return `<c${address} t="${value.type}"${value.style === undefined ? '' : ` s="${value.style}"`}>${value.inside}</c>`
    return isInline
      ? `<c${address} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
      : `<c${address} t="s"><v>${shared(value)}</v></c>`
  })
  return `<row${isTerse ? '' : ` r="${row}"`}>${inside.join('')}</row>`
}

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)

/** Days since the calendar's beginning. */
const serialOf = (day: Date, is1904: boolean) =>
  (day.getTime() - (is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / 86_400_000

type ZipOptions = { isEncrypted?: boolean; claims?: (name: string, size: number) => number }

/** A zip archive of these parts (PKWARE APPNOTE 6.3). `claims`: a false size for a part. */
export function zip(
  parts: Record<string, string | Buffer>,
  { isEncrypted, claims }: ZipOptions = {},
): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const named = Buffer.from(name)
    const said = Buffer.alloc(26)
    said.writeUInt16LE(20, 0)
    said.writeUInt16LE(isEncrypted ? 0x801 : 0x800, 2)
    said.writeUInt16LE(8, 4)
    said.writeUInt16LE(0x21, 8)
    said.writeUInt32LE(crc32(plain), 10)
    said.writeUInt32LE(packed.length, 14)
    said.writeUInt32LE(claims?.(name, plain.length) ?? plain.length, 18)
    said.writeUInt16LE(named.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), said, named, packed])
    const entry = Buffer.alloc(16)
    entry.writeUInt32LE(offset, 12)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), said, entry.subarray(2), named]))
    bodies.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end])
}
