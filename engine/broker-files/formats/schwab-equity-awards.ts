// Schwab Equity Awards (Equity Award Center): the history of an employer's shares, with lines of details below each row.
import { Decimal } from 'decimal.js'
import { charge, type Draft, flow, income, shareTransfer } from '../drafts.ts'
import { plainSheet, type Format, headerScore } from '../format.ts'
import { ignoreIfEmpty, requiredNumber } from '../row.ts'
import { symbolOf } from '../symbols.ts'
import {
  activityTable,
  date,
  type Header,
  headerOf,
  number,
  optional,
  text,
  type Table,
  type TableRow,
} from '../table.ts'

type Column = 'date' | 'action' | 'symbol' | 'description' | 'quantity' | 'fees' | 'election' | 'amount'
/** What the detail lines say about the row above them. Empty if they don't say it. */
type Details = { shares: string[]; net: string; price: string }

const columns = {
  date: date('date'),
  action: text('action'),
  symbol: text('symbol'),
  description: text('description'),
  quantity: number('quantity'),
  fees: number('feesandcommissions'),
  election: text('disbursementelection'),
  amount: number('amount'),
}

/** Vestings and purchases list the price of the day first. */
const detailColumns = {
  shares: optional(text('shares')),
  net: optional(text('netsharesdeposited')),
  price: optional(text('vestfairmarketvalue', 'fairmarketvalueprice')),
  purchasePrice: optional(text('purchasefairmarketvalue')),
}
const detailTable = activityTable({ ...columns, ...detailColumns }, () => null)

const SALES = /^(sale|forced quick sell|quick sell|sell to cover)$/
const FLOWS =
  /^(journal|wire transfer|forced disbursement|disbursement|cash disbursement|moneylink transfer)$/

function readHistory(row: TableRow<Column>, details: Details | undefined): Draft | null {
  const action = row.text('action').toLowerCase()
  const named = row.text('symbol')
  const shared = { ...row.day('date'), symbol: named === '' ? null : symbolOf(named) }
  const amount = row.number('amount')
  const of = (written = '') => row.asNumber(written)
  // A payroll entry. The shares left after taxes have a deposit row.
  if (action === 'lapse') return null
  if (action === 'deposit') {
    const size = of(details?.net) ?? requiredNumber(row, 'quantity')
    return { ...shared, ...shareTransfer(size), price: of(details?.price) }
  }
  if (SALES.test(action)) {
    // The row may round the shares of its lots.
    const lots = (details?.shares ?? []).reduce((sum, lot) => sum.plus(of(lot) ?? 0), new Decimal(0))
    return {
      ...shared,
      type: 'sell',
      quantity: lots.isZero() ? requiredNumber(row, 'quantity') : lots,
      cash: requiredNumber(row, 'amount').abs(),
      fee: row.number('fees')?.abs() ?? null,
    }
  }
  if (/^(dividend|tax withholding|tax reversal)/.test(action))
    return { ...shared, ...income(requiredNumber(row, 'amount')) }
  if (/\binterest\b/.test(action)) return { ...shared, type: 'interest', cash: requiredNumber(row, 'amount') }
  if (/\bfee\b/.test(action)) return { ...shared, ...charge(requiredNumber(row, 'amount')) }
  if (FLOWS.test(action)) return { ...shared, symbol: null, ...flow(requiredNumber(row, 'amount')) }
  return ignoreIfEmpty(row.text('action'), row.number('quantity'), amount)
}

/** The tables of one file: details are collected in the first pass, and each row takes its own in the second. */
function tablesOf(collected: Details[]): Table[] {
  let next = 0
  return [activityTable<Column>(columns, (row) => readHistory(row, collected[next++]))]
}

const KEYS = Object.keys(columns)

export const schwabEquityAwards: Format = {
  broker: 'Schwab Equity Awards',
  slug: 'schwab-equity-awards',
  defaults: { order: 'mdy', decimal: '.', currency: 'USD' },
  confidence: (rows) => headerScore(tablesOf([]), rows) * 2,
  open() {
    const collected: Details[] = []
    const sheet = plainSheet(tablesOf(collected))
    let wide: Header | null = null
    const cellOf = (cells: string[], column: string) => {
      const at = wide?.places[column]?.at[0]
      return at === undefined ? '' : (cells[wide?.pick[at] ?? -1]?.trim() ?? '')
    }
    return {
      ...sheet,
      place(cells) {
        if (wide && KEYS.every((key) => cellOf(cells, key) === '')) {
          const last = collected.at(-1)
          if (!last) return null
          if (cellOf(cells, 'shares') !== '') last.shares.push(cellOf(cells, 'shares'))
          last.net ||= cellOf(cells, 'net')
          last.price ||= cellOf(cells, 'price') || cellOf(cells, 'purchasePrice')
          return null
        }
        const header = sheet.place(cells)
        if (header) collected.push({ shares: [], net: '', price: '' })
        else wide = headerOf(detailTable, cells) ?? wide
        return header
      },
    }
  },
}
