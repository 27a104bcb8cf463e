// Excel workbooks: told by what is in them, read like the text they stand for, and refused in words where they can't be.
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proposeColumns } from '#server/outside/broker/file/columns/propose-columns.ts'
import { findTable } from '#server/outside/broker/file/find-table.ts'
import { openWorkbook } from '#server/outside/broker/file/workbook/workbook.ts'
import { runs } from '#test/full.ts'
import { readBytes, textOf, told } from '../import/export-files.ts'
import { type CellValue, workbook, zip } from './workbook-maker.ts'

const day = (text: string) => new Date(`${text}Z`)
/** What a text table has in its cells, as a program would put it into a workbook. */
const cellsOf = (text: string, delimiter = ','): string[][] =>
  text
    .trim()
    .split('\n')
    .map(
      (line) =>
        line.match(/("[^"]*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '').replaceAll('"', '')) ?? [],
    )
    .map((cells) => (delimiter === ',' ? cells.slice(0, -1) : cells))

async function rowsOf(bytes: Buffer, sheet = 0) {
  const book = await openWorkbook(bytes)
  const rows: { line: number; cells: string[] }[] = []
  for await (const row of book.rows(sheet)) rows.push(row)
  return rows
}
const refusalOf = async (bytes: Buffer) =>
  await readBytes(bytes).then(
    () => ({ message: 'not refused' }),
    (error: unknown) => error as Error,
  )

describe('The cells of a sheet', () => {
  const duration = { type: 'n', inside: '<v>1.5</v>', style: 2 }
  const written: [what: string, cell: CellValue, text: string][] = [
    ['a text', 'A & B <C>', 'A & B <C>'],
    ['a whole number', 120, '120'],
    ['a long id', 2596572937, '2596572937'],
    ['a number', -12.5, '-12.5'],
    ['what adding up leaves', 0.1 + 0.2, '0.30'.slice(0, 3)],
    ['three decimals, which are no thousand', 1.234, '1.2340'],
    ['a tiny number', 1e-7, '0.0000001'],
    ['a large number', 123456789012.5, '123456789012.5'],
    ['true', true, 'TRUE'],
    ['false', false, 'FALSE'],
    ['a day', day('2024-02-29T00:00:00'), '2024-02-29'],
    ['a moment', day('2024-02-29T15:30:01'), '2024-02-29 15:30:01'],
    [
      'a moment whose fraction is cut off',
      { type: 'n', inside: '<v>45351.6458333</v>', style: 1 },
      '2024-02-29 15:30:00',
    ],
    ['a built-in date', { type: 'n', inside: '<v>45351</v>', style: 4 }, '45351'],
    ['a number with text in its format', { type: 'n', inside: '<v>3</v>', style: 3 }, '3'],
    ['hours beyond a day', duration, '1899-12-31 12:00:00'],
    ['a date in words of its own type', { type: 'd', inside: '<v>2024-03-05T00:00:00</v>' }, '2024-03-05'],
    ['what a formula came to', { type: 'str', inside: '<f>A1&amp;"x"</f><v>ACME</v>' }, 'ACME'],
    ['what a formula with a number came to', { type: 'n', inside: '<f>SUM(A1:A2)</f><v>7.5</v>' }, '7.5'],
    ['a formula that failed', { type: 'e', inside: '<v>#N/A</v>' }, '#N/A'],
    ['a text with marks that XML has no way for', 'one_x000D_two', 'one\rtwo'],
    ['a date beyond the calendar', { type: 'n', inside: '<v>99999999</v>', style: 1 }, '99999999'],
    ['no number at all', { type: 'n', inside: '<v>abc</v>' }, 'abc'],
    ['a text that isn’t there', { type: 's', inside: '<v>999</v>' }, ''],
  ]
  const formats = ['[h]:mm', '"days" 0" months"']

  test.each(written)('%s', async (_what, cell, text) => {
    const bytes = workbook([{ name: 'One', rows: [['before', cell, 'behind']] }], { formats })
    expect(await rowsOf(bytes)).toEqual([{ line: 1, cells: ['before', text, 'behind'] }])
  })

  test('stand where their addresses say, with blanks between them and blank rows left out', async () => {
    const bytes = workbook([
      { name: 'One', rows: [['a', null, 'c'], [], [null, null], [...Array<null>(27).fill(null), 'AB']] },
    ])
    const [first, second, ...others] = await rowsOf(bytes)
    expect(first).toEqual({ line: 1, cells: ['a', '', 'c'] })
    expect(second?.line).toBe(4)
    expect(second?.cells.at(27)).toBe('AB')
    expect(others).toEqual([])
  })

  test.each([
    ['texts inside the cells', { isInline: true }],
    ['no addresses', { isTerse: true }],
    ['the calendar of 1904', { is1904: true }],
  ])('are the same with %s', async (_what, options) => {
    const rows = [
      ['Date', 'Note'],
      [day('2024-02-29T00:00:00'), 'x'],
      [null, 'y'],
    ]
    expect(await rowsOf(workbook([{ name: 'One', rows }], options))).toEqual(
      await rowsOf(workbook([{ name: 'One', rows }])),
    )
  })

  test('any numbers and texts come out as they went in', async () => {
    const cell = fc.oneof(
      fc.string({
        maxLength: 40,
        unit: fc.constantFrom('a', 'Z', ' ', '0', '9', '.', ',', ';', '"', '&', '<', '>', 'ä', '€', '中'),
      }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
        async (rows) => {
          const read = await rowsOf(workbook([{ name: 'One', rows }]))
          const back = new Map(read.map(({ line, cells }) => [line, cells]))
          for (const [index, cells] of rows.entries())
            for (const [column, value] of cells.entries()) {
              const text = back.get(index + 1)?.[column] ?? ''
              if (typeof value !== 'number')
                expect(text).toBe(typeof value === 'boolean' ? String(value).toUpperCase() : value)
              else expect(Number(text)).toBeCloseTo(value, Math.abs(value) < 1e6 ? 6 : 2)
            }
        },
      ),
      { numRuns: runs(40) },
    )
  })
})

