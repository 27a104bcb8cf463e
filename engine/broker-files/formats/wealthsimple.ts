// Wealthsimple: the activities export, of one or all accounts.
import {
  charge,
  type Draft,
  exchange,
  flow,
  income,
  shareTransfer,
  splitShares,
  stockDividend,
} from '../drafts.ts'
import { quoted, RowError } from '../file-errors.ts'
import { plainFormat } from '../format.ts'
import { optionOf, SHARES_PER_CONTRACT } from '../options.ts'
import { ignoreIfEmpty, requiredNumber } from '../row.ts'
import { coinOf, companyNameOf, currencyUnitOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, text, type TableRow } from '../table.ts'

type Column =
  | 'date'
  | 'account'
  | 'accountType'
  | 'type'
  | 'subType'
  | 'symbol'
  | 'name'
  | 'currency'
  | 'quantity'
  | 'price'
  | 'commission'
  | 'cash'

const activities = activityTable<Column>(
  {
    date: date('transaction_date', 'effective_date', 'effective_at'),
    account: text('account_id'),
    accountType: optional(text('account_type')),
    type: text('activity_type'),
    subType: text('activity_sub_type'),
    symbol: text('symbol'),
    name: text('name'),
    currency: text('currency'),
    quantity: number('quantity'),
    price: number('unit_price'),
    commission: number('commission'),
    cash: number('net_cash_amount'),
  },
  readActivity,
)

/** The option trades: buy or sell, to open or to close. */
const OPTION_TRADES = /^(BTO|STO|BTC|STC)$/
const SHORTS = /^(STO|BTC)$/

function readActivity(row: TableRow<Column>): Draft | null {
  const type = row.text('type').toLowerCase()
  const sub = row.text('subType').toUpperCase()
  const named = row.text('symbol')
  const isCoin = /crypto/i.test(row.text('accountType'))
  const option = OPTION_TRADES.test(sub) ? (optionOf(named) ?? optionOf(row.text('name'))) : null
  if (OPTION_TRADES.test(sub) && !option)
    throw new RowError(`${quoted(row.text('name') || named)} isn’t an option that can be read.`)
  const symbol = named === '' ? null : (option ?? (isCoin ? coinOf(named) : symbolOf(named)))
  const shared = {
    ...row.day('date'),
    symbol,
    companyName: symbol ? companyNameOf(row.text('name')) : null,
    currency: row.text('currency') === '' ? row.currency : currencyUnitOf(row.text('currency')).currency,
  }
  const quantity = row.number('quantity')?.times(option ? SHARES_PER_CONTRACT : 1) ?? null
  const cash = () => requiredNumber(row, 'cash')
  switch (type) {
    case 'trade': {
      const isBuy = /^(BUY|DRIP|BTO|BTC)$/.test(sub)
      if (!isBuy && !/^(SELL|STO|STC)$/.test(sub)) return ignoreIfEmpty(`Trade ${sub}`, quantity)
      return {
        ...shared,
        type: isBuy ? 'buy' : 'sell',
        isShort: SHORTS.test(sub),
        quantity,
        price: row.number('price'),
        cash: isBuy ? cash().abs().neg() : cash().abs(),
        fee: row.number('commission')?.abs() ?? null,
      }
    }
    case 'dividend':
    case 'returnofcapital':
    case 'nonresidenttax':
      return { ...shared, ...income(cash()) }
    case 'interest':
      return { ...shared, type: 'interest', cash: cash() }
    case 'moneymovement':
    case 'bonuspayment':
    case 'spend':
      return { ...shared, symbol: null, companyName: null, ...flow(cash()) }
    case 'fxexchange':
      return { ...shared, ...exchange(cash()) }
    case 'fee':
    case 'refund':
    case 'administrativepayment':
      return { ...shared, ...charge(cash()) }
    // The amount is the shares' book value, and no money moves.
    case 'securitytransfer':
    case 'internalsecuritytransfer':
      return { ...shared, ...shareTransfer(requiredNumber(row, 'quantity')), price: row.number('price') }
    case 'stockdividend':
    case 'staking':
      return { ...shared, ...stockDividend(requiredNumber(row, 'quantity')) }
    // Reinvested within the fund, without money or units.
    case 'noncashdistribution':
      return null
    case 'corporateaction':
    case 'legacycorporateaction':
      if (/SPLIT|SUBDIVISION|CONSOLIDATION/.test(sub) && quantity)
        return { ...shared, ...splitShares(quantity), splitPair: `split ${symbol}` }
      if (/(CODE|NAME|SYMBOL)_CHANGE/.test(sub) && quantity) return { ...shared, ...shareTransfer(quantity) }
      return ignoreIfEmpty(`${row.text('type')} ${sub}`.trim(), quantity, row.number('cash'))
    default:
      return ignoreIfEmpty(row.text('type'), quantity, row.number('cash'))
  }
}

export const wealthsimple = plainFormat(
  { broker: 'Wealthsimple', slug: 'wealthsimple', defaults: { order: 'mdy', decimal: '.', currency: 'CAD' } },
  [activities],
)
