// Interactive Brokers: a Flex Query's activity as CSV, several tables in one file, with or without headers and
// trailers.
import { type Format, nameAccount, type Sheet } from '../../format.ts'
import type { Header } from '../../table.ts'
import { balances } from './balances.ts'
import { flexFacts, flexHeader } from './flex-sections.ts'
import { flexTables } from './flex-tables.ts'

/** Column names that differ from the XML's attributes, in lower case without punctuation. */
const NAMES: Record<string, string> = {
  clientaccountid: 'accountid',
  currencyprimary: 'currency',
  assetclass: 'assetcategory',
  notescodes: 'notes',
}
/** Names that no other broker's export has. */
const OWN =
  /^(clientaccountid|currencyprimary|ibcommission|ibcommissioncurrency|levelofdetail|ibexecid|fxratetobase)$/

const bare = (cell: string) => cell.toLowerCase().replaceAll(/[^a-z]/g, '')
const attributes = (cells: string[]) =>
  cells.map((cell) => {
    const name = bare(cell)
    return NAMES[name] ?? name
  })

const isHeader = (cells: string[]) => cells.filter((cell) => OWN.test(bare(cell))).length > 0

/** Columns that identify a section. The first match counts. */
const SECTIONS: [element: string, columns: string[]][] = [
  ['ChangeInNAV', ['startingvalue']],
  ['CashReportCurrency', ['startingcash']],
  ['CashReportCurrency', ['endingcash']],
  ['CorporateAction', ['actiondescription']],
  ['Transfer', ['transferprice']],
  ['Transfer', ['transfercompany']],
  ['OpenPosition', ['markprice']],
  ['OpenPosition', ['costbasisprice']],
  ['MTMPerformanceSummaryUnderlying', ['prevclosequantity']],
  ['Trade', ['tradeprice']],
  ['Trade', ['ibcommission']],
  ['Trade', ['buysell']],
  ['CashTransaction', ['type', 'amount']],
]
/** Codes before and after a section, if the query writes headers and trailers. */
const CODES: Record<string, string> = {
  TRNT: 'Trade',
  CTRN: 'CashTransaction',
  CORP: 'CorporateAction',
  TRNS: 'Transfer',
  POST: 'OpenPosition',
  CRTT: 'CashReportCurrency',
  CNAV: 'ChangeInNAV',
}

function open(): Sheet {
  const facts: Sheet['facts'] = { accounts: new Set() }
  const seen = { executions: false, cashDetails: false, positionSummaries: false }
  const collected = balances()
  const tables = flexTables(seen)
  let element = ''
  let code = ''
  let names: string[] = []
  let header: Header | null = null
  return {
    facts,
    statements: () => collected.statements(),
    asOf: () => collected.end() || null,
    place(cells) {
      const [kind = ''] = cells
      if (kind === 'BOF') collected.period(cells[4] ?? '', cells[5] ?? '')
      if (kind === 'BOS') code = cells[1] ?? ''
      if (/^([BE]O[FAS]|MSG|TRAILER)$/.test(kind)) return null
      if (isHeader(cells)) {
        names = attributes(cells)
        const found = SECTIONS.find(([, columns]) => columns.every((column) => names.includes(column)))
        element = CODES[kind === 'HEADER' ? (cells[1] ?? '') : code] ?? found?.[0] ?? ''
        const table = tables[element]
        header = table ? flexHeader(element, table, names) : null
        return null
      }
      const of = (attribute: string) => cells[names.indexOf(attribute.toLowerCase())]?.trim() ?? ''
      nameAccount(facts, of('accountId'))
      if (of('fromDate')) collected.period(of('fromDate'), of('toDate'))
      flexFacts(element, of, { collected, seen })
      return header
    },
  }
}

/** Reads rows whose columns correspond to an XML file's attributes. */
export const interactiveBrokersFlexCsv: Format = {
  broker: 'Interactive Brokers',
  slug: 'interactive-brokers-flex',
  defaults: { order: 'mdy', decimal: '.', currency: 'USD' },
  confidence: (rows) => {
    const found = rows.filter(isHeader).map((cells) => cells.filter((cell) => OWN.test(bare(cell))).length)
    return found.length === 0 ? 0 : 20 + Math.max(...found)
  },
  open,
}
