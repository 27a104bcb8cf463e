// Interactive Brokers: the activity statement as CSV, one file of many tables, each row led by its section's name.
import { type Format, nameAccount, type Sheet } from '../format.ts'
import { type Header, headerOf } from '../table.ts'
import { interactiveBrokersTables } from './interactive-brokers-tables.ts'

/** Sections in which anything happens; a statement has at least one of them, or only the first two. */
const OWN_SECTIONS =
  /^(Statement|Account Information|Trades|Transaction History|Open Positions|Cash Report|Net Asset Value|Deposits & Withdrawals|Financial Instrument Information)$/

function recognise(rows: string[][]): number {
  const headers = rows.filter(
    ([section = '', kind = '']) => OWN_SECTIONS.test(plain(section)) && /^(Header|Data)$/.test(kind.trim()),
  )
  return headers.length < 2 ? 0 : 20 + headers.length
}

const plain = (cell: string) => cell.replace(/^\ufeff/, '').trim()

function open(): Sheet {
  const names = new Map<string, string>()
  const seen = { orders: false }
  const tables = interactiveBrokersTables({ names, seen })
  const facts: Sheet['facts'] = { accounts: new Set() }
  /** By section; a section may have several tables, each below a header of its own. */
  const headers = new Map<string, Header | null>()
  const words = new Map<string, string[]>()

  function learn(section: string, cells: string[]): void {
    const of = (name: string) => cells[words.get(section)?.indexOf(name) ?? -1]?.trim() ?? ''
    const value = of('Field Value')
    if (section === 'Account Information' && /^Account$/.test(of('Field Name'))) nameAccount(facts, value)
    if (/^(Account Information|Summary)$/.test(section) && of('Field Name') === 'Base Currency')
      facts.currency = value
    if (section === 'Financial Instrument Information' && of('Symbol') && of('Description'))
      for (const symbol of of('Symbol').split(',')) names.set(symbol.trim(), of('Description'))
    if (section === 'Trades' && of('DataDiscriminator') === 'Order') seen.orders = true
  }

  return {
    facts,
    place(cells) {
      const section = plain(cells[0] ?? '')
      const kind = plain(cells[1] ?? '')
      if (kind === 'Header') {
        words.set(section, cells.map(plain))
        const table = tables[section]
        headers.set(section, table ? headerOf(table, cells) : null)
        return null
      }
      if (kind !== 'Data') return null
      learn(section, cells)
      return headers.get(section) ?? null
    },
  }
}

export const interactiveBrokers: Format = {
  broker: 'Interactive Brokers',
  slug: 'interactive-brokers',
  home: { order: 'mdy', decimal: '.', currency: 'USD' },
  recognise,
  open,
}