describe('A broker’s workbook', () => {
  const etoro = cellsOf(textOf('etoro.csv'))
  const notes = [['Account Statement'], ['Name', 'Ada'], ['Currency', 'USD']]
  const closed = [
    ['Position ID', 'Action', 'Amount', 'Units', 'Open Date', 'Close Date'],
    [1, 'Buy NKE', 10, 1, '01/02/2024', '02/02/2024'],
  ]

  test('is recognized by the sheet that its reader knows, wherever that stands', async () => {
    const bytes = workbook([
      { name: 'Account Summary', rows: notes },
      { name: 'Closed Positions', rows: closed },
      { name: 'Account Activity', rows: etoro },
      {
        name: 'Dividends',
        rows: [
          ['Date of Payment', 'Instrument Name'],
          ['05/03/2024', 'NVDA/USD'],
        ],
      },
    ])
    const [read, usual] = [await readBytes(bytes), await readBytes(textOf('etoro.csv'))]
    expect(read).toEqual({ ...usual, activities: read.activities })
    expect(read.activities.map(told)).toEqual(usual.activities.map(told))
    expect(read.activities.map(({ id }) => id)).toEqual(usual.activities.map(({ id }) => id))
  })

  test('has the same rows with its days and figures as real dates and numbers', async () => {
    const [header, ...rows] = cellsOf(textOf('freetrade.csv'))
    const usual = await readBytes(textOf('freetrade.csv'))
    const typed = rows.map((cells) =>
      cells.map((cell): CellValue => {
        if (/^\d{4}-\d{2}-\d{2}T/.test(cell)) return day(cell.replace(/(\.\d+)?Z$/, ''))
        return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell
      }),
    )
    const read = await readBytes(workbook([{ name: 'Export', rows: [header ?? [], ...typed] }]))
    expect(read.activities.map(told)).toEqual(usual.activities.map(told))
  })

  test('faults name the row of the sheet', async () => {
    const rows = [
      ['date', 'type', 'symbol', 'quantity', 'price'],
      [],
      ['2024-01-05', 'buy', 'ACME', 'many', 10],
    ]
    const { faults } = await readBytes(workbook([{ name: 'Mine', rows }]))
    expect(faults).toEqual([{ line: 3, reason: 'quantity: “many” is not a number.' }])
  })
})

describe('A workbook that no reader knows', () => {
  const cash = [
    ['XTB', null, null],
    ['ID', 'Type', 'Time', 'Symbol', 'Comment', 'Amount'],
    [1, 'Deposit', day('2024-01-03T09:15:00'), null, 'Bank transfer', 1500],
    [2, 'Stocks/ETF purchase', day('2024-01-04T15:31:00'), 'ACME.US', 'OPEN BUY 4 @ 180.25', -721],
  ]
  const book = workbook([
    { name: 'Summary', rows: [['Balance', 100]] },
    { name: 'Hidden', rows: cash, isHidden: true },
    { name: 'CASH OPERATION HISTORY', rows: cash },
    {
      name: 'Other',
      rows: [
        ['Date', 'Type', 'What'],
        [day('2024-01-03T00:00:00'), 'Fee', 'x'],
      ],
    },
  ])
  const propose = (sheet?: number) =>
    proposeColumns(Readable.from([book]), sheet === undefined ? {} : { sheet })

  test('has the columns of its likeliest sheet guessed, and of every visible one that is chosen', async () => {
    const proposed = await propose()
    expect(proposed).toMatchObject({
      sheets: ['Summary', 'CASH OPERATION HISTORY', 'Other'],
      sheet: 1,
      rows: 2,
    })
    const { mapping, table } = proposed
    const read = await readBytes(book, { mapped: { mapping, table } })
    expect(read.activities.map(told)).toEqual([
      '2024-01-03 deposit, 1500 USD',
      '2024-01-04 buy ACME 4 @ 180.25, -721 USD',
    ])
    expect(await propose(2)).toMatchObject({ sheet: 2, rows: 1 })
    await expect(propose(0)).rejects.toThrow(/sheet “Summary” has no table with dates/)
    await expect(propose(7)).rejects.toThrow(/no such sheet/)
  })

  test('of a workbook only the sheet that is read is gone through', async () => {
    const { sheet, rows, close } = await findTable(Readable.from([book]))
    const lines: number[] = []
    for await (const { line } of rows) lines.push(line)
    await close()
    expect([sheet, lines]).toEqual([1, [1, 2, 3, 4]])
  })
})

