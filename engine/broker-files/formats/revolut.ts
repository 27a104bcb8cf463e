// Revolut: the account statement of its stocks, as CSV or Excel.
import {
  charge,
  type Draft,
  flow,
  income,
  sharesAndCash,
  shareTransfer,
  splitShares,
  stockDividend,
} from '../drafts.ts'
import { plainFormat } from '../format.ts'
import { ignoreIfEmpty, requiredNumber } from '../row.ts'
import { currencyUnitOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, text, type TableRow } from '../table.ts'

type Column = 'time' | 'ticker' | 'type' | 'quantity' | 'price' | 'total' | 'currency' | 'rate'

const statement = activityTable<Column>(
  {
    time: date('date'),
    ticker: text('ticker'),
    type: text('type'),
    quantity: number('quantity'),
    price: number('price per share'),
    total: number('total amount'),
    currency: text('currency'),
    rate: text('fx rate'),
  },
  readStatement,
)

/** Transfers between Revolut's own companies, when one took over another's customers. */
const INTERNAL = /^TRANSFER FROM REVOLUT\b.* TO REVOLUT\b/

function readStatement(row: TableRow<Column>): Draft | Draft[] | null {
  const type = row.text('type').toUpperCase()
  if (INTERNAL.test(type)) return null
  const ticker = row.text('ticker')
  const shared = {
    ...row.day('time'),
    symbol: ticker === '' ? null : symbolOf(ticker),
    currency: row.text('currency') === '' ? row.currency : currencyUnitOf(row.text('currency')).currency,
  }
  const quantity = row.number('quantity')
  const side = /^(BUY|SELL)\b/.exec(type)?.[1]
  if (side) {
    const sum = requiredNumber(row, 'total').abs()
    const isBuy = side === 'BUY'
    return {
      ...shared,
      type: isBuy ? 'buy' : 'sell',
      quantity,
      price: row.number('price'),
      cash: isBuy ? sum.neg() : sum,
    }
  }
  if (type === 'STOCK SPLIT') return { ...shared, ...splitShares(requiredNumber(row, 'quantity')) }
  // Old shares leave and new ones come in at the same moment; or they leave for cash.
  if (type.startsWith('MERGER') && quantity) {
    const isForCash = type === 'MERGER - CASH'
    return sharesAndCash(
      { ...shared, corporateAction: 'merger' },
      shareTransfer(isForCash ? quantity.abs().neg() : quantity),
      isForCash ? requiredNumber(row, 'total').abs() : null,
    )
  }
  if (type === 'SPINOFF' && quantity) return { ...shared, ...stockDividend(quantity) }
  if (type.startsWith('DIVIDEND')) return { ...shared, ...income(requiredNumber(row, 'total')) }
  if (/\bFEE\b/.test(type)) return { ...shared, ...charge(requiredNumber(row, 'total')) }
  if (/^CASH (TOP-?UP|WITHDRAWAL)$/.test(type)) return { ...shared, ...flow(requiredNumber(row, 'total')) }
  return ignoreIfEmpty(row.text('type'), quantity, row.number('total'))
}

export const revolut = plainFormat(
  { broker: 'Revolut', slug: 'revolut', defaults: { order: 'dmy', decimal: '.', currency: 'USD' } },
  [statement],
)
