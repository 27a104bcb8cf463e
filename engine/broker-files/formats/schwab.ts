// Charles Schwab: history ("Transactions") and positions, as exported from the account pages.
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
import { isSecurityNumber, companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, positionTable, text, type TableRow } from '../table.ts'

type Column = 'date' | 'action' | 'symbol' | 'description' | 'quantity' | 'price' | 'fee' | 'amount'

const history = activityTable<Column>(
  {
    date: date('date'),
    action: text('action'),
    symbol: text('symbol'),
    description: text('description'),
    quantity: number('quantity'),
    price: number('price'),
    fee: number('fees & comm', 'fees & commissions'),
    amount: number('amount'),
  },
  readHistory,
)

const BUYS = /^(cancel )?(buy|reinvest shares|buy to (open|close|cover))$/
const SELLS = /^(cancel )?(sell|sell short|sell to (open|close))$/
/** Short sales and written options, and the purchases that close them. */
const SHORTS = /(sell (short|to open)|buy to (cover|close))$/
const OPTION_ENDS = /^(expired|assigned|exchange or exercise|exercised)$/
const STOCK_DIVIDENDS = /^(stock div(idend)?( dist)?|spin-?off|rights dist)/
/** Corporate actions in two rows, one for the shares and one for the cash. Which of them says "Adj" varies. */
const CORPORATE_ACTIONS =
  /merger|redemption|liquid|tender|matur|called|bond call|partial call|reorg exc|cd deposit/
const INCOME =
  /\bdiv(idend)?\b|cap(ital)? gain|return of capital|cash[ -]in[ -]lieu|foreign tax|tax reclaim|sub(stitute)? inc|royalty|partnership|\bret of cap|rtrn of cap|(cash|liq) dist|\bnra\b|tax withh|withhold adj|substitute pay|reinvestment adj/
const INTEREST = /\b(interest|int)\b|lending/
const FEES = /\bfees?\b|commission/
const TRANSFERS =
  /journal|name change|conversion|exchange|security transfer|stock plan activity|share transfer|transfer of sec|internal transfer|options .*split|deliver|receive|reorg/
const FLOWS =
  /moneylink|funds (received|paid|deposited|withdrawn)|wire|bank transfer|internal transfer|security transfer|deposit|withdrawal|\batm\b|visa|check|promotional award|misc (cash|credits)|tfr|bill ?pay|\beft\b|\bach\b|auto s1|journal|adjustment|payment|futures mm sweep|contribution|distribution|roth conversion|^other$/

function readHistory(row: TableRow<Column>): Draft | Draft[] | null {
  const action = row.text('action').toLowerCase()
  const isSplit = /split|spin-?off/.test(action)
  const description = row.text('description')
  const option = optionOf(row.text('symbol'))
  // Cash that comes with a whole transferred account has this symbol.
  const symbolText = row.text('symbol').replace(/^no number$/i, '')
  const shared = {
    ...row.day('date', { posted: isSplit }),
    symbol: option ?? (symbolText === '' ? null : symbolOf(symbolText)),
    companyName: symbolText === '' ? null : companyNameOf(description),
  }
  const size = row.number('quantity')?.times(option ? SHARES_PER_CONTRACT : 1) ?? null
  const cash = row.number('amount')
  const fee = row.number('fee')?.abs() ?? ZERO
  if (BUYS.test(action) || SELLS.test(action)) {
    const type = BUYS.test(action) ? ('buy' as const) : ('sell' as const)
    const isShort = SHORTS.test(action)
    const trade = { ...shared, type, isShort, quantity: size, price: row.number('price'), cash, fee }
    return action.startsWith('cancel ') ? cancellationOf(trade) : trade
  }
  if (OPTION_ENDS.test(action) && option && size)
    return { ...shared, ...closedOption(size), ...(cash && { price: null, cash }), fee }
  if (/^(stock|forward) split( adj)?$/.test(action) && size) return { ...shared, ...splitShares(size) }
  // New shares are listed under the symbol and old ones under their security number, both with the same name.
  if (action === 'reverse split' && size)
    return { ...shared, ...splitShares(size), splitPair: description.slice(0, 12) }
  if (CORPORATE_ACTIONS.test(action) && shared.symbol && (size || cash)) {
    const corporateAction = /merger|reorg/.test(action) ? 'merger' : `redemption ${shared.symbol}`
    return sharesAndCash({ ...shared, corporateAction }, size && shareTransfer(size), cash)
  }
  const isMove = TRANSFERS.test(action) || FLOWS.test(action)
  if (size && shared.symbol && (isMove || STOCK_DIVIDENDS.test(action))) {
    const shares = isMove ? { ...shareTransfer(size), price: row.number('price') } : stockDividend(size)
    return sharesAndCash(shared, shares, cash)
  }
  if (FEES.test(action)) return { ...shared, ...charge(requiredNumber(row, 'amount')) }
  if (INCOME.test(action)) return { ...shared, ...income(requiredNumber(row, 'amount')) }
  if (INTEREST.test(action)) return { ...shared, type: 'interest', cash: requiredNumber(row, 'amount') }
  if (FLOWS.test(action)) return { ...shared, ...flow(requiredNumber(row, 'amount')) }
  return ignoreIfEmpty(row.text('action'), size, cash)
}

const positions = positionTable(
  {
    symbol: text('symbol'),
    description: text('description'),
    quantity: number('quantity', 'qty (quantity)', 'qty'),
    price: number('price'),
    value: number('market value', 'mkt val (market value)', 'mkt val'),
    cost: number('cost basis'),
    kind: optional(text('security type', 'asset type')),
  },
  (row): Position | null => {
    const name = row.text('symbol')
    if (/^((futures )?cash|account total|positions? total|total)/i.test(name)) return null
    const option = optionOf(name)
    const quantity = requiredNumber(row, 'quantity').times(option ? SHARES_PER_CONTRACT : 1)
    const symbol = option ?? symbolOf(name)
    const cost = row.number('cost')
    return {
      symbol,
      companyName: isSecurityNumber(symbol) ? null : companyNameOf(row.text('description')),
      quantity,
      averageCost: cost && !quantity.isZero() ? cost.dividedBy(quantity).toDecimalPlaces(10) : null,
      price: row.number('price'),
      currency: 'USD',
    }
  },
)

export const schwab = usFormat('Charles Schwab', 'schwab', [history, positions], {
  account: /([X.*…]{2,}-?\d{3,4})\b/,
  day: /^Positions for .* as of .*?([\d/]{8,10})/,
})
