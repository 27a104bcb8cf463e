// DEGIRO's transactions and portfolio, as exported in the languages of its countries.
import type { Decimal } from 'decimal.js'
import type { Position } from '#engine/portfolio/activity.ts'
import { type Draft, exchange, ZERO } from '../drafts.ts'
import { type Format, headerScore, plainSheet } from '../format.ts'
import { requiredNumber } from '../row.ts'
import { currencyUnitOf, companyNameOf, symbolOf } from '../symbols.ts'
import {
  activityTable,
  date,
  number,
  optional,
  positionTable,
  text,
  withUnnamedNext,
  type TableRow,
} from '../table.ts'
import { degiroAccount } from './degiro-account.ts'
import { DATE, ISIN, ORDER_ID, PAIR, PRODUCT, QUANTITY, TIME } from './degiro-words.ts'

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
const LOCAL =
  'local value|wert in lokalwährung|lokale waarde|valor local|valore locale|valeur locale|montant (en )?devise locale'
const TOTAL = 'total|gesamt|totaal|totale|montant négocié'
const RATE =
  /^(exchange rate|wechselkurs|wisselk|tipo de( cambio)?$|taux de( change)?$|tasso di( cambio)?$|taxa de( câmbio)?$)/
const FEES =
  /^(?!.*(autofx|conversion))(transaction|transaktions|transactie|gebühr|costes|comisión|frais|costi|commission|custos|comiss)/

const transactions = activityTable<Column>(
  {
    date: date(...DATE),
    time: text(...TIME),
    product: text(...PRODUCT),
    isin: text(...ISIN),
    quantity: number(...QUANTITY),
    price: withUnnamedNext(
      number('price', 'kurs', 'koers', 'precio', 'cours', 'quotazione', 'preços', 'preço'),
    ),
    local: number(named(LOCAL)),
    rate: optional(number(RATE)),
    exchangeFee: optional(number(/autofx/)),
    fees: optional(number(FEES)),
    total: withUnnamedNext(number(named(TOTAL))),
    order: withUnnamedNext(optional(text(...ORDER_ID))),
  },
  readTransaction,
)

/** If the header names no currency, the cell to the right does. */
const totalCurrency = (row: TableRow<Column>) =>
  currencyUnitOf(row.beside('total') || (/ ([A-Z]{3})$/.exec(row.word('total'))?.[1] ?? row.currency))
    .currency

function readTransaction(row: TableRow<Column>): Draft | Draft[] {
  const quantity = requiredNumber(row, 'quantity')
  const currency = totalCurrency(row)
  const { day } = row.day('date')
  const time = row.text('time')
  const first = PAIR.exec(row.text('product'))?.[1]
  if (first)
    return [
      { day, time, currency: first, ...exchange(quantity) },
      { day, time, currency, ...exchange(requiredNumber(row, 'total')) },
    ]
  const symbol = symbolOf(row.text('isin') || row.text('product'))
  const isBooked = !row.text('order') && !row.beside('order')
  return {
    day,
    time,
    type: quantity.isNegative() ? 'sell' : 'buy',
    symbol,
    companyName: companyNameOf(row.text('product')),
    quantity,
    price: priceIn(row, currency),
    cash: requiredNumber(row, 'total'),
    fee: (row.number('fees') ?? ZERO).abs().plus((row.number('exchangeFee') ?? ZERO).abs()),
    currency,
    // A transaction without an order is a corporate action. A split is a sale of all old shares and a purchase of all
    // new ones.
    ...(isBooked ? { splitPair: `${time} ${symbol}` } : {}),
  }
}

function priceIn(row: TableRow<Column>, currency: string): Decimal | null {
  const price = row.number('price')
  const quoted = row.beside('price')
  if (!price || quoted === '') return price
  const { currency: own, units } = currencyUnitOf(quoted)
  return own === currency ? price.dividedBy(units) : null
}

const portfolio = positionTable(
  {
    product: text(...PRODUCT),
    isin: text(/^s[yií]mbol\w*\/isin$/, 'codice'),
    quantity: number(...QUANTITY, 'amount'),
    price: number(
      /^(closing|schlu(ss|ß)kurs|slotkoers|precio|clôture|cours|chiusura|ultimo|quotazione|fecho|preço)/,
    ),
    value: withUnnamedNext(text(named(`${LOCAL}|wert|valor|valore|montant`))),
  },
  (row): Position | null => {
    const isin = row.text('isin')
    if (isin === '') return null
    const currencies = [row.text('value'), row.beside('value')].map((cell) => /\b[A-Z]{3}\b/.exec(cell)?.[0])
    const { currency, units } = currencyUnitOf(currencies.find(Boolean) ?? row.currency)
    return {
      symbol: symbolOf(isin),
      companyName: companyNameOf(row.text('product')),
      quantity: requiredNumber(row, 'quantity'),
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
  defaults: { order: 'dmy', decimal: ',', currency: 'EUR' },
  confidence: (rows) => headerScore(tables, rows) * 2,
  open: () => plainSheet(tables),
}
