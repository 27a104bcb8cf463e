// eToro: what a row of the account activity means, once its kind is known.
import { Decimal } from 'decimal.js'
import { charge, type Draft, flow, income } from '../../drafts.ts'
import { RowError } from '../../file-errors.ts'
import { requiredNumber, unknownRowType } from '../../row.ts'
import { coinOf, symbolOf } from '../../symbols.ts'
import { date, number, optional, type TableRow, text } from '../../table.ts'

export const columns = {
  date: date('date'),
  type: text('type'),
  details: text('details'),
  amount: number('amount'),
  // Statements of 2022 and earlier lack this column.
  units: optional(number('units', 'units / contracts')),
  change: number('realized equity change'),
  position: text('position id'),
  asset: optional(text('asset type')),
}
export type ActivityRow = TableRow<keyof typeof columns>
export type Kind = 'open' | 'close' | 'split' | 'dividend' | 'interest' | 'charge' | 'withdrawal' | 'deposit'

/** Contracts for difference and similar derivatives, which aren't shares or coins. */
const CONTRACT = /cfd|opt|fut|fop|margin/i
const COIN = /crypto|krypto|cripto/i
const NO_UNITS =
  'The number of units is missing. Download the account statement again: newer ones have a column for it.'
/** The ratio of a split, after the symbol: `NVDA/USD 10:1`. */
export const RATIO = /(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)\s*$/

export function readAs(kind: Kind, row: ActivityRow): Draft | null {
  const isContract = CONTRACT.test(row.text('asset'))
  const shared = row.day('date')
  const symbol = () => symbolIn(row.text('details'), COIN.test(row.text('asset')))
  switch (kind) {
    case 'open':
    case 'close': {
      const isOpen = kind === 'open'
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
    case 'split': {
      const [, to = '', from = ''] = RATIO.exec(row.text('details')) ?? []
      if (!to || Number(from) === 0) throw unknownRowType(row.text('details'))
      // A split is listed once for each position in the share, always with the same ratio.
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
    case 'dividend':
      return { ...shared, ...income(requiredNumber(row, 'amount')), symbol: isContract ? null : symbol() }
    case 'interest':
      return { ...shared, type: 'interest', cash: requiredNumber(row, 'amount') }
    case 'charge':
      return { ...shared, ...charge(requiredNumber(row, 'amount').abs().neg()) }
    case 'withdrawal':
      return { ...shared, ...flow(requiredNumber(row, 'amount').abs().neg()) }
    case 'deposit':
      return { ...shared, ...flow(requiredNumber(row, 'amount')) }
  }
}

/** Details are `NKE/USD`, or `NVDA/USD 10:1` for a split. */
function symbolIn(details: string, isCoin: boolean): string {
  const [share = ''] = details.trim().split(/[/\s]/)
  return isCoin ? coinOf(share) : symbolOf(share)
}
