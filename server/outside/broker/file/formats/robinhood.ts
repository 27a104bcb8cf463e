// Robinhood: the account activity report ("Reports and statements").
import { charge, type Draft, flow, handedOut, income, moved, splitBy, ZERO } from '../drafts.ts'
import { type Format, headerScore, plainSheet } from '../format.ts'
import { optionOf, SHARES_A_CONTRACT } from '../options.ts'
import { needed, type Row, unlessNothing } from '../row.ts'
import { nameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, text } from '../table.ts'

type Column = 'date' | 'symbol' | 'description' | 'code' | 'quantity' | 'price' | 'amount'

const activity = activityTable<Column>(
  {
    date: date('activity date'),
    symbol: text('instrument'),
    description: text('description'),
    code: text('trans code'),
    // Not a number by itself: an S behind it marks what was sold.
    quantity: text('quantity'),
    price: number('price'),
    amount: number('amount'),
  },
  readActivity,
)

const BUYS = new Set(['BUY', 'BTO', 'BTC', 'SCXL', 'REINV', 'DRIP'])
const SELLS = new Set(['SELL', 'STO', 'STC', 'BCXL'])
/** Options written, and bought back. */
const SHORTS = new Set(['STO', 'BTC'])
const ENDS = new Set(['OEXP', 'OASGN', 'OEXCS', 'OEXC'])
const INCOME = new Set(['CDIV', 'MDIV', 'DIV', 'LCAP', 'SCAP', 'CIL', 'ROC', 'DTAX', 'NRAT', 'QDIV', 'PIL'])
const INTEREST = new Set(['INT', 'MINT', 'SLIP', 'GDBP'])
const FEES = new Set(['GOLD', 'AFEE', 'DFEE', 'REGF', 'MRGF', 'FEE'])
const PAYMENTS = new Set([...INCOME, ...INTEREST, ...FEES])
const HAND_OUTS = new Set(['SDIV', 'SOFF'])
const FLOWS = new Set(
  'ACH RTP WIRE DCF XENT XENT_CC ITRF JNLC MISC GMPC MTCH ABIP CFIR ACATI ACATO BANK COIN FUTSWP REC'.split(
    ' ',
  ),
)
const MOVES = new Set(['REC', 'ACATI', 'ACATO', 'ITRF', 'JNLS', 'MRGS', 'SXCH', 'NOA', 'MISC'])

function readActivity(row: Row<Column>): Draft | Draft[] | null {
  const code = row.text('code').toUpperCase()
  const description = row.text('description')
  const option = optionOf(description)
  const symbolText = row.text('symbol')
  const shared = {
    ...row.day('date'),
    symbol: option ?? (symbolText === '' ? null : symbolOf(symbolText)),
    // Of payments the description tells of the payment, not of the company.
    companyName: option || PAYMENTS.has(code) ? null : nameOf(description.split(/[\r\n]/)[0] ?? ''),
  }
  const size = sizeOf(row)?.times(option ? SHARES_A_CONTRACT : 1) ?? null
  const cash = row.number('amount')
  if (BUYS.has(code) || SELLS.has(code)) {
    const type = BUYS.has(code) ? 'buy' : 'sell'
    return { ...shared, type, isShort: SHORTS.has(code), quantity: size, price: row.number('price'), cash }
  }
  // Contracts that had been bought mostly leave with an S; what the file tells of them counts more.
  if (ENDS.has(code) && option) {
    const isShort = size?.isPositive() ?? false
    const type = isShort ? 'buy' : 'sell'
    return { ...shared, type, isShort, quantity: size, price: ZERO, cash: ZERO, ends: true }
  }
  if (code === 'SPL' && size) return { ...shared, ...splitBy(size) }
  if (code === 'SPR' && size) return { ...shared, ...splitBy(size), leg: code }
  if (size && shared.symbol && (MOVES.has(code) || HAND_OUTS.has(code))) {
    const shares = MOVES.has(code) ? moved(size) : handedOut(size)
    return [{ ...shared, ...shares }, ...(cash ? [{ ...shared, ...income(cash) }] : [])]
  }
  if (INCOME.has(code)) return { ...shared, ...income(needed(row, 'amount')) }
  if (INTEREST.has(code)) return { ...shared, type: 'interest', cash: needed(row, 'amount') }
  if (FEES.has(code)) return { ...shared, ...charge(needed(row, 'amount')) }
  if (FLOWS.has(code)) return { ...shared, ...flow(needed(row, 'amount')) }
  return unlessNothing(row.text('code'), size, cash)
}

/** `5S` is five that left. */
function sizeOf(row: Row<Column>) {
  const [, plain = '', sold] = /^(.*?)(S)?$/.exec(row.text('quantity')) ?? []
  const size = row.asNumber(plain)
  return sold && size ? size.neg() : size
}

const tables = [activity]

export const robinhood: Format = {
  broker: 'Robinhood',
  slug: 'robinhood',
  home: { order: 'mdy', decimal: '.', currency: 'USD' },
  recognise: (rows) => headerScore(tables, rows) * 2,
  open: () => plainSheet(tables),
}
