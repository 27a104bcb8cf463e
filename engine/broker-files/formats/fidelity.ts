// Fidelity: the account history of one or all accounts, and portfolio positions, as downloaded from the site.
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
import { requiredNumber, ignoreIfEmpty } from '../row.ts'
import { currencyUnitOf, isSecurityNumber, companyNameOf, symbolOf } from '../symbols.ts'
import {
  activityTable,
  date,
  number,
  optional,
  positionTable,
  type Skipped,
  text,
  type TableRow,
} from '../table.ts'

type Column =
  | 'date'
  | 'action'
  | 'symbol'
  | 'description'
  | 'kind'
  | 'quantity'
  | 'price'
  | 'commission'
  | 'fees'
  | 'amount'
  | 'currency'
  | 'settled'
  | 'account'
  | 'accountName'
  | 'balance'

const history = activityTable<Column>(
  {
    date: date('run date', 'date'),
    action: text('action'),
    symbol: text('symbol'),
    description: text('description', 'security description'),
    kind: optional(text('type', 'security type')),
    quantity: number('quantity'),
    price: number('price'),
    commission: optional(number('commission')),
    fees: optional(number('fees')),
    amount: number('amount'),
    currency: optional(text('currency')),
    settled: optional(text('settlement date')),
    account: optional(text('account number', 'account')),
    accountName: optional(text('account', 'account name')),
    // "Processing" until the trade is settled.
    balance: optional(text('cash balance')),
  },
  readHistory,
  (row) => {
    const written = row.text('balance')
    const amount = /\d/.test(written) ? row.asNumber(written) : null
    return amount && { account: row.text('account'), currency: currencyOf(row), amount }
  },
)

/** Core positions, in which Fidelity keeps an account's cash: money, not shares. */
const CORE = /^(SPAXX|FDRXX|FZFXX|FDLXX|FCASH|CORE|Q[A-Z]{3}Q)$/
const CORE_SWEEP = /^(PURCHASE INTO|REDEMPTION FROM) CORE ACCOUNT/
const BUYS = /^(YOU BOUGHT|REINVESTMENT|BOUGHT|PURCHASE|BUY CANCEL)\b/
const SELLS =
  /^(YOU SOLD|SOLD|REDEMPTION PAYOUT|REDEEMED|(FULL|PARTIAL|MANDATORY) (CALL|PUT)|CALLED|MATURED?|SELL CANCEL)\b/
/** Short sales and written options, and the purchases that close them. Short positions have their own `Type`. */
const SHORTS = /^(YOU )?(SOLD (SHORT SALE|OPENING TRANS)|BOUGHT (SHORT COVER|TO COVER|CLOSING TRANS))/
/** Daily transfers between the margin and short halves of one account. */
const INTERNAL = /^SHORT VS MARGIN MARK TO MARKET/
const OPTION_ENDS = /^(EXPIRED|ASSIGNED|EXERCISED)\b/
const INCOME =
  /^(DIVIDEND|(LONG|SHORT)-TERM CAP GAIN|CAP(ITAL)? GAIN|RETURN OF CAPITAL|IN LIEU|CASH IN LIEU|FOREIGN TAX|(ADJ )?NON-RESIDENT TAX|ROYALTY|(PARTNERSHIP |LIQUIDATING )?DISTRIBUTION|SUBSTITUTE|PRINCIPAL PAYMENT|TAX RECLAIM)/
const INTEREST =
  /^((CD |BOND |LOAN )?INTEREST|MUNI EXEMPT INT|MARGIN INTEREST|ADJUSTED INTEREST|ACCRUED INT|LOANED SECURITIES|FULLY PAID LENDING|STOCK LOAN)/
