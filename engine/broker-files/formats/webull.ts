// Webull: the orders' records. They have no deposits, dividends or fees.
import type { Draft } from '../drafts.ts'
import { usFormat } from '../format.ts'
import { optionOf, SHARES_PER_CONTRACT } from '../options.ts'
import { requiredNumber, unknownRowType } from '../row.ts'
import { companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, text, type TableRow } from '../table.ts'

type Column =
  | 'name'
  | 'symbol'
  | 'side'
  | 'kind'
  | 'filled'
  | 'ordered'
  | 'limit'
  | 'price'
  | 'placed'
  | 'executed'

const orders = activityTable<Column>(
  {
    name: text('name'),
    symbol: text('symbol'),
    side: text('side'),
    kind: text('status'),
    filled: number('filled'),
    ordered: text('total qty'),
    // Has an @ before the number.
    limit: text('price'),
    price: number('avg price'),
    placed: date('placed time'),
    executed: date('filled time'),
  },
  readOrder,
)

function readOrder(row: TableRow<Column>): Draft | null {
  const filled = row.number('filled')
  if (!filled || filled.isZero()) return null
  const named = row.text('symbol')
  // The sum of an options strategy, whose contracts are the rows below it.
  if (named === '') return null
  const side = row.text('side').toLowerCase()
  const isSale = /^(sell|short|sell ?short)$/.test(side)
  if (!isSale && side !== 'buy') throw unknownRowType(row.text('side'))
  const option = optionOf(named)
  return {
    ...row.day(row.text('executed') === '' ? 'placed' : 'executed'),
    type: isSale ? 'sell' : 'buy',
    isShort: side.includes('short'),
    ...(option && { isSideUnknown: true }),
    symbol: option ?? symbolOf(named),
    companyName: option ? null : companyNameOf(row.text('name')),
    quantity: filled.times(option ? SHARES_PER_CONTRACT : 1),
    price: requiredNumber(row, 'price'),
  }
}

export const webull = usFormat('Webull', 'webull', [orders])
