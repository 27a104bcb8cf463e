// Interactive Brokers: the activity statement as CSV, many tables in one file, each row starting with its section's
// name.
import { type Format, nameAccount, type Sheet } from '../../format.ts'
import { headerOrIssues } from '../../missing-columns.ts'
import { type Header, headerOf } from '../../table.ts'
import { type Balances, balances } from './balances.ts'
import { foreignStatement, isForeign } from './foreign-statement.ts'
import { interactiveBrokersTables, unknownSums } from './tables.ts'
import { isCancelled } from './descriptions.ts'

/** Sections with activities. A statement has at least one of them, or only the first two. */
const OWN_SECTIONS =
  /^(Statement|Account Information|Trades|Transaction History|Open Positions|Cash Report|Net Asset Value|Deposits & Withdrawals|Financial Instrument Information)$/

/** Sections with activities. If one lacks a column, it is an issue instead of an unknown table. */
const CORE =
  /^(Trades|Transaction History|Dividends|Withholding Tax|Interest|Fees|Deposits & Withdrawals|Corporate Actions|Transfers)$/i

function confidence(rows: string[][]): number {
  const sectionRows = rows.filter(([, kind = '']) => /^(Header|Data)$/.test(kind.trim()))
  const headers = sectionRows.filter(([section = '']) => OWN_SECTIONS.test(plain(section)))
  if (headers.length < 2) return isForeign(sectionRows) ? 20 : 0
  return 20 + headers.length
}

const plain = (cell: string) => cell.replace(/^\ufeff/, '').trim()

function open(): Sheet {
  const names = new Map<string, string>()
  const multipliers = new Map<string, string>()
  const seen = { orders: false, cancelledOrders: false }
  const collected = balances()
  const tables = interactiveBrokersTables({ names, multipliers, seen })
  const facts: Sheet['facts'] = { accounts: new Set() }
  const byName = new Map(Object.entries(tables).map(([name, table]) => [name.toLowerCase(), table]))
  /** The capitalization of some titles changes from year to year. */
  const tableOf = (section: string) => byName.get(section.toLowerCase())
  const headerFor = (section: string, cells: string[]) => {
    const table = tableOf(section)
    if (!table || !CORE.test(section)) return headerOf(table ?? unknownSums(section), cells)
    return headerOrIssues(table, cells, (missing) => {
      const columns = missing.map((key) => `“${key}”`).join(', ')
      return `The section ${section} is missing the column ${columns}. Run the statement with all its columns, then import that file.`
    })
  }
  /** By section. A section may have several tables, each below its own header. */
  const headers = new Map<string, Header | null>()
  const columnNames = new Map<string, string[]>()
  const foreign = foreignStatement((section) => {
    // The first section's name stays English in some languages; its column names never do.
    if (section === 'Statement') return columnNames.get(section)?.includes('Field Name') ?? true
    return OWN_SECTIONS.test(section) || tableOf(section) !== undefined
  })

  function collectFacts(section: string, cells: string[]): void {
    const of = (name: string) => cells[columnNames.get(section)?.indexOf(name) ?? -1]?.trim() ?? ''
    const value = of('Field Value')
    if (section === 'Account Information' && /^Account$/.test(of('Field Name'))) nameAccount(facts, value)
    if (/^(Account Information|Summary)$/.test(section) && of('Field Name') === 'Base Currency') {
      facts.currency = value
      collected.base(value)
    }
    if (section === 'Financial Instrument Information' && of('Symbol') && of('Description'))
      for (const symbol of of('Symbol').split(',')) {
        names.set(symbol.trim(), of('Description'))
        if (of('Multiplier')) multipliers.set(symbol.trim(), of('Multiplier'))
      }
    if (section === 'Trades' && of('DataDiscriminator') === 'Order') {
      seen.orders = true
      if (isCancelled(of('Code'))) seen.cancelledOrders = true
    }
    collectBalances(collected, section, of)
  }

  return {
    facts,
    statements: () => collected.statements(),
    asOf: () => collected.end() || null,
    place(cells) {
      const section = plain(cells[0] ?? '')
      const kind = plain(cells[1] ?? '')
      if (kind === 'Header') {
        if (section === 'Statement') collected.begin()
        columnNames.set(section, cells.map(plain))
        headers.set(section, headerFor(section, cells))
        return null
      }
      if (kind !== 'Data') return null
      collectFacts(section, cells)
      return headers.get(section) ?? foreign(section)
    },
  }
}

const SIDES = { Starting: 'opening', Ending: 'closing', Prior: 'opening', Current: 'closing' } as const

/** Collects the balances at the beginning and end of the period from a row. `of` returns the cell of a column. */
function collectBalances(collected: Balances, section: string, of: (column: string) => string): void {
  const name = of('Field Name')
  if (section === 'Statement' && name === 'Period') {
    const [from = '', to = from] = of('Field Value').split(' - ')
    collected.period(from, to)
  }
  if (section === 'Summary' || section === 'Change in NAV') {
    const side = /^(Starting|Ending) (Cash|Value)$/.exec(name)
    const on = SIDES[side?.[1] as keyof typeof SIDES]
    if (side?.[2] === 'Cash') collected.cash(on, 'base', of('Field Value'))
    if (side?.[2] === 'Value') collected.value(on, of('Field Value'))
  }
  if (section === 'Net Asset Value' && of('Asset Class') === 'Total') {
    collected.value('opening', of('Prior Total'))
    collected.value('closing', of('Current Total'))
  }
  if (section === 'Cash Report') {
    const side = /^(Starting|Ending) Cash$/.exec(of('Currency Summary'))?.[1]
    if (side) collected.cash(SIDES[side as keyof typeof SIDES], of('Currency'), of('Total'))
  }
  if (section === 'Mark-to-Market Performance Summary') collectMarkToMarket(collected, of)
  if (section === 'Trades' && of('Currency')) collected.setCurrency(of('Symbol'), of('Currency'))
  if (section === 'Open Positions' && /^(Summary|)$/.test(of('DataDiscriminator')) && of('Symbol')) {
    collected.setCurrency(of('Symbol'), of('Currency'))
    collected.open(reportedPosition(of, of('Quantity'), of('Close Price'), of('Cost Price')))
  }
}

/** Prior and current quantities, which are used if a statement lists no open positions. */
function collectMarkToMarket(collected: Balances, of: (column: string) => string): void {
  collected.addPositionList('opening')
  collected.addPositionList('closing')
  if (!of('Symbol')) return
  collected.position('opening', reportedPosition(of, of('Prior Quantity'), of('Prior Price')))
  collected.position('closing', reportedPosition(of, of('Current Quantity'), of('Current Price')))
}

const reportedPosition = (of: (column: string) => string, quantity: string, price: string, cost = '') => ({
  category: of('Asset Category'),
  symbol: of('Symbol'),
  currency: of('Currency'),
  multiplier: of('Mult'),
  quantity,
  price,
  cost,
})

export const interactiveBrokers: Format = {
  broker: 'Interactive Brokers',
  slug: 'interactive-brokers',
  defaults: { order: 'mdy', decimal: '.', currency: 'USD' },
  confidence,
  open,
}
