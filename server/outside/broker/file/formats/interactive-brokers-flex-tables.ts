// What the elements of an Interactive Brokers Flex Query mean.
import { charge, type Draft, exchange, flow, income, moved, ZERO } from '../drafts.ts'
import { SHARES_A_CONTRACT } from '../options.ts'
import { needed, type Row, unlessNothing } from '../row.ts'
import { currencyOf, nameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, positionTable, type Table, text } from '../table.ts'
import { companyAction, isShortBy, refusePromises, tradedSymbol } from './interactive-brokers-words.ts'

// Attributes as the Flex Queries' reference names them, in small letters:
// https://www.ibkrguides.com/orgportal/performanceandstatements/activityflex.htm (Trades, Cash Transactions, Corporate Actions, Transfers).
const share = {
  category: optional(text('assetcategory')),
  symbol: text('symbol'),
  name: optional(text('description')),
  currency: text('currency'),
  level: optional(text('levelofdetail')),
}
const id = optional(text('transactionid'))
const currencyIn = (row: Row<'currency'>) => ({ currency: currencyOf(row.text('currency')).currency })
const keyOf = (row: Row<'id'>) => (row.text('id') ? { key: row.text('id') } : {})

const trade = activityTable(
  {
    ...share,
    date: date('datetime', 'tradedate'),
    quantity: number('quantity'),
    price: number('tradeprice', 'price'),
    proceeds: number('proceeds', 'trademoney', 'amount'),
    taxes: optional(number('taxes', 'tax')),
    commission: optional(number('ibcommission', 'commission')),
    codes: optional(text('opencloseindicator', 'code')),
    commissionCurrency: optional(text('ibcommissioncurrency', 'commissioncurrency')),
    id: optional(text('tradeid', 'transactionid')),
  },
  (row): Draft | Draft[] | null => {
    if (!/^(execution|)$/i.test(row.text('level'))) return null
    const shared = { ...row.day('date'), ...currencyIn(row), ...keyOf(row) }
    const quantity = needed(row, 'quantity')
    const proceeds = needed(row, 'proceeds')
      .abs()
      .times(quantity.isNegative() ? 1 : -1)
    const costs = (row.number('commission') ?? ZERO).plus((row.number('taxes') ?? ZERO).abs().neg())
    const category = row.text('category')
    const key = (end: string) => (row.text('id') ? { key: `${row.text('id')}/${end}` } : {})
    const costCurrency = row.text('commissionCurrency') || row.text('currency')
    if (category === 'CASH') {
      const [bought = ''] = row.text('symbol').split('.')
      return [
        { ...shared, ...exchange(quantity), currency: currencyOf(bought).currency, ...key('bought') },
        { ...shared, ...exchange(proceeds), ...key('sold') },
        { ...shared, ...charge(costs), currency: currencyOf(costCurrency).currency, ...key('fee') },
      ]
    }
    refusePromises(category)
    const { symbol, size } = tradedSymbol(row.text('symbol'), quantity)
    const isSame = currencyOf(costCurrency).currency === shared.currency
    const own = isSame ? costs : ZERO
    const type = quantity.isNegative() ? ('sell' as const) : ('buy' as const)
    const price = row.number('price')
    const fee = own.isNegative() ? own.neg() : ZERO
    const draft = {
      ...shared,
      type,
      isShort: isShortBy(row.text('codes'), quantity),
      symbol,
      companyName: nameOf(row.text('name')),
      quantity: size,
      price,
      cash: proceeds.plus(own),
      fee,
    }
    if (isSame) return draft
    return [
      draft,
      { ...shared, ...charge(costs), currency: currencyOf(costCurrency).currency, ...key('fee') },
    ]
  },
)

