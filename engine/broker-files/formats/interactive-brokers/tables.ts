// Translates the rows of each section of an Interactive Brokers statement.
import type { Decimal } from 'decimal.js'
import { charge, type Draft, exchange, flow, income, ZERO } from '../../drafts.ts'
import { requiredNumber, unknownRowType } from '../../row.ts'
import { currencyUnitOf, companyNameOf, symbolOf } from '../../symbols.ts'
import { activityTable, date, number, optional, type Table, text, type TableRow } from '../../table.ts'
import {
  corporateAction,
  isBond,
  isCancelled,
  isShortBy,
  assertNotDerivative,
  shareIn,
  tradedSymbol,
} from './descriptions.ts'
import { historyTable } from './history.ts'
import { openPositionTable, transferTable } from './holdings.ts'

/** Facts from other sections: companies and multipliers by symbol, and whether trades are summed up as orders. */
export type StatementFacts = {
  names: Map<string, string>
  multipliers: Map<string, string>
  seen: { orders: boolean; cancelledOrders: boolean }
}

/** Sections with a date, a description and an amount. */
type Sum = TableRow<'description' | 'symbol'>
const sums = (read: (row: Sum, cash: Decimal) => Omit<Draft, 'day' | 'currency'>) =>
  activityTable(
    {
      currency: text('currency'),
      date: date('date', 'settle date', 'date/time'),
      description: text('description'),
      symbol: optional(text('symbol')),
      amount: number('amount'),
      account: optional(text('account')),
    },
    (row): Draft | null => {
      // Totals have text in the currency column.
      if (!/^[A-Z]{3}$/.test(row.text('currency'))) return null
      const { currency } = currencyUnitOf(row.text('currency'))
      return { ...row.day('date'), currency, ...read(row, requiredNumber(row, 'amount')) }
    },
  )

/** An unknown section of amounts. Its rows are issues, so that no cash is silently ignored. */
export const unknownSums = (section: string): Table =>
  sums(() => {
    throw unknownRowType(section)
  })

/** By section. Sections that aren't listed here summarize others. */
export function interactiveBrokersTables(statementFacts: StatementFacts): Record<string, Table> {
  const { names, multipliers, seen } = statementFacts
  const nameFor = (symbol: string) => companyNameOf(names.get(symbol) ?? '')

  const trades = activityTable(
    {
      level: text('datadiscriminator'),
      category: text('asset category'),
      currency: text('currency'),
      symbol: text('symbol'),
      date: date('date/time'),
      quantity: number('quantity'),
      price: number('t. price'),
      // Futures have their notional value here.
      proceeds: optional(number('proceeds', 'notional value')),
      commission: optional(number('comm/fee', /^comm in [a-z]{3}$/)),
      codes: optional(text('code')),
      account: optional(text('account')),
    },
    (row): Draft | Draft[] | null => {
      const level = row.text('level')
      // Orders sum up executions, which may be listed too. Lots aren't trades.
      const isCanceledRow = /^trade cancel/i.test(level) && !seen.cancelledOrders
      const isCounted = level === 'Order' || (!seen.orders && /^(Trade|Execution)$/.test(level))
      if (!isCounted && !isCanceledRow) return null
      const category = row.text('category')
      const when = row.day('date')
      const quantity = requiredNumber(row, 'quantity')
      if (quantity.isZero()) return null
      const commission = row.number('commission') ?? ZERO
      const { currency } = currencyUnitOf(row.text('currency'))
      if (category === 'Forex') {
        const [bought = ''] = row.text('symbol').split('.')
        const paidIn = /comm in ([a-z]{3})/i.exec(row.word('commission'))?.[1] ?? row.currency
        return [
          { ...when, ...exchange(quantity), currency: currencyUnitOf(bought).currency },
          { ...when, ...exchange(requiredNumber(row, 'proceeds')), currency },
          { ...when, ...charge(commission), currency: currencyUnitOf(paidIn).currency },
        ]
      }
      assertNotDerivative(category)
      const multiplier = multipliers.get(row.text('symbol')) ?? ''
      const { symbol, size } = tradedSymbol(row.text('symbol'), quantity, { category, multiplier })
      const type = quantity.isNegative() ? 'sell' : 'buy'
      const fee = commission.isNegative() ? commission.neg() : ZERO
      const price = row.number('price')
      const worth = requiredNumber(row, 'price')
        .times(size)
        .neg()
        .dividedBy(isBond(category) ? 100 : 1)
      const proceeds = row.number('proceeds') ?? worth
      const draft: Draft = {
        ...when,
        type,
        isShort: isShortBy(row.text('codes'), quantity),
        symbol,
        companyName: nameFor(row.text('symbol')),
        quantity: size,
        price,
        cash: proceeds.plus(commission),
        fee,
        currency,
      }
      const isCancellation = isCanceledRow || isCancelled(row.text('codes'))
      return isCancellation ? { ...draft, isCancellation } : draft
    },
  )

  const ofShare = (row: Sum) => {
    const name = shareIn(row.text('description')) || row.text('symbol')
    return name === '' ? { symbol: null } : { symbol: symbolOf(name), companyName: nameFor(name) }
  }
  const interestOr = (row: Sum, cash: Decimal) => {
    const share = ofShare(row)
    return share.symbol ? { ...share, ...income(cash) } : { type: 'interest' as const, cash }
  }

  const companyActions = activityTable(
    {
      category: text('asset category'),
      currency: text('currency'),
      posted: optional(date('report date')),
      date: date('date/time', 'report date'),
      description: text('description'),
      quantity: number('quantity'),
      proceeds: optional(number('proceeds')),
      codes: optional(text('code')),
      account: optional(text('account')),
    },
    (row): Draft[] | null => {
      if (/^total/i.test(row.text('category'))) return null
      const { currency } = currencyUnitOf(row.text('currency'))
      const { day } = row.text('posted') === '' ? row.day('date') : row.day('posted')
      const proceeds = row.number('proceeds') ?? ZERO
      return corporateAction(row.text('description'), row.number('quantity') ?? ZERO, proceeds).map(
        (draft) => ({
          day,
          currency,
          ...draft,
          isCancellation: isCancelled(row.text('codes')),
        }),
      )
    },
  )

  const fees = sums((_, cash) => charge(cash))
  const interest = sums((_, cash) => ({ type: 'interest', cash }))
  return {
    Trades: trades,
    Dividends: sums((row, cash) => ({ ...ofShare(row), ...income(cash) })),
    'Payment In Lieu Of Dividends': sums((row, cash) => ({ ...ofShare(row), ...income(cash) })),
    'Withholding Tax': sums(interestOr),
    '871(m) Withholding': sums(interestOr),
    Interest: interest,
    'Bond Interest Received': interest,
    'Bond Interest Paid': interest,
    'Broker Interest Received': interest,
    'Broker Interest Paid': interest,
    'Deposits & Withdrawals': sums((_, cash) => flow(cash)),
    Fees: fees,
    'Other Fees': fees,
    'Transaction Fees': fees,
    'Commission Adjustments': fees,
    'Sales Tax': fees,
    'Advisor Fees': fees,
    'Client Fees': fees,
    'CFD Charges': fees,
    'Price Adjustments': interest,
    'Insured Deposit Interest': interest,
    'Debit Card Activity': sums((_, cash) => flow(cash)),
    'Corporate Actions': companyActions,
    Transfers: transferTable(nameFor),
    'Open Positions': openPositionTable(nameFor, multipliers),
    'Transaction History': historyTable,
  }
}
