// Excel workbooks are recognized by their content and read like the text they stand for.
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { proposeColumns } from '#engine/broker-files/columns/propose-columns.ts'
import { findTable } from '#engine/broker-files/find-table.ts'
import { readBytes, textOf, describeActivity } from '../export-files.ts'
import { type CellValue, workbook } from './build-workbook.ts'

const day = (text: string) => new Date(`${text}Z`)
/** The cells that a program would write into a workbook for this text table. */
const cellsOf = (text: string, delimiter = ','): string[][] =>
  text
    .trim()
    .split('\n')
    .map(
      (line) =>
        line.match(/("[^"]*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '').replaceAll('"', '')) ?? [],
    )
    .map((cells) => (delimiter === ',' ? cells.slice(0, -1) : cells))

describe('A broker’s workbook', () => {
  const etoro = cellsOf(textOf('etoro.csv'))
  const notes = [['Account Statement'], ['Name', 'Ada'], ['Currency', 'USD']]
  const closed = [
    ['Position ID', 'Action', 'Amount', 'Units', 'Open Date', 'Close Date'],
    [1, 'Buy NKE', 10, 1, '01/02/2024', '02/02/2024'],
  ]

  test('is recognized by the sheet that its reader knows, at any position', async () => {
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
    expect(read.activities.map(describeActivity)).toEqual(usual.activities.map(describeActivity))
    expect(read.activities.map(({ id }) => id)).toEqual(usual.activities.map(({ id }) => id))
  })

  test('has the same rows with real dates and numbers in its cells', async () => {
    const [header, ...rows] = cellsOf(textOf('freetrade.csv'))
    const usual = await readBytes(textOf('freetrade.csv'))
    const typed = rows.map((cells) =>
      cells.map((cell): CellValue => {
        if (/^\d{4}-\d{2}-\d{2}T/.test(cell)) return day(cell.replace(/(\.\d+)?Z$/, ''))
        return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell
      }),
    )
    const read = await readBytes(workbook([{ name: 'Export', rows: [header ?? [], ...typed] }]))
    expect(read.activities.map(describeActivity)).toEqual(usual.activities.map(describeActivity))
  })

  test('has issues that name the row of the sheet', async () => {
    const rows = [
      ['date', 'type', 'symbol', 'quantity', 'price'],
      [],
      ['2024-01-05', 'buy', 'ACME', 'many', 10],
    ]
    const { issues } = await readBytes(workbook([{ name: 'Mine', rows }]))
    expect(issues).toEqual([{ line: 3, reason: 'quantity: “many” isn’t a number.' }])
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

  test('has a guess for its likeliest sheet and for every visible sheet that is chosen', async () => {
    const proposed = await propose()
    expect(proposed).toMatchObject({
      sheets: ['Summary', 'CASH OPERATION HISTORY', 'Other'],
      sheet: 1,
      rows: 2,
    })
    const { mapping, table } = proposed
    const read = await readBytes(book, { mapped: { mapping: { ...mapping, currency: 'PLN' }, table } })
    expect(read.activities.map(describeActivity)).toEqual([
      '2024-01-03 deposit, 1500 PLN',
      '2024-01-04 buy ACME 4 @ 180.25, -721 PLN',
    ])
    expect(await propose(2)).toMatchObject({ sheet: 2, rows: 1 })
    await expect(propose(0)).rejects.toThrow(/sheet “Summary” has no table with dates/)
    await expect(propose(7)).rejects.toThrow(/doesn’t have that sheet/)
  })

  test('is read only in the chosen sheet', async () => {
    const { sheet, rows, close } = await findTable(Readable.from([book]))
    const lines: number[] = []
    for await (const { line } of rows) lines.push(line)
    await close()
    expect([sheet, lines]).toEqual([1, [1, 2, 3, 4]])
  })
})
