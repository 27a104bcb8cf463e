// The sections of a Flex Query: the balances they report, and which required fields a section lacks.
import { headerOrIssues } from '../../missing-columns.ts'
import type { Header, Table } from '../../table.ts'
import type { Balances } from './balances.ts'
import type { FlexSeen } from './flex-trades.ts'

type Cell = (attribute: string) => string

/** Collects facts about the whole file from a row before it is kept. `of` returns an attribute's value, or ''. */
export function flexFacts(
  element: string,
  of: Cell,
  { collected, seen }: { collected: Balances; seen: FlexSeen },
): void {
  const level = of('levelOfDetail').toUpperCase()
  const currency = of('currency')
  switch (element) {
    case 'AccountInformation':
      return collected.base(currency)
    case 'Trade':
    case 'TradeConfirm':
      if (level === '' || level === 'EXECUTION') seen.executions = true
      return collected.setCurrency(of('symbol'), currency)
    case 'CashTransaction':
      if (level !== 'SUMMARY') seen.cashDetails = true
      return
    case 'OpenPosition':
      if (level !== 'LOT') seen.positionSummaries = true
      collected.setCurrency(of('symbol'), currency)
      if (level === 'LOT') return
      return collected.open({
        ...securityFields(of),
        quantity: of('position') || of('quantity'),
        price: of('markPrice'),
        cost: of('costBasisPrice'),
      })
    case 'CashReportCurrency':
      collected.cash('opening', baseOr(currency), of('startingCash'))
      return collected.cash('closing', baseOr(currency), of('endingCash'))
    case 'ChangeInNAV':
      collected.base(currency)
      collected.value('opening', of('startingValue'))
      return collected.value('closing', of('endingValue'))
    case 'EquitySummaryByReportDateInBase':
      collected.base(currency)
      return collected.valueOn(of('reportDate'), of('total'))
    case 'MTMPerformanceSummaryUnderlying':
      collected.addPositionList('opening')
      if (of('symbol') === '') return
      return collected.position('opening', {
        ...securityFields(of),
        quantity: of('prevCloseQuantity'),
        price: of('prevClosePrice'),
      })
    case 'NetStockPosition':
      return collected.position('closing', {
        ...securityFields(of),
        quantity: of('netShares') || of('sharesAtIb'),
      })
    default:
  }
}

const baseOr = (currency: string) => (/^[A-Z]{3}$/.test(currency) ? currency : 'base')

const securityFields = (of: Cell) => ({
  category: of('assetCategory'),
  symbol: of('symbol'),
  currency: of('currency'),
  multiplier: of('multiplier'),
})

/** The names used in the Flex Query editor. */
const SECTIONS: Record<string, string> = {
  Trade: 'Trades',
  TradeConfirm: 'Trade Confirmations',
  CashTransaction: 'Cash Transactions',
  CorporateAction: 'Corporate Actions',
  Transfer: 'Transfers',
  OpenPosition: 'Open Positions',
}
const FIELDS: Record<string, string> = {
  date: 'Date/Time',
  words: 'Description',
  symbol: 'Symbol',
  currency: 'Currency',
  quantity: 'Quantity',
  amount: 'Amount',
  type: 'Type',
}

/** A section's header. If it lacks fields, a header whose rows are issues that name them. */
export const flexHeader = (element: string, table: Table, names: string[]): Header =>
  headerOrIssues(table, names, (missing) => {
    const fields = missing.map((key) => `“${FIELDS[key] ?? key}”`).join(', ')
    const section = SECTIONS[element] ?? element
    return `This row is missing required fields. Tick ${fields} in the section ${section} of your Flex query, then run it again.`
  })
