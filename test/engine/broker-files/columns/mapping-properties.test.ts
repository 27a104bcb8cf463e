// Property test: with the right mapping, a table with any column names, order and notation is read as it was meant.
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proposeColumns } from '#engine/broker-files/columns/propose-columns.ts'
import { UnreadableFileError } from '#engine/broker-files/file-errors.ts'
import { type ColumnField, ColumnMapping, type Meaning } from '#shared/contracts/column-mapping.ts'
import { missingFrom } from '#shared/rules/column-mapping.ts'
import { runs } from '#test/test-scope.ts'
import { readBytes, describeActivity } from '../export-files.ts'
import { workbook } from './build-workbook.ts'

type Row = { day: string; meaning: Meaning; symbol: string; quantity: number; price: number; fee: number }
type Writing = Pick<ColumnMapping, 'dates' | 'decimal' | 'amount' | 'outflows'>

/** In hundredths, so that all figures are exact. */
const cents = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100)
const FIELDS: ColumnField[] = ['date', 'action', 'symbol', 'quantity', 'price', 'amount', 'fee', 'currency']
const WORDS = { buy: 'Zug', sell: 'Zag', dividend: 'Dong', deposit: 'Ding', withdrawal: 'Dang', fee: 'Bong' }
type Known = keyof typeof WORDS
const isTrade = (meaning: Meaning) => meaning === 'buy' || meaning === 'sell'

const row = fc.record<Row>({
  day: fc
    .date({ min: new Date('2015-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  meaning: fc.constantFrom(...(Object.keys(WORDS) as Known[])),
  symbol: fc.constantFrom('ACME', 'BOLT', 'BRK.B'),
  quantity: fc.integer({ min: 1, max: 5000 }),
  price: cents(1, 900),
  fee: cents(0, 9),
})
const writing = fc.record<Writing>({
  dates: fc.constantFrom('ymd', 'mdy', 'dmy'),
  decimal: fc.constantFrom('.', ','),
  amount: fc.constantFrom('after_fees', 'before_fees'),
  outflows: fc.constantFrom('minus', 'unsigned'),
})

/** The cash change of a row. */
function cashOf({ meaning, quantity, price, fee }: Row): number {
  const gross = quantity * price
  if (meaning === 'buy') return -(gross + fee)
  if (meaning === 'sell') return gross - fee
  return meaning === 'withdrawal' || meaning === 'fee' ? -price : price
}

function meant(one: Row): string {
  const { day, meaning, symbol, quantity, price, fee } = one
  const cash = `${Number(cashOf(one).toFixed(2))} USD`
  if (isTrade(meaning)) {
    const shares = meaning === 'buy' ? quantity : -quantity
    return `${day} ${meaning} ${symbol} ${shares} @ ${price}, ${cash}${fee ? ` (fee ${fee})` : ''}`
  }
  const about = meaning === 'dividend' ? ` ${symbol}` : ''
  return `${day} ${meaning}${about}, ${cash}${meaning === 'fee' ? ` (fee ${price})` : ''}`
}

function dateText(day: string, dates: Writing['dates']): string {
  const [year, month, date] = day.split('-')
  return dates === 'ymd' ? day : dates === 'mdy' ? `${month}/${date}/${year}` : `${date}.${month}.${year}`
}

function cellsOf(one: Row, { dates, decimal, amount, outflows }: Writing): Record<string, string> {
  const number = (value: number) => value.toFixed(2).replace('.', decimal)
  const trade = isTrade(one.meaning)
  const cash = cashOf(one)
  const gross = trade && amount === 'before_fees' ? one.quantity * one.price * Math.sign(cash) : cash
  return {
    date: dateText(one.day, dates),
    action: WORDS[one.meaning as Known],
    symbol: trade || one.meaning === 'dividend' ? one.symbol : '',
    quantity: trade ? String(one.quantity) : '',
    price: trade ? number(one.price) : '',
    amount: number(outflows === 'minus' ? gross : Math.abs(gross)),
    fee: trade ? number(one.fee) : '',
    currency: 'USD',
  }
}

const table = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 12 }),
  writing,
  order: fc.shuffledSubarray(FIELDS, { minLength: FIELDS.length }),
  delimiter: fc.constantFrom(';', '\t', '|'),
  hasHeader: fc.boolean(),
})

