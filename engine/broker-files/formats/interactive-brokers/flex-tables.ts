// Translates the elements of an Interactive Brokers Flex Query.
import { charge, type Draft, flow, income, shareTransfer, ZERO } from '../../drafts.ts'
import { RowError } from '../../file-errors.ts'
import { requiredNumber, ignoreIfEmpty } from '../../row.ts'
import { currencyUnitOf, companyNameOf, symbolOf } from '../../symbols.ts'
import {
  activityTable,
  date,
  number,
  optional,
  positionTable,
  type Table,
  text,
  type TableRow,
} from '../../table.ts'
import { type FlexSeen, flexSumTable, flexTradeTable } from './flex-trades.ts'
import { corporateAction, isBond, isCancelled, isDerivative, shareIn, tradedSymbol } from './descriptions.ts'

// Attributes as the Flex Queries' reference names them, in lower case:
// https://www.ibkrguides.com/orgportal/performanceandstatements/activityflex.htm (Cash Transactions, Corporate Actions,
// Transfers, Open Positions).
const share = {
  category: optional(text('assetcategory')),
  symbol: text('symbol', 'isin', 'conid'),
  name: optional(text('description')),
  currency: text('currency'),
  level: optional(text('levelofdetail')),
}
const id = optional(text('transactionid'))
const currencyIn = (row: TableRow<'currency'>) => ({
  currency: currencyUnitOf(row.text('currency')).currency,
})
const keyOf = (row: TableRow<'id'>) => (row.text('id') ? { key: row.text('id') } : {})

const cash = (seen: FlexSeen) =>
  activityTable(
    {
      ...share,
      symbol: optional(text('symbol')),
      date: date('datetime', 'settledate', 'reportdate'),
      amount: number('amount'),
      type: text('type'),
      id,
    },
    (row): Draft | null => {
      // A summary repeats the details below it.
      if (/^summary$/i.test(row.text('level')) && seen.cashDetails) return null
      const type = row.text('type').toLowerCase()
      const amount = requiredNumber(row, 'amount').dividedBy(currencyUnitOf(row.text('currency')).units)
      const named = row.text('symbol') || shareIn(row.text('name'))
      const symbol = named === '' ? null : symbolOf(named)
      const shared = { ...row.day('date'), ...currencyIn(row), ...keyOf(row), symbol }
      if (/dividend/.test(type)) return { ...shared, ...income(amount) }
      if (/withholding|871/.test(type))
        return symbol ? { ...shared, ...income(amount) } : { ...shared, type: 'interest', cash: amount }
      if (/interest|price adjustment|coupon|other income/.test(type))
        return { ...shared, type: 'interest', cash: amount }
      if (/deposit|withdrawal/.test(type)) return { ...shared, symbol: null, ...flow(amount) }
      if (/fee|commission|tax|cost/.test(type)) return { ...shared, ...charge(amount) }
      return ignoreIfEmpty(row.text('type'), amount)
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
    codes: optional(text('code', 'notes')),
    id: optional(text('transactionid', 'actionid')),
  },
  (row): Draft[] | null => {
    if (/^summary$/i.test(row.text('level'))) return null
    const { day } = row.text('posted') === '' ? row.day('date') : row.day('posted')
    const drafts = corporateAction(
      row.text('words'),
      row.number('quantity') ?? ZERO,
      row.number('proceeds') ?? ZERO,
    )
    return drafts.map((draft, index) => ({
      day,
      ...currencyIn(row),
      ...draft,
      isCancellation: isCancelled(row.text('codes')),
      ...(row.text('id') ? { key: `${row.text('id')}/${index}` } : {}),
    }))
  },
)

const transfer = activityTable(
  {
    ...share,
    date: date('date', 'datetime', 'reportdate'),
    direction: optional(text('direction')),
    quantity: optional(number('quantity')),
    price: optional(number('transferprice')),
    cash: optional(number('cashtransfer')),
    id,
  },
  (row): Draft[] => {
    const shared = { ...row.day('date'), ...currencyIn(row) }
    if (row.number('quantity') === null && row.number('cash') === null)
      throw new RowError(
        'This transfer has neither a quantity nor cash. Tick “Quantity” and “CashTransfer” in the section Transfers of your Flex query, then run it again.',
      )
    const reported = row.number('quantity') ?? ZERO
    const quantity = /^out/i.test(row.text('direction')) ? reported.abs().neg() : reported
    const isShare = row.text('category') !== 'CASH' && !quantity.isZero()
    const { symbol, size } = isShare
      ? tradedSymbol(row.text('symbol'), quantity)
      : { symbol: null, size: ZERO }
    const price = row.number('price')
    const key = (end: string) => (row.text('id') ? { key: `${row.text('id')}/${end}` } : {})
    return [
      {
        ...shared,
        ...shareTransfer(size),
        symbol,
        companyName: companyNameOf(row.text('name')),
        price,
        ...key('shares'),
      },
      { ...shared, ...flow(row.number('cash') ?? ZERO), ...key('cash') },
    ]
  },
)

const position = (seen: FlexSeen) =>
  positionTable(
    {
      ...share,
      quantity: number('position', 'quantity'),
      price: optional(number('markprice')),
      cost: optional(number('costbasisprice')),
      multiplier: optional(text('multiplier')),
    },
    (row) => {
      const category = row.text('category')
      const isLot = /^lot$/i.test(row.text('level')) && seen.positionSummaries
      if (isLot || isDerivative(category) || category === 'CASH') return null
      const { symbol, size } = tradedSymbol(row.text('symbol'), requiredNumber(row, 'quantity'), {
        category,
        multiplier: row.text('multiplier'),
      })
      const units = isBond(category) ? 100 : 1
      return {
        symbol,
        companyName: companyNameOf(row.text('name')),
        quantity: size,
        averageCost: row.number('cost')?.dividedBy(units) ?? null,
        price: row.number('price')?.dividedBy(units) ?? null,
        ...currencyIn(row),
      }
    },
  )

/** The statement of funds: cash movements, whose trades and payments other sections describe better. */
const funds = (seen: FlexSeen) =>
  activityTable({ account: optional(text('accountid')) }, () => {
    if (seen.executions || seen.cashDetails) return null
    throw new RowError(
      'A statement of funds alone doesn’t show trades. Tick the sections Trades and Cash Transactions in your Flex query, then run it again.',
    )
  })

/** By element name. */
export function flexTables(seen: FlexSeen): Record<string, Table> {
  const [trade, sum] = [flexTradeTable(seen), flexSumTable(seen)]
  return {
    Trade: trade,
    TradeConfirm: trade,
    Order: sum,
    SymbolSummary: sum,
    AssetSummary: sum,
    CashTransaction: cash(seen),
    CorporateAction: action,
    Transfer: transfer,
    OpenPosition: position(seen),
    StatementOfFundsLine: funds(seen),
  }
}
