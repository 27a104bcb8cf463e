// Vanguard UK: the client transactions listing, its cash sheet saved as CSV, with or without the investments sheet.
import type { Statement } from '#engine/portfolio/activity.ts'
import { readDate } from '../dates.ts'
import { charge, type Draft, flow, income } from '../drafts.ts'
import { type Format, plainSheet, type Sheet } from '../format.ts'
import { readNumber } from '../numbers.ts'
import { RowError } from '../file-errors.ts'
import { requiredNumber, ignoreIfEmpty } from '../row.ts'
import { companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, type Table, text, type TableRow } from '../table.ts'

type Column = 'date' | 'details' | 'amount' | 'balance'

const cash = activityTable<Column>(
  { date: date('date'), details: text('details'), amount: number('amount'), balance: number('balance') },
  readCash,
)

const TRADE = /^(bought|sold) ([\d.,]+) (.+)$/i
const DIVIDEND = /^(?:reversal of )?div(?:idend)?: ?([a-z0-9]+)/i

function readCash(row: TableRow<Column>): Draft | null {
  const details = row.text('details')
  const day = row.day('date')
  const amount = requiredNumber(row, 'amount')
  const trade = TRADE.exec(details)
  if (trade)
    return { ...day, ...sideOf(trade[1], trade[3]), quantity: row.asNumber(trade[2] ?? ''), cash: amount }
  const share = DIVIDEND.exec(details)?.[1]
  if (share) return { ...day, ...income(amount), symbol: symbolOf(share) }
  if (/interest/i.test(details)) return { ...day, type: 'interest', cash: amount }
  if (/\bfees?\b|charge/i.test(details)) return { ...day, ...charge(amount) }
  if (/deposit|payment|withdrawal|transfer|contribution|tax relief|credit|debit/i.test(details))
    return { ...day, ...flow(amount) }
  return ignoreIfEmpty(details, amount)
}

function sideOf(side = '', product = ''): Pick<Draft, 'type' | 'symbol' | 'companyName'> {
  return {
    type: /bought/i.test(side) ? 'buy' : 'sell',
    symbol: tickerOf(product),
    companyName: companyNameOf(product),
  }
}

const SYMBOL_CHARACTERS = 32

/** The symbol in parentheses at the end of the name. Funds have none, so their name is used. */
function tickerOf(product: string): string {
  const ticker = /\(([A-Z0-9]{2,6})\)\s*$/.exec(product)?.[1]
  if (ticker) return symbolOf(ticker)
  return symbolOf(
    product
      .replaceAll(/[^A-Za-z0-9]+/g, '.')
      .replace(/^\.|\.$/g, '')
      .slice(0, SYMBOL_CHARACTERS),
  )
}

/** The same trades again, without the deposits. Read only if the cash sheet is missing. */
const investments = (seen: { cash: boolean }) =>
  activityTable(
    {
      date: date('date'),
      name: text('investmentname', 'investment name'),
      details: text('transactiondetails', 'transaction details'),
      quantity: number('quantity'),
      price: number('price'),
      cost: number('cost'),
    },
    (row): Draft | null => {
      if (seen.cash) return null
      const side = /^(bought|sold)\b/i.exec(row.text('details'))?.[1]
      if (!side) return ignoreIfEmpty(row.text('details'), row.number('quantity'))
      const cost = requiredNumber(row, 'cost').abs()
      const isBuy = /bought/i.test(side)
      return {
        ...row.day('date'),
        ...sideOf(side, row.text('name')),
        quantity: requiredNumber(row, 'quantity').abs(),
        cash: isBuy ? cost.neg() : cost,
      }
    },
  )

function open(): Sheet {
  const seen = { cash: false }
  const tables: Table[] = [cash, investments(seen)]
  const sheet = plainSheet(tables)
  const rows: { first?: string[]; last?: string[] } = {}
  return {
    ...sheet,
    statements: () => statementOf(rows.first, rows.last),
    place(cells) {
      const header = sheet.place(cells)
      if (header?.table === cash) {
        seen.cash = true
        const own = header.pick.map((index) => cells[index]?.trim() ?? '')
        rows.first ??= own
        rows.last = own
      }
      return header
    },
  }
}

/** Each row's balance is the balance after it. */
function statementOf(first?: string[], last?: string[]): Statement[] {
  if (!first || !last) return []
  try {
    const [oldest, newest] = [first, last].toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1))
    const before = sumOf(oldest, 3)?.minus(sumOf(oldest, 2) ?? 0)
    const after = sumOf(newest, 3)
    if (!before || !after) return []
    const balance = (amount: typeof after) => ({
      positions: null,
      cash: [{ currency: 'GBP', amount }],
      netAssetValue: null,
    })
    return [{ from: dayOf(oldest), to: dayOf(newest), opening: balance(before), closing: balance(after) }]
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return []
  }
}

const dayOf = (cells: string[] = []) => readDate(cells[0] ?? '', { order: 'dmy' }).day
const sumOf = (cells: string[] = [], column: number) => readNumber(cells[column] ?? '', '.')

/** Many banks list date, details, amount and balance. Only a broker's details look like this. */
const OWN = /^(bought|sold) [\d.,]+ |^div: |investment purchases|^cash account interest|^account fee for/i

export const vanguardUk: Format = {
  broker: 'Vanguard',
  slug: 'vanguard-uk',
  defaults: { order: 'dmy', decimal: '.', currency: 'GBP' },
  confidence: (rows) => {
    const hasOwn = rows.some((cells) => cells.some((cell) => OWN.test(cell.trim())))
    const words = rows.map((cells) => cells.map((cell) => cell.trim().toLowerCase()).join(' '))
    const isListed = words.some((line) =>
      /^date (details amount balance|investment ?name transaction)/.test(line),
    )
    return hasOwn && isListed ? 12 : 0
  },
  open,
}