const FEES = /\bFEES?\b|COMMISSION/
const STOCK_DIVIDENDS = /SPIN.?OFF|^STOCK DIVIDEND|^RIGHTS/
/** Splits are called a distribution of the share itself. */
const SPLITS = /\bSPLIT\b|^DISTRIBUTION\b(?!.*SPIN)/
/** Corporate actions. Rows of one action share a number except for its last four digits. */
const CORPORATE_ACTIONS = /^(MERGER|TENDER|EXCHANGED|REORG|LIQUIDAT|MANDATORY EXCH)/
const ACTION_NUMBER = /#REOR\s?([A-Z]{0,2}\d{5,})\d{4}\b/
/** The symbol in the description, for an empty symbol column: `… ZEPHYR CO COM (99900Z101) (Cash)`. */
const NAMED = /\(([A-Z0-9.]{1,12})\) \((?:CASH|MARGIN|SHARES|SHORT)\)$/
/** Share transfers, whose amount is the shares' value. */
const TRANSFERS =
  /^(CONVERSION|CONVERTED|NAME CHANGED?|TRANSFER|JOURNALED|RECEIVED FROM|DELIVERED|ACAT|SHARES|CONV TO|RESTRICTED STOCK|STOCK (AWARD|PLAN)|RSU|ESPP|(CUSIP|ADR) CHANGE)/
const FLOWS =
  /^(ELECTRONIC FUNDS TRANSFER|DIRECT (DEPOSIT|DEBIT)|CHECK (RECEIVED|PAID)|TRANSFER|WIRE|CASH CONTRIBUTION|CONTRIB|PARTIC CONTR|ROLLOVER|NORMAL DISTR|EARLY DIST|PREMATURE DIST|QUALIFIED DIST|LUMP SUM|DEBIT CARD|BILL ?PAY|CASH ADVANCE|JOURNALED|CO CONTR|DEPOSIT|WITHDRAWAL|EFT|ACH|ATM|REBATE|REWARD|CASH BACK|BONUS|PROMOTION|(FED|STATE|FEDERAL) TAX|RECHAR|ROTH CONV|CONVERSION|EXCESS|PAYMENT|RETURNED|STOP PAYMENT|MONEY ?LINE|ADJUST|CONV TO|TERM DISTR|TRUSTEE)|\b(CONTRIBUTION|DEPOSIT|REWARDS|WITHHOLDING)\b/

/** Employer plans. Their funds have no symbols, so contributions can't be valued. */
const PLAN =
  /\b(401|403|457)\s?\(?[AKB]\)?|\bPENSION\b|\b(RETIREMENT|SAVINGS|PROFIT SHARING) (SAVINGS )?PLAN\b/i

