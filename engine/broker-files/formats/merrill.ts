// Merrill and Merrill Edge: the activity of one or all accounts, in its layouts with one description and with two.
import { charge, type Draft, closedOption, flow, income, shareTransfer, ZERO } from '../drafts.ts'
import { usFormat } from '../format.ts'
import { optionOf, SHARES_PER_CONTRACT } from '../options.ts'
import { ignoreIfEmpty, requiredNumber } from '../row.ts'
import { companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, text, type TableRow } from '../table.ts'

type Column =
  | 'date'
  | 'status'
  | 'account'
  | 'type'
  | 'action'
  | 'description'
  | 'symbol'
  | 'quantity'
  | 'price'
  | 'amount'

const activity = activityTable<Column>(
  {
    date: date('trade date'),
    status: text('pending/settled'),
    account: text('account #'),
    type: text('type'),
    action: text('description 1'),
    description: text('description 2'),
    symbol: text('symbol/cusip #'),
    quantity: number('quantity'),
    price: number('price'),
    amount: number('amount'),
  },
  (row) => readActivity(row, { action: row.text('action'), security: row.text('description') }),
)

type PlainColumn = Exclude<Column, 'status' | 'action'>

/** The description begins with the kind of transaction; the security follows in capital letters. */
const plainActivity = activityTable<PlainColumn>(
  {
    date: date('trade date', 'settlement date'),
    account: optional(text('account')),
    type: text('type'),
    description: text('description'),
    symbol: text('symbol/ cusip'),
    quantity: number('quantity'),
    price: number('price'),
    amount: number('amount'),
  },
  (row) => {
    const words = row
      .text('description')
      .replace(/^Pending /i, '')
      .split(/\s+/)
    const isOfSecurity = words.findIndex((word) => /^[A-Z0-9&.,'/-]{2,}$/.test(word))
    const at = isOfSecurity < 0 ? words.length : isOfSecurity
    return readActivity(row, { action: words.slice(0, at).join(' '), security: words.slice(at).join(' ') })
  },
)

/** Money-market funds and bank deposits that hold an account's cash: money, not shares. */
const CASH = /^(990\d{6}|99861\w{4}|IIAXX|TFDXX)$/
const BUYS = /^(option )?purchase\b/
const SELLS = /^(option )?sale\b/
const OPTION_ENDS = /^option (expired|assigned|exercised)/
const INCOME = /dividend|\bdivd?\b|cap(ital)? gain|return of capital|foreign tax|cash in lieu/
const FEES = /\bfees?\b/
const FLOWS =
  /deposit|withdrawal|^check\b|transfer|\bwire\b|contribution|distribution|bill pay|card|atm\b|pre ?auth/

type Said = { action: string; security: string }

function readActivity(
  row: TableRow<'date' | 'symbol' | 'quantity' | 'price' | 'amount'>,
  said: Said,
): Draft | null {
  const action = said.action.toLowerCase()
  const named = row.text('symbol').replace(/^-+$/, '')
  const isCash = CASH.test(named)
  const option = optionOf(named)
  const symbol = option ?? (named === '' || isCash ? null : symbolOf(named))
  const shared = {
    ...row.day('date'),
    symbol,
    companyName: symbol && !option ? companyNameOf(said.security) : null,
  }
  const size = row.number('quantity')?.times(option ? SHARES_PER_CONTRACT : 1) ?? ZERO
  const amount = row.number('amount')
  const hasShares = symbol !== null && !size.isZero()
  const isTrade = BUYS.test(action) || SELLS.test(action)
  // Money that moves into or out of the fund that holds the cash.
  if (isCash && (isTrade || /^(subscription|redemption|reinvestment)/.test(action))) return null
  if (isCash && !size.isZero()) return null
  if (isTrade) {
    const isBuy = BUYS.test(action)
    return {
      ...shared,
      type: isBuy ? 'buy' : 'sell',
      ...(option && { isSideUnknown: true }),
      quantity: size,
      price: row.number('price'),
      cash: amount && (isBuy ? amount.abs().neg() : amount.abs()),
    }
  }
  if (OPTION_ENDS.test(action) && option) return { ...shared, ...closedOption(size), isOptionEnd: true }
  // The money of a reinvested dividend and its shares are two rows of one day.
  if (action.startsWith('reinvestment')) {
    if (hasShares && amount && !amount.isZero())
      return { ...shared, type: 'buy', quantity: size, cash: amount.abs().neg() }
    if (hasShares) return { ...shared, ...shareTransfer(size), price: row.number('price') }
    return { ...shared, symbol: null, companyName: null, ...flow(requiredNumber(row, 'amount')) }
  }
  if (/interest/.test(action)) return { ...shared, type: 'interest', cash: requiredNumber(row, 'amount') }
  if (INCOME.test(action)) return { ...shared, ...income(requiredNumber(row, 'amount')) }
  if (FEES.test(action)) return { ...shared, ...charge(requiredNumber(row, 'amount')) }
  if (FLOWS.test(action) && hasShares)
    return { ...shared, ...shareTransfer(size), price: row.number('price') }
  if (FLOWS.test(action))
    return { ...shared, symbol: null, companyName: null, ...flow(requiredNumber(row, 'amount')) }
  return ignoreIfEmpty(said.action, size, amount)
}

export const merrill = usFormat('Merrill', 'merrill', [activity, plainActivity], {
  account: /^Selected account\(s\): ?.*?(\w{2,}-\w+)$/,
})
