// E*TRADE: the transaction history, in its layouts before and since 2025.
import {
  charge,
  type Draft,
  closedOption,
  flow,
  income,
  shareTransfer,
  splitShares,
  ZERO,
} from '../drafts.ts'
import { usFormat } from '../format.ts'
import { optionOf, SHARES_PER_CONTRACT } from '../options.ts'
import { ignoreIfEmpty, requiredNumber } from '../row.ts'
import { companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, text, type TableRow } from '../table.ts'

type Column = 'date' | 'type' | 'description' | 'symbol' | 'quantity' | 'price' | 'amount' | 'commission'

const history = activityTable<Column>(
  {
    date: date('activity/trade date', 'transactiondate'),
    type: text('activity type', 'transactiontype'),
    description: text('description'),
    symbol: text('symbol'),
    quantity: number('quantity #', 'quantity'),
    price: number('price $', 'price'),
    amount: number('amount $', 'amount'),
    commission: number('commission'),
  },
  readHistory,
)

const BUYS = /^bought( to (cover|open|close))?$/
const SELLS = /^sold( short| to (open|close))?$/
const SHORTS = /^(sold (short|to open)|bought to (cover|close))$/
const OPTION_ENDS = /^option (expired|expiration|assigned|assignment|exercised|exercise)$/
const INCOME = /dividend|capital gain|return of capital|cash in lieu|withholding|foreign tax/
const INTEREST = /\binterest\b/
const FEES = /\bfees?\b/
const FLOWS =
  /transfer|\bwire\b|direct (debit|deposit)|\bach\b|deposit|withdrawal|contribution|distribution|check|bill pay/
/** Transfers between the cash and the margin part, and to and from the bank that holds the cash. */
const INTERNAL = /^(TRNSFR (CASH|MARGIN) TO|INTERNAL FUND TRANSFER)/i
const BANK = /^MSBNK$/
/** An empty value: nothing or dashes. */
const NONE = /^-*$/

function readHistory(row: TableRow<Column>): Draft | null {
  const type = row.text('type').toLowerCase()
  const description = row.text('description')
  if (INTERNAL.test(description)) return null
  const named = row.text('symbol').replace(/-{2,}/, '')
  const hasSymbol = !NONE.test(named) && !BANK.test(named)
  const option = optionOf(description) ?? optionOf(named)
  const symbol = option ?? (hasSymbol ? symbolOf(named) : null)
  const shared = {
    ...row.day('date'),
    symbol,
    companyName: symbol && !option ? companyNameOf(description) : null,
  }
  const size = row.number('quantity')?.times(option ? SHARES_PER_CONTRACT : 1) ?? ZERO
  const amount = row.number('amount')
  const fee = row.number('commission')?.abs() ?? ZERO
  const trade = (side: 'buy' | 'sell'): Draft => ({
    ...shared,
    type: side,
    isShort: SHORTS.test(type),
    quantity: size,
    price: positive(row),
    cash: amount && (side === 'buy' ? amount.abs().neg() : amount.abs()),
    fee,
  })
  // Downloads from late 2024 have a zero for every type, so only the figures identify trades.
  if (type === '0' && symbol && amount && !size.isZero() && size.isNegative() !== amount.isNegative())
    return { ...trade(size.isNegative() ? 'sell' : 'buy'), ...(option && { isSideUnknown: true }) }
  if (type === '0' && BANK.test(named) && amount) return { ...shared, type: 'interest', cash: amount }
  if (BUYS.test(type)) return trade('buy')
  if (SELLS.test(type)) return trade('sell')
  if (OPTION_ENDS.test(type) && option) return { ...shared, ...closedOption(size), isOptionEnd: true }
  if (/split/.test(type) && symbol && !size.isZero()) return { ...shared, ...splitShares(size) }
  // A reinvested dividend has the new shares and a negative amount; the dividend itself is another row.
  if (/dividend/.test(type) && symbol && size.greaterThan(0) && amount?.isNegative()) return trade('buy')
  if (INTEREST.test(type)) return { ...shared, type: 'interest', cash: requiredNumber(row, 'amount') }
  if (INCOME.test(type)) return { ...shared, ...income(requiredNumber(row, 'amount')) }
  if (FEES.test(type)) return { ...shared, ...charge(requiredNumber(row, 'amount')) }
  if (FLOWS.test(type) && symbol && !size.isZero())
    return { ...shared, ...shareTransfer(size), price: positive(row) }
  if (FLOWS.test(type)) return { ...shared, symbol: null, companyName: null, ...flow(amount ?? ZERO) }
  return ignoreIfEmpty(row.text('type'), size, amount)
}

/** Rows without a price have a zero. */
function positive(row: TableRow<Column>) {
  const price = row.number('price')
  return price?.isZero() ? null : price
}

export const etrade = usFormat('E*TRADE', 'etrade', [history], {
  account: /(?:^#{2,}-?|^Account Activity for .* -)(\d{4})(?:$| from )/,
})
