// Freetrade: the activity feed as CSV, shared from the app.
import { Decimal } from 'decimal.js'
import { type Draft, flow, income, shareTransfer, ZERO } from '../drafts.ts'
import { type Format, headerScore, plainSheet } from '../format.ts'
import { requiredNumber, ignoreIfEmpty } from '../row.ts'
import { currencyUnitOf, companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, text, type TableRow } from '../table.ts'

type Column =
  | 'title'
  | 'type'
  | 'time'
  | 'currency'
  | 'total'
  | 'side'
  | 'ticker'
  | 'isin'
  | 'price'
  | 'duty'
  | 'quantity'
  | 'order'
  | 'exchangeFee'
  | 'splitFrom'
  | 'splitTo'

const feed = activityTable<Column>(
  {
    title: text('title'),
    type: text('type'),
    time: date('timestamp'),
    currency: text('account currency'),
    total: number('total amount', 'total amount in account currency'),
    side: text('buy / sell'),
    ticker: text('ticker'),
    isin: text('isin'),
    price: number('price per share in account currency'),
    duty: optional(number('stamp duty')),
    quantity: number('quantity'),
    order: optional(text('order id')),
    exchangeFee: optional(number('fx fee amount')),
    splitFrom: optional(number('stock split rate from', 'stock split rate of share outturn from')),
    splitTo: optional(number('stock split rate to', 'stock split rate of share outturn to')),
  },
  readFeed,
)

/** Documents for the customer, which the feed lists among the activities. */
const DOCUMENTS = /STATEMENT|CERTIFICATE|ILLUSTRATION|DOCUMENT|WAKE_UP|NOTICE/

function readFeed(row: TableRow<Column>): Draft | null {
  const type = row.text('type').toUpperCase()
  if (DOCUMENTS.test(type)) return null
  const ticker = row.text('ticker') || row.text('isin')
  const shared = {
    ...row.day('time'),
    symbol: ticker === '' ? null : symbolOf(ticker),
    companyName: ticker === '' ? null : companyNameOf(row.text('title')),
    currency: row.text('currency') === '' ? row.currency : currencyUnitOf(row.text('currency')).currency,
  }
  const order = row.text('order')
  const quantity = row.number('quantity')
  const sum = row.number('total')?.abs() ?? ZERO
  // A free share is a gift, not a purchase. Its price is only its value.
  if (type === 'FREESHARE_ORDER')
    return {
      ...shared,
      ...shareTransfer(requiredNumber(row, 'quantity')),
      price: row.number('price'),
      ...(order ? { key: order } : {}),
    }
  if (/(^|_)ORDER$/.test(type)) {
    const isBuy = row.text('side').toUpperCase() === 'BUY'
    const fee = (row.number('duty') ?? ZERO).plus(row.number('exchangeFee') ?? ZERO).abs()
    const cash = isBuy ? requiredNumber(row, 'total').abs().neg() : requiredNumber(row, 'total').abs()
    const key = order ? { key: order } : {}
    return {
      ...shared,
      type: isBuy ? 'buy' : 'sell',
      quantity,
      price: row.number('price'),
      cash,
      fee,
      ...key,
    }
  }
  if (/INTEREST|SHARE_LENDING/.test(type))
    return { ...shared, type: 'interest', cash: requiredNumber(row, 'total') }
  if (/DIVIDEND|INCOME|DISTRIBUTION/.test(type)) return { ...shared, ...income(requiredNumber(row, 'total')) }
  if (/FEE|SUBSCRIPTION/.test(type)) return { ...shared, type: 'fee', cash: sum.neg(), fee: sum }
  if (/SPLIT/.test(type)) {
    const ratio = requiredNumber(row, 'splitTo').dividedBy(
      Decimal.max(requiredNumber(row, 'splitFrom'), new Decimal('1e-9')),
    )
    return { ...shared, type: 'split', quantity: ZERO, ratio: ratio.toDecimalPlaces(10) }
  }
  if (/WITHDRAWAL/.test(type)) return { ...shared, ...flow(sum.neg()) }
  if (/TOP_UP|DEPOSIT|CONTRIBUTION|TAX_RELIEF|BONUS|REFERRAL|TRANSFER/.test(type) && !quantity)
    return { ...shared, ...flow(requiredNumber(row, 'total')) }
  if (/TRANSFER/.test(type) && quantity) return { ...shared, ...shareTransfer(quantity) }
  return ignoreIfEmpty(row.text('type'), quantity, sum)
}

const tables = [feed]

export const freetrade: Format = {
  broker: 'Freetrade',
  slug: 'freetrade',
  defaults: { order: 'dmy', decimal: '.', currency: 'GBP' },
  confidence: (rows) => headerScore(tables, rows) * 2,
  open: () => plainSheet(tables),
}
