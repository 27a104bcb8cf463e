// eToro's account statement: the "Account Activity" sheet, saved as CSV.
import { Decimal } from 'decimal.js'
import { charge, type Draft, flow, income } from '../drafts.ts'
import { type Format, headerScore, plainSheet } from '../format.ts'
import { RowError } from '../file-errors.ts'
import { requiredNumber, unknownRowType, ignoreIfEmpty } from '../row.ts'
import { symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, text, type TableRow } from '../table.ts'

type Column = 'date' | 'type' | 'details' | 'amount' | 'units' | 'change' | 'position' | 'asset'

const accountActivity = activityTable<Column>(
  {
    date: date('date'),
    type: text('type'),
    details: text('details'),
    amount: number('amount'),
    // Statements of 2022 and earlier lack this column.
    units: optional(number('units', 'units / contracts')),
    change: number('realized equity change'),
    position: text('position id'),
    asset: optional(text('asset type')),
  },
  readRow,
)

/** Money that moves between copied and own positions, and orders that move none. */
const INTERNAL = /copy|mirror|\bedit\b|stop loss/
/** Contracts for difference and similar derivatives, which aren't shares or coins. */
const CONTRACT = /cfd|opt|fut|fop|margin/i
const NO_UNITS =
  'The number of units is missing. Download the account statement again: newer ones have a column for it.'
const FEES = /fee|charge|commission|\bsdrt\b|stamp|tax\b/

function readRow(row: TableRow<Column>): Draft | null {
  const type = row.text('type').toLowerCase()
  if (INTERNAL.test(type)) return null
  const details = row.text('details')
  const isContract = CONTRACT.test(row.text('asset'))
  const shared = row.day('date')
  const symbol = () => symbolIn(details, /crypto/i.test(row.text('asset')))
  if (type === 'open position' || type === 'position closed') {
    const isOpen = type === 'open position'
    // A contract for difference holds no shares; only its profit or loss counts.
    if (isContract)
      return isOpen ? null : { ...shared, type: 'interest', cash: requiredNumber(row, 'change') }
    const sum = requiredNumber(row, 'amount').abs()
    if (row.word('units') === '') throw new RowError(NO_UNITS)
    return {
      ...shared,
      type: isOpen ? 'buy' : 'sell',
      symbol: symbol(),
      quantity: row.number('units'),
      cash: isOpen ? sum.neg() : sum,
    }
  }
  if (type.startsWith('corp action: split')) {
    const [, to = '', from = ''] = /(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)\s*$/.exec(details) ?? []
    if (!to || Number(from) === 0) throw unknownRowType(details)
    // Listed once per position of the same share, all with the same ratio.
    const ratio = new Decimal(to).dividedBy(from).toDecimalPlaces(10)
    return {
      ...shared,
      type: 'split',
      symbol: symbol(),
      ratio,
      key: `split/${shared.day}/${symbol()}`,
      isRepeatable: true,
    }
  }
  const cash = requiredNumber(row, 'amount')
  if (/dividend/.test(type)) return { ...shared, ...income(cash), symbol: isContract ? null : symbol() }
  if (
    /interest|staking|airdrop|adjustment|refund|compensation|cashback|lending|rollover|promotion|refer/.test(
      type,
    )
  )
    return { ...shared, type: 'interest', cash }
  if (FEES.test(type)) return { ...shared, ...charge(cash.abs().neg()) }
  if (/withdraw/.test(type)) return { ...shared, ...flow(cash.abs().neg()) }
  if (/deposit|bonus|transfer/.test(type)) return { ...shared, ...flow(cash) }
  return ignoreIfEmpty(row.text('type'), cash)
}

/**
 * Details are `NKE/USD`, or `NVDA/USD 10:1` for a split. A coin is named as a pair, because a share may have the same
 * symbol.
 */
function symbolIn(details: string, isCoin: boolean): string {
  const [share = ''] = details.trim().split(/[/\s]/)
  return symbolOf(isCoin ? `${share}-USD` : share)
}

/** The other sheet with trades, which lacks deposits and open positions. */
const closedPositions = activityTable(
  {
    position: text('position id'),
    action: text('action'),
    amount: text('amount'),
    opened: date('open date'),
    closed: date('close date'),
    leverage: text('leverage'),
  },
  (): null => {
    throw new RowError(
      'This is the sheet “Closed Positions”, which has no deposits or open positions. Choose the sheet “Account Activity” of the same statement instead.',
    )
  },
)

const tables = [accountActivity, closedPositions]

export const etoro: Format = {
  broker: 'eToro',
  slug: 'etoro',
  defaults: { order: 'dmy', decimal: '.', currency: 'USD' },
  confidence: (rows) => headerScore(tables, rows) * 2,
  open: () => plainSheet(tables),
}
