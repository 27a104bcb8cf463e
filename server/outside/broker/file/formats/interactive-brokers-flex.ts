// Interactive Brokers: a Flex Query's activity as XML, each element a row and each of its attributes a column.
import { type Format, nameAccount, type Sheet } from '../format.ts'
import { type Header, headerOf } from '../table.ts'
import { FLEX_TABLES } from './interactive-brokers-flex-tables.ts'

function open(): Sheet {
  const facts: Sheet['facts'] = { accounts: new Set() }
  const headers = new Map<string, Header | null>()
  return {
    facts,
    // A row is an element's name, then name and value of each attribute in turn.
    place(cells) {
      const [element = '', ...pairs] = cells
      const at = (name: string) => pairs[pairs.indexOf(name) + 1] ?? ''
      if (element === 'FlexStatement' && pairs.includes('accountId')) nameAccount(facts, at('accountId'))
      if (element === 'AccountInformation' && pairs.includes('currency')) facts.currency = at('currency')
      const table = FLEX_TABLES[element]
      if (!table) return null
      const names = cells.map((cell, index) => (index % 2 === 1 ? cell : ''))
      const shape = names.join(' ')
      const known = headers.get(shape)
      if (known !== undefined) return known
      const header = valuesOf(headerOf(table, names))
      headers.set(shape, header)
      return header
    },
  }
}

/** The header found the attributes' names; rows have the values right behind them. */
function valuesOf(header: Header | null): Header | null {
  if (!header) return null
  return { ...header, pick: header.pick.map((index) => index + 1), width: 0 }
}

export const interactiveBrokersFlex: Format = {
  broker: 'Interactive Brokers',
  slug: 'interactive-brokers-flex',
  home: { order: 'mdy', decimal: '.', currency: 'USD' },
  recognise: () => 0,
  open,
}
