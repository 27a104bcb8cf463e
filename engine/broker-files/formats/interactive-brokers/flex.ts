// Interactive Brokers: a Flex Query's activity as XML. Each element is a row, each attribute a column.
import { type Format, nameAccount, type Sheet } from '../../format.ts'
import { maskedAccount } from '../../symbols.ts'
import type { Header } from '../../table.ts'
import { balances } from './balances.ts'
import { flexFacts, flexHeader } from './flex-sections.ts'
import { flexTables } from './flex-tables.ts'

function open(): Sheet {
  const facts: Sheet['facts'] = { accounts: new Set() }
  const seen = { executions: false, cashDetails: false, positionSummaries: false }
  const collected = balances()
  const tables = flexTables(seen)
  const headers = new Map<string, Header | null>()
  return {
    facts,
    statements: () => collected.statements(),
    asOf: () => collected.end() || null,
    // A row is the element's name, followed by each attribute's name and value.
    place(cells) {
      const [element = '', ...pairs] = cells
      const at = (name: string) => pairs[pairs.indexOf(name) + 1] ?? ''
      const of = (name: string) => (pairs.includes(name) ? at(name).trim() : '')
      if (element === 'FlexStatement') {
        nameAccount(facts, of('accountId'))
        collected.begin(maskedAccount(of('accountId')))
        collected.period(of('fromDate'), of('toDate'))
      }
      if (element === 'AccountInformation' && of('currency')) facts.currency = of('currency')
      flexFacts(element, of, { collected, seen })
      const table = tables[element]
      if (!table) return null
      const names = cells.map((cell, index) => (index % 2 === 1 ? cell : ''))
      // Sums and the executions below them have the same attributes.
      const shape = `${element} ${names.join(' ')}`
      const known = headers.get(shape)
      if (known !== undefined) return known
      const header = valuesOf(flexHeader(element, table, names))
      headers.set(shape, header)
      return header
    },
  }
}

/** The header matched attribute names; each value comes right after its name. */
const valuesOf = (header: Header): Header => ({
  ...header,
  pick: header.pick.map((index) => index + 1),
  width: 0,
})

export const interactiveBrokersFlex: Format = {
  broker: 'Interactive Brokers',
  slug: 'interactive-brokers-flex',
  defaults: { order: 'mdy', decimal: '.', currency: 'USD' },
  confidence: () => 0,
  open,
}
