// Coinbase Advanced (formerly Pro): the report of fills, with the pair that was traded.
import type { Draft } from '../../drafts.ts'
import { quoted, RowError } from '../../file-errors.ts'
import { requiredNumber, unknownRowType } from '../../row.ts'
import { isMoney } from '../../symbols.ts'
import { activityTable, date, number, optional, text, type TableRow } from '../../table.ts'
import { coinLegs, coinNamed, rounded } from './coin-legs.ts'

type Column = 'id' | 'product' | 'action' | 'time' | 'size' | 'price' | 'fee' | 'total' | 'portfolio'

export const fills = activityTable<Column>(
  {
    portfolio: optional(text('portfolio')),
    id: text('trade id'),
    product: text('product'),
    action: text('side'),
    time: date('created at'),
    size: number('size'),
    price: number('price'),
    fee: number('fee'),
    total: number('total'),
  },
  readFill,
)

function readFill(row: TableRow<Column>): Draft | Draft[] {
  const side = row.text('action').toLowerCase()
  if (side !== 'buy' && side !== 'sell') throw unknownRowType(row.text('action'))
  const [base = '', quote = ''] = row.text('product').toUpperCase().split('-')
  if (base === '' || quote === '')
    throw new RowError(`${quoted(row.text('product'))} isn’t a pair such as BTC-USD.`)
  const id = row.text('id')
  // Ids are only unique within a product.
  const shared = { ...row.day('time'), ...(id && { key: `${base}-${quote}/${id}` }) }
  const size = requiredNumber(row, 'size')
  const total = requiredNumber(row, 'total').abs()
  if (isMoney(quote))
    return {
      ...shared,
      type: side,
      symbol: coinNamed(base),
      quantity: size,
      price: rounded(row.number('price')),
      cash: side === 'buy' ? total.neg() : total,
      fee: row.number('fee')?.abs() ?? null,
      currency: quote,
    }
  const [own, other] = [
    { asset: base, size },
    { asset: quote, size: total },
  ]
  return side === 'buy' ? coinLegs(shared, other, own, null) : coinLegs(shared, own, other, null)
}