/** A sale for less than its fee, so that the cash decreases. */
const CHEAP_SALE = {
  rows: [{ day: '2015-01-01', meaning: 'sell' as const, symbol: 'ACME', quantity: 1, price: 1, fee: 1.01 }],
  writing: { dates: 'ymd', decimal: '.', amount: 'after_fees', outflows: 'unsigned' } as Writing,
  order: FIELDS,
  delimiter: ';' as const,
  hasHeader: true,
}

test('rows in any notation are read as intended', async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ rows, writing: how, order, delimiter, hasHeader }) => {
      const header = order.map((_, index) => `Colonne ${index}`)
      const lines = rows.map((one) => order.map((field) => cellsOf(one, how)[field] ?? ''))
      const mapping: ColumnMapping = {
        broker: 'Mine',
        columns: Object.fromEntries(order.map((field, index) => [field, index])),
        meanings: Object.entries(WORDS).map(([meaning, word]) => ({ word, meaning: meaning as Known })),
        currency: 'USD',
        ...how,
      }
      const all = hasHeader ? [header, ...lines] : lines
      const text = all.map((cells) => cells.join(delimiter)).join('\n') + '\n'
      const options = {
        mapped: { mapping, table: { header: hasHeader ? header : null, width: order.length, sheet: 0 } },
      }
      const usual = rows.map(meant).toSorted()
      const read = await readBytes(text, options)
      expect(read.issues).toEqual([])
      expect(read.activities.map(describeActivity).toSorted()).toEqual(usual)
      expect(new Set(read.activities.map(({ id }) => id)).size).toBe(rows.length)
      // A workbook with the same cells has the same rows.
      const inBook = await readBytes(workbook([{ name: 'One', rows: all }]), options)
      expect(inBook.activities.map(({ id }) => id).toSorted()).toEqual(
        read.activities.map(({ id }) => id).toSorted(),
      )
    }),
    { numRuns: runs(60), examples: [[CHEAP_SALE]] },
  )
})

function refused(error: unknown): 'refused' {
  if (error instanceof UnreadableFileError) return 'refused'
  throw error
}

test('the server accepts the guess for any table, and a message names what is missing', async () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '2024-01-05',
      '31.12.2024',
      'Buy',
      'Dividend',
      'ACME',
      '1.234,50',
      '-3',
      'US0378331005',
      'EUR',
      '__proto__',
      'constructor',
      '',
    ),
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[;"\r\n\0]/g, '')),
  )
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 7 }), { minLength: 1, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const text = cells.map((line) => line.join(';')).join('\n') + '\n'
      const proposed = await proposeColumns(Readable.from([Buffer.from(text)]), {}).catch(refused)
      if (proposed === 'refused') return
      const { mapping, columns, table: found } = proposed
      expect(missingFrom(mapping, columns).every((sentence) => sentence.endsWith('.'))).toBe(true)
      expect(ColumnMapping.parse(mapping)).toEqual(mapping)
      expect(Object.values(mapping.columns).every((index) => index < columns.length)).toBe(true)
      const read = await readBytes(text, { mapped: { mapping, table: found } }).catch(refused)
      if (read === 'refused') return
      const lines = [...read.activities, ...read.issues].map(({ line }) => line ?? 0)
      expect(lines.every((line) => line >= 1 && line <= cells.length)).toBe(true)
      expect(new Set(lines).size).toBe(lines.length)
    }),
    { numRuns: runs(120) },
  )
})
