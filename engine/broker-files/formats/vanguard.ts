// Vanguard (US): the "OfxDownload" CSV, holdings first and transactions below them.
import type { Position } from '#engine/portfolio/activity.ts'
import {
  cancellationOf,
  charge,
  type Draft,
  closedOption,
  flow,
  stockDividend,
  income,
  shareTransfer,
  sharesAndCash,
  splitShares,
  ZERO,
} from '../drafts.ts'
import { usFormat } from '../format.ts'
import { optionOf, SHARES_PER_CONTRACT } from '../options.ts'
import { quoted, RowError } from '../file-errors.ts'
import { requiredNumber, ignoreIfEmpty } from '../row.ts'
import { companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, positionTable, text, type TableRow } from '../table.ts'

type Column =
  | 'account'
  | 'date'
  | 'type'
  | 'description'
  | 'name'
  | 'symbol'
  | 'shares'
  | 'price'
  | 'principal'
  | 'fees'
  | 'net'

const transactions = activityTable<Column>(
  {
    account: text('account number'),
    date: date('trade date'),
    type: text('transaction type'),
    description: text('transaction description'),
    name: text('investment name'),
    symbol: text('symbol'),
    shares: number('shares'),
    price: number('share price'),
    principal: number('principal amount'),
    fees: number('commission fees', 'commissions and fees'),
    net: number('net amount'),
  },
  readTransaction,
)

/** Settlement funds, in which Vanguard keeps an account's cash: money, not shares. */
const SETTLEMENT = /^(VMFXX|VMRXX|VUSXX)$/
const BUYS =
  /^(cancel )?(buy|reinvestment|dividend reinvestment|automatic investment|exchange \(in\)|purchase)/
const SELLS =
  /^(cancel )?(sell|redemption|corp action \((full |partial )?(redemption|call)|exchange \(out\)|matur|bond redemption)/
const SHORTS = /(sell (short|to open)|buy to (cover|close))/
const OPTION_ENDS = /^(expired|expiration|assign|exercise|option (expir|assign|exercise))/
const SPLITS = /^((stock |reverse |forward )?split|corp action \((reverse |stock |forward )?split)/
const STOCK_DIVIDENDS = /^(stock dividend|spin|corp action \((spin|stock dividend))/
/** Corporate actions: rows for the shares, old and new, and for the cash. */
const CORPORATE_ACTIONS =
  /^(merger|corp action \((cash |stock |cash and stock )?(merger|tender|(sec )?exchange|liquidation))/
const TRANSFERS =
  /^(transfer|conversion|rollover|corp action|name change|recharacterization|journal|received|delivered|share conversion|shares from|asset transfer|roth)/
const INCOME = /dividend|capital gain|return of capital|foreign tax|withholding|cash in lieu/
const FLOWS =
  /^(funds|contribution|withdrawal|distribution|transfer|rollover|wire|deposit|check|eft|bonus|conversion|credit|debit|journal|electronic|recharacterization|roth|adjustment|bill pay|employer|asset transfer)/

function readTransaction(row: TableRow<Column>): Draft | Draft[] | null {
  const type = row.text('type').toLowerCase()
  if (type.startsWith('sweep')) return null
  const symbolText = row.text('symbol')
  const isCash = symbolText === '' || symbolText === '—' || SETTLEMENT.test(symbolText)
  if (isCash && (BUYS.test(type) || SELLS.test(type))) return null
  const option = optionOf(symbolText)
  const shared = {
    ...row.day('date'),
    symbol: option ?? (isCash && !SETTLEMENT.test(symbolText) ? null : symbolOf(symbolText)),
    companyName: symbolText === '' ? null : companyNameOf(row.text('name')),
  }
  const reported = (row.number('shares') ?? ZERO).times(option ? SHARES_PER_CONTRACT : 1)
  // Some exports give outgoing shares without a minus.
  const size = /outgoing/.test(type) ? reported.abs().neg() : reported
  const hasShares = !size.isZero() && !isCash
  const net = row.number('net')
  if (BUYS.test(type) || SELLS.test(type)) {
    const side = BUYS.test(type) ? ('buy' as const) : ('sell' as const)
    const isCancel = type.includes('cancel')
    const trade = {
      ...shared,
      type: side,
      isShort: SHORTS.test(type),
      quantity: size,
      price: row.number('price'),
      cash: net && (isCancel === (side === 'buy') ? net.abs() : net.abs().neg()),
      fee: row.number('fees')?.abs() ?? ZERO,
    }
    // A reinvestment that rounds to zero shares doesn't count as one.
    if (size.isZero()) return ignoreIfEmpty(row.text('type'), net)
    return isCancel ? cancellationOf(trade) : trade
  }
  if (OPTION_ENDS.test(type) && hasShares) return { ...shared, ...closedOption(size), isOptionEnd: true }
  // One row with the shares added, or two rows with all old and all new shares.
  if (SPLITS.test(type) && hasShares)
    return { ...shared, ...splitShares(size), splitPair: `split ${shared.symbol}` }
  if (STOCK_DIVIDENDS.test(type) && hasShares) return { ...shared, ...stockDividend(size) }
  if (CORPORATE_ACTIONS.test(type) && !isCash)
    return sharesAndCash(
      { ...shared, corporateAction: 'merger' },
      hasShares ? shareTransfer(size) : null,
      net,
    )
  if (INCOME.test(type) && !hasShares) return { ...shared, ...income(requiredNumber(row, 'net')) }
  if (TRANSFERS.test(type) && hasShares)
    return { ...shared, ...shareTransfer(size), price: row.number('price') }
  if (INCOME.test(type)) return { ...shared, ...income(requiredNumber(row, 'net')) }
  if (/interest/.test(type)) return { ...shared, type: 'interest', cash: requiredNumber(row, 'net') }
  if (/fee|commission/.test(type)) return { ...shared, ...charge(requiredNumber(row, 'net')) }
  if (FLOWS.test(type))
    return { ...shared, symbol: null, companyName: null, ...flow(requiredNumber(row, 'net')) }
  return ignoreIfEmpty(row.text('type'), size, net)
}

/** Accounts with only funds, such as 529 plans, are exported without symbols. */
const funds = activityTable(
  {
    account: text('account number'),
    date: date('trade date'),
    processed: text('process date'),
    type: text('transaction type'),
    name: text('investment name'),
    shares: number('shares'),
    gross: number('gross amount', 'principal amount'),
    net: number('net amount'),
  },
  (row): null => {
    throw new RowError(`There’s no symbol for ${quoted(row.text('name'))}: this export only has fund names.`)
  },
)

const holdings = positionTable(
  {
    account: text('account number'),
    name: text('investment name'),
    symbol: text('symbol'),
    shares: number('shares'),
    price: number('share price'),
    value: number('total value'),
  },
  (row): Position | null => {
    const symbol = row.text('symbol')
    if (symbol === '' || SETTLEMENT.test(symbol)) return null
    return {
      symbol: symbolOf(symbol),
      companyName: companyNameOf(row.text('name')),
      quantity: requiredNumber(row, 'shares'),
      averageCost: null,
      price: row.number('price'),
      currency: 'USD',
    }
  },
)

/** Below the other tables, for people with a workplace plan. */
const plans = activityTable(
  { date: text('trade date'), run: text('run date'), type: text('transaction activity') },
  (): null => {
    throw new RowError('A workplace plan’s rows name funds that have no symbol, so they can’t be read.')
  },
)

export const vanguard = usFormat('Vanguard', 'vanguard', [transactions, holdings, funds, plans])