function readHistory(row: TableRow<Column>): Draft | Draft[] | Skipped | null {
  const action = row.text('action').toUpperCase()
  const plan = row.text('accountName')
  if (PLAN.test(plan) && row.text('symbol') === '' && !NAMED.test(action))
    return { skipped: `${plan} (a retirement plan without tickers)` }
  if (CORE_SWEEP.test(action) || INTERNAL.test(action)) return null
  const symbolText = row.text('symbol') || (NAMED.exec(action)?.[1] ?? '')
  const isTrade = BUYS.test(action) || SELLS.test(action)
  if (CORE.test(symbolText.replace(/\*+$/, '')) && (isTrade || action.startsWith('EXCHANGED'))) return null
  const option = optionOf(symbolText)
  const currency = currencyOf(row)
  const shared = {
    ...row.day('date'),
    symbol: option ?? (symbolText === '' ? null : symbolOf(symbolText)),
    companyName: symbolText === '' ? null : companyNameOf(row.text('description')),
    ...(currency !== 'USD' && { currency }),
  }
  const size = row.number('quantity')?.times(option ? SHARES_PER_CONTRACT : 1) ?? ZERO
  const hasShares = !size.isZero() && shared.symbol !== null
  // For share-only rows the amount is their value, and no money moves.
  const cash = row.text('kind') === 'Shares' ? null : row.number('amount')
  const fee = (row.number('commission') ?? ZERO).plus(row.number('fees') ?? ZERO).abs()
  const price = row.number('price')
  const [, actionNumber = ''] = ACTION_NUMBER.exec(action) ?? []
  if (hasShares && isTrade && row.text('kind') !== 'Shares') {
    const isShort = SHORTS.test(action) || row.text('kind') === 'Short'
    const type = BUYS.test(action) ? ('buy' as const) : ('sell' as const)
    const trade = { ...shared, type, isShort, quantity: size, price, cash, fee }
    // Bought shares have a plus and sold shares a minus; the opposite sign marks a cancellation.
    const isCancellation = /CANCEL|CXL/.test(action) || size.isNegative() === (type === 'buy')
    return isCancellation ? cancellationOf(trade) : trade
  }
  if (OPTION_ENDS.test(action) && hasShares)
    return { ...shared, ...closedOption(size), ...(cash?.isZero() === false && { price: null, cash }), fee }
  if (action.startsWith('REVERSE SPLIT') && hasShares)
    return {
      ...shared,
      ...splitShares(size),
      splitPair: `reverse ${actionNumber || row.text('description').slice(0, 8)}`,
    }
  if (CORPORATE_ACTIONS.test(action)) {
    const shares = hasShares ? { ...shareTransfer(size), price } : null
    return sharesAndCash({ ...shared, corporateAction: `action ${actionNumber}` }, shares, cash)
  }
  if (STOCK_DIVIDENDS.test(action) && hasShares) return { ...shared, ...stockDividend(size) }
  if (SPLITS.test(action) && hasShares) return { ...shared, ...splitShares(size) }
  // A fraction paid out in cash counts as sold.
  if (/IN LIEU/.test(action) && size.isNegative() && cash?.greaterThan(0))
    return { ...shared, type: 'sell', quantity: size, cash }
  const isMoved = isTrade || TRANSFERS.test(action) || FLOWS.test(action)
  if (hasShares && isMoved) return { ...shared, ...shareTransfer(size), price }
  if (INCOME.test(action)) return { ...shared, ...income(requiredNumber(row, 'amount')) }
  if (INTEREST.test(action)) return { ...shared, type: 'interest', cash: requiredNumber(row, 'amount') }
  if (FEES.test(action)) return { ...shared, ...charge(requiredNumber(row, 'amount')) }
  if (FLOWS.test(action) && size.isZero()) return { ...shared, ...flow(requiredNumber(row, 'amount')) }
  return ignoreIfEmpty(row.text('action'), size, cash)
}

const currencyOf = (row: TableRow<Column>) => currencyUnitOf(row.text('currency') || 'USD').currency

const positions = positionTable(
  {
    account: optional(text('account number')),
    symbol: text('symbol'),
    description: text('description'),
    quantity: number('quantity'),
    price: number('last price'),
    value: number('current value'),
    cost: optional(number('cost basis total', 'cost basis')),
    average: optional(number('average cost basis', 'cost basis per share')),
  },
  (row): Position | null => {
    const name = row.text('symbol')
    const quantity = row.number('quantity')
    if (/^pending activity/i.test(name) || !quantity || CORE.test(name.replace(/\*+$/, ''))) return null
    const option = optionOf(name)
    const symbol = option ?? symbolOf(name)
    const cost = row.number('average')
    return {
      symbol,
      companyName: isSecurityNumber(symbol) ? null : companyNameOf(row.text('description')),
      quantity: quantity.times(option ? SHARES_PER_CONTRACT : 1),
      averageCost: cost && option ? cost.dividedBy(priceUnit(cost, row)) : cost,
      price: row.number('price'),
      currency: 'USD',
    }
  },
)

/** Some downloads give an option's cost per contract, others per share. */
function priceUnit(
  average: { times: (by: number) => { toNumber: () => number } },
  row: TableRow<'cost' | 'quantity'>,
): number {
  const total = row.number('cost')?.abs().toNumber() ?? 0
  const contracts = row.number('quantity')?.abs().toNumber() ?? 1
  return total > 0 && Math.abs(average.times(contracts).toNumber() - total) < total * 0.1
    ? SHARES_PER_CONTRACT
    : 1
}

/** The line below the table. */
const DOWNLOADED = /date downloaded\W+([A-Z][a-z]{2}-\d{1,2}-\d{4}|[\d/]{8,10})/i

export const fidelity = usFormat('Fidelity', 'fidelity', [history, positions], { day: DOWNLOADED })