describe('What is no workbook that can be read', () => {
  const parts = { '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }
  const compound = (name: string) =>
    Buffer.concat([
      Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
      Buffer.alloc(3000),
      Buffer.from(`${name}\0`, 'utf16le'),
    ])
  const sheetOf = (inside: string) =>
    workbook([{ name: 'One', rows: [] }], {
      more: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${inside}` },
    })

  test.each([
    [
      'an encrypted workbook',
      compound('EncryptedPackage'),
      'This workbook is protected with a password. Save it without one and try again.',
    ],
    ['a zip with a password', zip(parts, { isEncrypted: true }), /protected with a password/],
    ['an old workbook', compound('Workbook'), /old Excel workbook \(\.xls\)\..*save it as \.xlsx/],
    ['an old document', compound('WordDocument'), /old Office file/],
    ['a binary workbook', zip({ 'xl/workbook.bin': 'x' }), /binary Excel workbook/],
    ['a document', zip({ 'word/document.xml': '<x/>' }), /Word document/],
    ['an OpenDocument file', zip({ mimetype: 'application/vnd', 'content.xml': '<x/>' }), /OpenDocument/],
    ['a Numbers file', zip({ 'Index/Document.iwa': 'x' }), /Apple Numbers/],
    ['another archive', zip({ 'export.csv': 'a,b' }), /compressed file\. Unpack it/],
    ['a gzip', gzipSync('Date,Action'), /compressed/],
    ['half an archive', zip(parts).subarray(0, 60), /damaged/],
    ['an archive of nothing but its first letters', Buffer.from('PK\x03\x04'), /damaged/],
    ['a workbook without a sheet', zip(parts), /no sheet with rows/],
    ['a workbook that breaks off', sheetOf('<row><c><v>1'), /damaged/],
    [
      'a workbook with an entity bomb',
      sheetOf('<row><c t="str"><v>&lol;</v></c></row></sheetData></worksheet>'),
      /damaged/,
    ],
  ])('%s is refused in words', async (_what, bytes, message) => {
    const { message: said } = await refusalOf(bytes)
    expect(said).toMatch(message)
  })

  test('a workbook with nothing but notes in it is refused with what is understood', async () => {
    const { message } = await refusalOf(
      workbook([{ name: 'One', rows: [['Dear broker'], ['please send money']] }]),
    )
    expect(message).toMatch(/Understood are .*at least a column with dates/)
  })

  test('a part that is larger than its archive says is never unpacked beyond that', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ['2024-01-02', 'buy', 'ACME', index, 10])
    const real = workbook([{ name: 'One', rows }])
    // The same archive, whose directory claims that each part has ten bytes.
    const names = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']
    const lying = zip(Object.fromEntries(names.map((name) => [name, 'x'.repeat(5000)])), { claims: () => 10 })
    expect((await refusalOf(lying)).message).toMatch(/damaged/)
    expect(await readBytes(real).catch((error: unknown) => error as Error)).toMatchObject({
      reason: 'columns_unknown',
    })
  })

  test('a bomb of cells without an end stops at the limit, and one of a text without a tag at once', async () => {
    const cell = '<c t="str"><v>2024-01-01</v></c>'
    const bomb = zip({
      ...bookParts,
      'xl/worksheets/sheet1.xml': Buffer.concat([
        Buffer.from('<worksheet><sheetData><row>'),
        Buffer.alloc(320 * 1024 * 1024, cell),
      ]),
    })
    expect(bomb.length).toBeLessThan(2_000_000)
    expect((await refusalOf(bomb)).message).toMatch(/unpacks to more than 300 MB/)
    const text = zip({
      ...bookParts,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c><v>${'1'.repeat(3_000_000)}`,
    })
    expect((await refusalOf(text)).message).toMatch(/damaged/)
  })

  const bookParts = {
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="b" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  }
})
