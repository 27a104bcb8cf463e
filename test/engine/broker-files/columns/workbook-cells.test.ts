// The text of a workbook's cells.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openWorkbook } from '#engine/broker-files/workbook/workbook.ts'
import { runs } from '#test/test-scope.ts'
import { type CellValue, workbook } from './build-workbook.ts'

const day = (text: string) => new Date(`${text}Z`)

async function rowsOf(bytes: Buffer, sheet = 0) {
  const book = await openWorkbook(bytes)
  const rows: { line: number; cells: string[] }[] = []
  for await (const row of book.rows(sheet)) rows.push(row)
  return rows
}

describe('The cells of a sheet', () => {
  const duration = { type: 'n', inside: '<v>1.5</v>', style: 2 }
  const written: [what: string, cell: CellValue, text: string][] = [
    ['a text', 'A & B <C>', 'A & B <C>'],
    ['a whole number', 120, '120'],
    ['a long id', 2596572937, '2596572937'],
    ['a number', -12.5, '-12.5'],
    ['a rounding remainder', 0.1 + 0.2, '0.30'.slice(0, 3)],
    ['three decimals, which aren’t thousands', 1.234, '1.2340'],
    ['a tiny number', 1e-7, '0.0000001'],
    ['a large number', 123456789012.5, '123456789012.5'],
    ['true', true, 'TRUE'],
    ['false', false, 'FALSE'],
    ['a day', day('2024-02-29T00:00:00'), '2024-02-29'],
    ['a moment', day('2024-02-29T15:30:01'), '2024-02-29 15:30:01'],
    [
      'a time with a truncated fraction',
      { type: 'n', inside: '<v>45351.6458333</v>', style: 1 },
      '2024-02-29 15:30:00',
    ],
    ['a built-in date', { type: 'n', inside: '<v>45351</v>', style: 4 }, '45351'],
    ['a number with text in its format', { type: 'n', inside: '<v>3</v>', style: 3 }, '3'],
    ['a duration of more than a day', duration, '1899-12-31 12:00:00'],
    ['an ISO date cell', { type: 'd', inside: '<v>2024-03-05T00:00:00</v>' }, '2024-03-05'],
    ['a text formula’s result', { type: 'str', inside: '<f>A1&amp;"x"</f><v>ACME</v>' }, 'ACME'],
    ['a number formula’s result', { type: 'n', inside: '<f>SUM(A1:A2)</f><v>7.5</v>' }, '7.5'],
    ['a formula that failed', { type: 'e', inside: '<v>#N/A</v>' }, '#N/A'],
    ['a text with characters that XML can’t contain', 'one_x000D_two', 'one\rtwo'],
    ['a date beyond the calendar', { type: 'n', inside: '<v>99999999</v>', style: 1 }, '99999999'],
    ['an invalid number', { type: 'n', inside: '<v>abc</v>' }, 'abc'],
    ['a missing shared text', { type: 's', inside: '<v>999</v>' }, ''],
  ]
  const formats = ['[h]:mm', '"days" 0" months"']

  test.each(written)('%s', async (_what, cell, text) => {
    const bytes = workbook([{ name: 'One', rows: [['before', cell, 'behind']] }], { formats })
    expect(await rowsOf(bytes)).toEqual([{ line: 1, cells: ['before', text, 'behind'] }])
  })

  test('are placed by their addresses, with empty cells between them and without blank rows', async () => {
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

  test('keep any number and text unchanged', async () => {
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
