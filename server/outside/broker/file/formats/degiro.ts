// DEGIRO: the transactions and the portfolio, as exported from the inbox in English, German or Dutch.
import type { Decimal } from 'decimal.js'
import type { Position } from '../../port.ts'
import { type Draft, ZERO } from '../drafts.ts'
import { type Format, headerScore, plainSheet } from '../format.ts'
import { needed, type Row } from '../row.ts'
import { currencyOf, nameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, positionTable, text, withNext } from '../table.ts'
import { degiroAccount, ORDER_ID, PRODUCT } from './degiro-account.ts'

type Column =
  | 'date'
  | 'time'
  | 'product'
  | 'isin'
  | 'quantity'
  | 'price'
  | 'local'
  | 'rate'
  | 'exchangeFee'
  | 'fees'
  | 'total'
  | 'order'

const EURO_SUFFIX = '( [a-z]{3})?'
const named = (names: string) => new RegExp(`^(${names})${EURO_SUFFIX}$`)

const transactions = activityTable<Column>(
  {
    date: date('date', 'datum'),
    time: text('time', 'uhrzeit', 'uhrze', 'tijd'),
    product: text(...PRODUCT),
    isin: text('isin'),
    quantity: number('quantity', 'anzahl', 'aantal'),
    price: withNext(number('price', 'kurs', 'koers')),
    local: number(named('local value|wert in lokalwährung|lokale waarde')),
    rate: optional(number('exchange rate', 'wechselkurs', 'wisselkoers')),
    exchangeFee: optional(number(/^autofx.?(fee|kosten|gebühr)/)),
    fees: optional(number(/^(transaction|transaktions|transactie|gebühr)/)),
    total: withNext(number(named('total|gesamt|totaal'))),
    order: withNext(optional(text(...ORDER_ID))),
  },
  readTransaction,
)

/** Where a header names no currency, it stands in the cell to the right. */
const totalCurrency = (row: Row<Column>) =>
  currencyOf(row.beside('total') || (/ ([A-Z]{3})$/.exec(row.word('total'))?.[1] ?? row.currency)).currency

function readTransaction(row: Row<Column>): Draft {
  const quantity = needed(row, 'quantity')
  const currency = totalCurrency(row)
  const { day } = row.day('date')
  const time = row.text('time')
  const symbol = symbolOf(row.text('isin') || row.text('product'))
  const isBooked = !row.text('order') && !row.beside('order')
  return {
    day,
    time,
    type: quantity.isNegative() ? 'sell' : 'buy',
    symbol,
    companyName: nameOf(row.text('product')),
    quantity,
    price: priceIn(row, currency),
    cash: needed(row, 'total'),
    fee: (row.number('fees') ?? ZERO).abs().plus((row.number('exchangeFee') ?? ZERO).abs()),
    currency,
    // What nobody ordered is what a company did: a split is a sale of all old and a purchase of all new shares.
    ...(isBooked ? { leg: `${time} ${symbol}` } : {}),
  }
}

function priceIn(row: Row<Column>, currency: string): Decimal | null {
  const price = row.number('price')
  const quoted = row.beside('price')
  if (!price || quoted === '') return price
  const { currency: own, units } = currencyOf(quoted)
  return own === currency ? price.dividedBy(units) : null
}

const portfolio = positionTable(
  {
    product: text(...PRODUCT),
    isin: text('symbol/isin', 'symbool/isin'),
    quantity: number('quantity', 'amount', 'anzahl', 'aantal'),
    price: number('closing', 'schlusskurs', 'slotkoers', 'schlußkurs'),
    value: withNext(text('local value', 'lokale waarde', 'wert', 'wert in lokalwährung')),
  },
  (row): Position | null => {
    const isin = row.text('isin')
    if (isin === '') return null
    const currencies = [row.text('value'), row.beside('value')].map((cell) => /\b[A-Z]{3}\b/.exec(cell)?.[0])
    const { currency, units } = currencyOf(currencies.find(Boolean) ?? row.currency)
    return {
      symbol: symbolOf(isin),
      companyName: nameOf(row.text('product')),
      quantity: needed(row, 'quantity'),
      averageCost: null,
      price: row.number('price')?.dividedBy(units) ?? null,
      currency,
    }
  },
)

const tables = [transactions, degiroAccount, portfolio]

export const degiro: Format = {
  broker: 'DEGIRO',
  slug: 'degiro',
  home: { order: 'dmy', decimal: ',', currency: 'EUR' },
  recognise: (rows) => headerScore(tables, rows) * 2,
  open: () => plainSheet(tables),
}
