// Morgan Stanley at Work (StockPlan Connect): the reports of releases and of withdrawals of an employer's shares.
import { Decimal } from 'decimal.js'
import { type Draft, flow, shareTransfer } from '../drafts.ts'
import { quoted, RowError } from '../file-errors.ts'
import { usFormat } from '../format.ts'
import { requiredNumber, unknownRowType } from '../row.ts'
import { activityTable, date, number, text, type TableRow } from '../table.ts'

/** The reports name the plan and not the share. */
const PLANS: Record<string, string> = { 'gsu class c': 'GOOG', 'gsu class a': 'GOOGL' }

function symbolIn(plan: string): string {
  const symbol = PLANS[plan.toLowerCase()]
  if (!symbol)
    throw new RowError(
      `${quoted(plan)} is the name of a plan, and this report doesn’t name its share. Import a table of your own with the share’s symbol instead.`,
    )
  return symbol
}

/**
 * The reports show releases in shares as counted after Alphabet's split, and sales in shares as counted on their day
 * ("Please note that any Alphabet share sales …" below the withdrawals).
 */
const SPLIT = { day: '2022-07-15', ratio: new Decimal(20) }

const DONE = /^(complete|completed|staged)$/i

type ReleaseColumn = 'date' | 'order' | 'plan' | 'type' | 'status' | 'price' | 'quantity' | 'proceeds' | 'net'

const releases = activityTable<ReleaseColumn>(
  {
    date: date('vest date'),
    order: text('order number'),
    plan: text('plan'),
    type: text('type'),
    status: text('status'),
    price: number('price'),
    quantity: number('quantity'),
    proceeds: number('net cash proceeds'),
    net: number('net share proceeds'),
  },
  (row): Draft | null => {
    if (row.text('type').toLowerCase() !== 'release') throw unknownRowType(row.text('type'))
    assertDone(row.text('status'))
    // All of it was sold for taxes or for the owner, outside of this account.
    const net = requiredNumber(row, 'net')
    if (net.isZero()) return null
    const { day } = row.day('date')
    const isOld = day <= SPLIT.day
    const price = row.number('price')
    return {
      day,
      symbol: symbolIn(row.text('plan')),
      ...shareTransfer(isOld ? net.dividedBy(SPLIT.ratio) : net),
      price: price && (isOld ? price.times(SPLIT.ratio) : price),
      ...keyOf(row),
    }
  },
)

type WithdrawalColumn = 'date' | 'order' | 'plan' | 'type' | 'status' | 'price' | 'quantity' | 'amount'

const withdrawals = activityTable<WithdrawalColumn>(
  {
    date: date('execution date'),
    order: text('order number'),
    plan: text('plan'),
    type: text('type'),
    status: text('order status'),
    price: number('price'),
    quantity: number('quantity'),
    amount: number('net amount'),
  },
  (row): Draft[] | null => {
    if (row.text('type').toLowerCase() !== 'sale') throw unknownRowType(row.text('type'))
    assertDone(row.text('status'))
    // The payout to the owner's bank, which the sale already counts.
    if (row.text('plan').toLowerCase() === 'cash') return null
    const { day } = row.day('date')
    const cash = requiredNumber(row, 'amount').abs()
    const { key } = keyOf(row)
    const sale: Draft = {
      day,
      type: 'sell',
      symbol: symbolIn(row.text('plan')),
      quantity: requiredNumber(row, 'quantity'),
      price: row.number('price'),
      cash,
      ...(key && { key }),
    }
    return [sale, { day, ...flow(cash.neg()), ...(key && { key: `${key}/paid` }) }]
  },
)

const keyOf = (row: TableRow<'order'>) => {
  const order = row.text('order')
  return order === '' || order === 'N/A' ? {} : { key: order }
}

function assertDone(status: string): void {
  if (!DONE.test(status)) throw new RowError(`The order is ${quoted(status)}. Export the report again later.`)
}

/** Lists the other report's releases again. */
const netShares = activityTable(
  {
    date: date('date'),
    order: text('order number'),
    plan: text('plan'),
    status: text('order status'),
    net: text('net share proceeds'),
    method: text('tax payment method'),
  },
  (): null => {
    throw new RowError(
      'The Net Shares Report repeats the releases. Choose the Releases Report of the same download instead.',
    )
  },
)

export const morganStanley = usFormat('Morgan Stanley at Work', 'morgan-stanley', [
  releases,
  withdrawals,
  netShares,
])
