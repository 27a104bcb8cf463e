// Vanguard (US): the "OfxDownload" CSV, holdings first and transactions below them.
import type { Position } from '../../port.ts'
import { charge, type Draft, flow, handedOut, income, moved, splitBy, ZERO } from '../drafts.ts'
import { type Format, headerScore, plainSheet } from '../format.ts'
import { needed, type Row, unlessNothing } from '../row.ts'
import { nameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, positionTable, text } from '../table.ts'

type Column =
  | 'account'
  | 'date'
  | 'type'
  | 'description'
  | 'name'
  | 'symbol'
  | 'shares'
  | 'price'
  | 'principal'
  | 'fees'
  | 'net'

const transactions = activityTable<Column>(
  {
    account: text('account number'),
    date: date('trade date'),
    type: text('transaction type'),
    description: text('transaction description'),
    name: text('investment name'),
    symbol: text('symbol'),
    shares: number('shares'),
    price: number('share price'),
    principal: number('principal amount'),
    fees: number('commission fees', 'commissions and fees'),
    net: number('net amount'),
  },
  readTransaction,
)

/** The settlement funds, in which Vanguard keeps the cash of an account: money, not shares. */
const SETTLEMENT = /^(VMFXX|VMRXX|VUSXX)$/
const BUYS = /^(buy|reinvestment|automatic investment|exchange \(in\))/
const SELLS = /^(sell|redemption|exchange \(out\))/
const SHORTS = /^(sell (short|to open)|buy to (cover|close))/
const MOVES = /^(transfer|conversion|rollover|corp action|merger|name change|recharacterization)/
const SPLITS = /^(stock split|split|corp action \((reverse |stock |forward )?split)/
const HAND_OUTS = /^(stock dividend|spin|corp action \(spin)/
const INCOME = /dividend|capital gain|return of capital|foreign tax|withholding|cash in lieu/
const FLOWS =
  /^(funds|contribution|withdrawal|distribution|transfer|rollover|wire|deposit|check|eft|bonus|conversion)/

function readTransaction(row: Row<Column>): Draft | null {
  const type = row.text('type').toLowerCase()
  if (type.startsWith('sweep')) return null
  const symbolText = row.text('symbol')
  const isCash = symbolText === '' || symbolText === '—' || SETTLEMENT.test(symbolText)
  if (isCash && (BUYS.test(type) || SELLS.test(type))) return null
  const shared = {
    ...row.day('date'),
    symbol: isCash && !SETTLEMENT.test(symbolText) ? null : symbolOf(symbolText),
    companyName: symbolText === '' ? null : nameOf(row.text('name')),
  }
  const size = row.number('shares') ?? ZERO
  const hasShares = !size.isZero() && !isCash
  const fee = row.number('fees')?.abs() ?? ZERO
  const isShort = SHORTS.test(type)
  const trade = {
    ...shared,
    isShort,
    quantity: size,
    price: row.number('price'),
    cash: row.number('net'),
    fee,
  }
  if (BUYS.test(type)) return { ...trade, type: 'buy' }
  if (SELLS.test(type)) return { ...trade, type: 'sell' }
  if (SPLITS.test(type) && hasShares) return { ...shared, ...splitBy(size) }
  if (HAND_OUTS.test(type) && hasShares) return { ...shared, ...handedOut(size) }
  if (MOVES.test(type) && hasShares) return { ...shared, ...moved(size), price: row.number('price') }
  if (INCOME.test(type)) return { ...shared, ...income(needed(row, 'net')) }
  if (/interest/.test(type)) return { ...shared, type: 'interest', cash: needed(row, 'net') }
  if (/fee|commission/.test(type)) return { ...shared, ...charge(needed(row, 'net')) }
  if (FLOWS.test(type)) return { ...shared, symbol: null, companyName: null, ...flow(needed(row, 'net')) }
  return unlessNothing(row.text('type'), size, row.number('net'))
}

const holdings = positionTable(
  {
    account: text('account number'),
    name: text('investment name'),
    symbol: text('symbol'),
    shares: number('shares'),
    price: number('share price'),
    value: number('total value'),
  },
  (row): Position | null => {
    const symbol = row.text('symbol')
    if (symbol === '' || SETTLEMENT.test(symbol)) return null
    return {
      symbol: symbolOf(symbol),
      companyName: nameOf(row.text('name')),
      quantity: needed(row, 'shares'),
      averageCost: null,
      price: row.number('price'),
      currency: 'USD',
    }
  },
)

const tables = [transactions, holdings]

export const vanguard: Format = {
  broker: 'Vanguard',
  slug: 'vanguard',
  home: { order: 'mdy', decimal: '.', currency: 'USD' },
  recognise: (rows) => headerScore(tables, rows) * 2,
  open: () => plainSheet(tables),
}