const cash = activityTable(
  {
    ...share,
    date: date('datetime', 'settledate', 'reportdate'),
    amount: number('amount'),
    type: text('type'),
    id,
  },
  (row): Draft | null => {
    // A summary repeats the details below it.
    if (/^summary$/i.test(row.text('level'))) return null
    const type = row.text('type').toLowerCase()
    const amount = needed(row, 'amount')
    const symbol = row.text('symbol') === '' ? null : symbolOf(row.text('symbol'))
    const shared = { ...row.day('date'), ...currencyIn(row), ...keyOf(row), symbol }
    if (/dividend/.test(type)) return { ...shared, ...income(amount) }
    if (/withholding|871/.test(type))
      return symbol ? { ...shared, ...income(amount) } : { ...shared, type: 'interest', cash: amount }
    if (/interest|price adjustment/.test(type)) return { ...shared, type: 'interest', cash: amount }
    if (/deposit|withdrawal/.test(type)) return { ...shared, symbol: null, ...flow(amount) }
    if (/fee|commission|tax|cost/.test(type)) return { ...shared, ...charge(amount) }
    return unlessNothing(row.text('type'), amount)
  },
)

const action = activityTable(
  {
    ...share,
    posted: optional(date('reportdate')),
    date: date('datetime', 'reportdate'),
    words: text('actiondescription', 'description'),
    quantity: number('quantity'),
    proceeds: optional(number('proceeds')),
    id: optional(text('transactionid', 'actionid')),
  },
  (row): Draft[] | null => {
    if (/^summary$/i.test(row.text('level'))) return null
    const { day } = row.text('posted') === '' ? row.day('date') : row.day('posted')
    const drafts = companyAction(
      row.text('words'),
      row.number('quantity') ?? ZERO,
      row.number('proceeds') ?? ZERO,
    )
    return drafts.map((draft, index) => ({
      day,
      ...currencyIn(row),
      ...draft,
      ...(row.text('id') ? { key: `${row.text('id')}/${index}` } : {}),
    }))
  },
)

const transfer = activityTable(
  {
    ...share,
    date: date('date', 'datetime', 'reportdate'),
    quantity: number('quantity'),
    price: optional(number('transferprice')),
    cash: optional(number('cashtransfer')),
    id,
  },
  (row): Draft[] => {
    const shared = { ...row.day('date'), ...currencyIn(row) }
    const quantity = row.number('quantity') ?? ZERO
    const isShare = row.text('category') !== 'CASH' && !quantity.isZero()
    const { symbol, size } = isShare
      ? tradedSymbol(row.text('symbol'), quantity)
      : { symbol: null, size: ZERO }
    const price = row.number('price')
    const key = (end: string) => (row.text('id') ? { key: `${row.text('id')}/${end}` } : {})
    return [
      {
        ...shared,
        ...moved(size),
        symbol,
        companyName: nameOf(row.text('name')),
        price,
        ...key('shares'),
      },
      { ...shared, ...flow(row.number('cash') ?? ZERO), ...key('cash') },
    ]
  },
)

const position = positionTable(
  {
    ...share,
    quantity: number('position', 'quantity'),
    price: optional(number('markprice')),
    cost: optional(number('costbasisprice')),
  },
  (row) => {
    if (/^lot$/i.test(row.text('level')) || /^(FUT|FOP|CFD|CASH)/.test(row.text('category'))) return null
    const { symbol, size } = tradedSymbol(row.text('symbol'), needed(row, 'quantity'))
    const units = size.eq(needed(row, 'quantity')) ? 1 : SHARES_A_CONTRACT
    const averageCost = row.number('cost')?.dividedBy(units) ?? null
    return {
      symbol,
      companyName: nameOf(row.text('name')),
      quantity: size,
      averageCost,
      price: row.number('price'),
      ...currencyIn(row),
    }
  },
)

export const FLEX_TABLES: Record<string, Table> = {
  Trade: trade,
  TradeConfirm: trade,
  CashTransaction: cash,
  CorporateAction: action,
  Transfer: transfer,
  OpenPosition: position,
}
