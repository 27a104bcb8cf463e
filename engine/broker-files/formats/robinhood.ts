// Robinhood: the account activity report ("Reports and statements").
import {
  cancellationOf,
  charge,
  type Draft,
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
import { companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, text, type TableRow } from '../table.ts'

type Column = 'date' | 'symbol' | 'description' | 'code' | 'quantity' | 'price' | 'amount'

const activity = activityTable<Column>(
  {
    date: date('activity date'),
    symbol: text('instrument'),
    description: text('description'),
    code: text('trans code'),
    // Not just a number: a trailing S marks what was sold.
    quantity: text('quantity'),
    price: number('price'),
    amount: number('amount'),
  },
  readActivity,
)

const BUYS = new Set(['BUY', 'BTO', 'BTC', 'BCXL', 'REINV', 'DRIP'])
const SELLS = new Set(['SELL', 'STO', 'STC', 'SCXL'])
/** Canceled purchases and sales. */
const CANCELS = new Set(['BCXL', 'SCXL'])
/** Written options, and the purchases that close them. */
const SHORTS = new Set(['STO', 'BTC'])
const OPTION_ENDS = new Set(['OEXP', 'OASGN', 'OEXCS', 'OEXC'])
const INCOME = new Set([
  'CDIV',
  'MDIV',
  'DIV',
  'LCAP',
  'SCAP',
  'CIL',
  'ROC',
  'DTAX',
  'NRAT',
  'DIVNRA',
  'QDIV',
  'PIL',
])
const INTEREST = new Set(['INT', 'MINT', 'SLIP', 'GDBP', 'MTCH', 'GMPC', 'MTM'])
const FEES = new Set(['GOLD', 'AFEE', 'DFEE', 'REGF', 'MRGF', 'FEE'])
const PAYMENTS = new Set([...INCOME, ...INTEREST, ...FEES])
const STOCK_DIVIDENDS = new Set(['SDIV', 'SOFF'])
/** Corporate actions: rows for the shares, old and new, and for the cash. */
const CORPORATE_ACTIONS = new Set(['MRGS', 'MRGC', 'MRGR', 'LIQ', 'TEND', 'REDM'])
const FLOWS = new Set(
  'ACH RTP WIRE DCF ITRF JNLC MISC ABIP CFIR ACATI ACATO BANK COIN FUTSWP DRFRO REC'.split(' '),
)
const TRANSFERS = new Set('REC ACATI ACATO ITRF JNLS SXCH NOA MISC CONV OCA OCC EXCH NAME'.split(' '))
/** The meaning of an unlisted code by its description, for cash-only rows. */
const WORDS: [pattern: RegExp, type: 'dividend' | 'interest' | 'fee' | 'flow'][] = [
  [/\bdiv(idend)?\b|capital gain|return of capital|withh/i, 'dividend'],
  [/\bfees?\b|subscription/i, 'fee'],
  [/interest|lending|boost|match|reward|cash ?back|bonus|referral/i, 'interest'],
  [/transfer|deposit|withdraw|bank|card|wire|contribution|distribution/i, 'flow'],
]

function readActivity(row: TableRow<Column>): Draft | Draft[] | null {
  const code = row.text('code').toUpperCase()
  const description = row.text('description')
  const option = optionOf(description)
  const symbolText = row.text('symbol')
  const shared = {
    ...row.day('date'),
    symbol: option ?? (symbolText === '' ? null : symbolOf(symbolText)),
    // The description of a payment names the payment, not the company.
    companyName: option || PAYMENTS.has(code) ? null : companyNameOf(description.split(/[\r\n]/)[0] ?? ''),
  }
  const size = sizeOf(row)?.times(option ? SHARES_PER_CONTRACT : 1) ?? null
  const cash = row.number('amount')
  if (BUYS.has(code) || SELLS.has(code)) {
    const type = BUYS.has(code) ? ('buy' as const) : ('sell' as const)
    const trade = {
      ...shared,
      type,
      isShort: SHORTS.has(code),
      quantity: size,
      price: row.number('price'),
      cash,
    }
    return CANCELS.has(code) ? cancellationOf(trade) : trade
  }
  // Expired long contracts mostly have an S, but other rows of the file are more reliable.
  if (OPTION_ENDS.has(code) && option) {
    const isShort = size?.isPositive() ?? false
    const type = isShort ? 'buy' : 'sell'
    return { ...shared, type, isShort, quantity: size, price: ZERO, cash: ZERO, isOptionEnd: true }
  }
  if (code === 'SPL' && size) return { ...shared, ...splitShares(size) }
  if (code === 'SPR' && size) return { ...shared, ...splitShares(size), splitPair: code }
  if (CORPORATE_ACTIONS.has(code) && shared.symbol && (size || cash))
    return sharesAndCash({ ...shared, corporateAction: 'merger' }, size && shareTransfer(size), cash)
  if (size && shared.symbol && (TRANSFERS.has(code) || STOCK_DIVIDENDS.has(code))) {
    const shares = TRANSFERS.has(code) ? shareTransfer(size) : stockDividend(size)
    return sharesAndCash(shared, shares, cash)
  }
  const type = size ? undefined : paymentOf(code, description)
  if (type === 'dividend') return { ...shared, ...income(requiredNumber(row, 'amount')) }
  if (type === 'interest') return { ...shared, type, cash: requiredNumber(row, 'amount') }
  if (type === 'fee') return { ...shared, ...charge(requiredNumber(row, 'amount')) }
  if (type === 'flow') return { ...shared, ...flow(requiredNumber(row, 'amount')) }
  return ignoreIfEmpty(row.text('code'), size, cash)
}

function paymentOf(code: string, description: string) {
  if (INCOME.has(code)) return 'dividend'
  if (INTEREST.has(code)) return 'interest'
  if (FEES.has(code)) return 'fee'
  if (FLOWS.has(code) || code.startsWith('XENT')) return 'flow'
  return WORDS.find(([pattern]) => pattern.test(description))?.[1]
}

/** `5S` means five shares out. */
function sizeOf(row: TableRow<Column>) {
  const [, plain = '', sold] = /^(.*?)(S)?$/.exec(row.text('quantity')) ?? []
  const size = row.asNumber(plain)
  return sold && size ? size.neg() : size
}

export const robinhood = usFormat('Robinhood', 'robinhood', [activity])
