// Interactive Brokers' "Transaction History", the short CSV of the portal, all in the account's base currency.
import { charge, type Draft, flow, income, shareTransfer, ZERO } from '../../drafts.ts'
import { optionOf } from '../../options.ts'
import { requiredNumber, ignoreIfEmpty } from '../../row.ts'
import { companyNameOf } from '../../symbols.ts'
import { activityTable, date, number, text, type TableRow } from '../../table.ts'
import { corporateAction, tradedSymbol } from './descriptions.ts'

type Column =
  | 'date'
  | 'account'
  | 'description'
  | 'type'
  | 'symbol'
  | 'quantity'
  | 'gross'
  | 'commission'
  | 'net'

/** The price may be in another currency than the amounts, so the amounts are used. */
export const historyTable = activityTable<Column>(
  {
    date: date('date'),
    account: text('account'),
    description: text('description'),
    type: text('transaction type'),
    symbol: text('symbol'),
    quantity: number('quantity'),
    gross: number('gross amount'),
    commission: number('commission'),
    net: number('net amount'),
  },
  readHistory,
)

function readHistory(row: TableRow<Column>): Draft | Draft[] | null {
  const type = row.text('type').toLowerCase()
  const description = row.text('description')
  const name = row.text('symbol')
  const quantity = row.number('quantity') ?? ZERO
  const hasShare = name !== '' && name !== '-'
  const when = { ...row.day('date') }
  if (/^forex|^adjustment|translation/.test(type))
    return { ...when, ...charge(requiredNumber(row, 'net')), symbol: null }
  const traded = hasShare ? tradedSymbol(name, quantity) : { symbol: null, size: ZERO }
  const shared = { ...when, symbol: traded.symbol }
  const commission = row.number('commission') ?? ZERO
  if (/^(buy|sell)|assign|exercise|expir/.test(type) && !quantity.isZero()) {
    const fee = commission.isNegative() ? commission.neg() : ZERO
    const side = quantity.isNegative() ? 'sell' : 'buy'
    return {
      ...shared,
      companyName: companyNameOf(description),
      type: side,
      quantity: traded.size,
      cash: row.number('net') ?? ZERO,
      fee,
      ...(optionOf(name) && { isSideUnknown: true }),
    }
  }
  if (/split|spin|merger|corporate|dividend.*stock/.test(type) && !quantity.isZero())
    return corporateAction(description, quantity, row.number('net') ?? ZERO).map((draft) => ({
      day: when.day,
      ...draft,
    }))
  if (/transfer/.test(type) && !quantity.isZero()) return { ...shared, ...shareTransfer(traded.size) }
  const cash = requiredNumber(row, 'net')
  if (/dividend|payment in lieu|return of capital/.test(type)) return { ...shared, ...income(cash) }
  if (/withholding|tax/.test(type))
    return hasShare ? { ...shared, ...income(cash) } : { ...shared, type: 'interest', cash }
  if (/interest/.test(type)) return { ...shared, type: 'interest', cash }
  if (/fee|commission/.test(type)) return { ...shared, ...charge(cash) }
  if (/deposit|withdrawal|transfer|fund/.test(type)) return { ...shared, symbol: null, ...flow(cash) }
  return ignoreIfEmpty(row.text('type'), cash)
}
