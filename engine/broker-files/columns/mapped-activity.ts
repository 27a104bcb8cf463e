// Translates a row of an unknown table, using the columns and meanings its owner chose.
import { hash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import type { ColumnMapping, Meaning } from '#shared/contracts/column-mapping.ts'
import {
  charge,
  type Draft,
  exchange,
  flow,
  stockDividend,
  income,
  shareTransfer,
  splitShares,
  ZERO,
} from '../drafts.ts'
import { isMissingValue } from '../numbers.ts'
import { quoted, RowError } from '../file-errors.ts'
import { currencyUnitOf, companyNameOf, symbolOf } from '../symbols.ts'
import { figuresOf, inColumn, type MappedRow, type MappingContext, sizeOf, sumOf } from './mapped-figures.ts'
import { bySign, trade } from './mapped-trade.ts'
import { actionWord } from './normalize-words.ts'
import { ISIN } from './scan-table.ts'

type Translator = (context: MappingContext, row: MappedRow) => Omit<Draft, 'day'> | null

/** Translates the rows of one file. Create a new reader for each file, because it counts identical rows. */
export function mappedReader(mapping: ColumnMapping): (row: MappedRow) => Draft | null {
  const meanings = new Map(mapping.meanings.map(({ word, meaning }) => [word, meaning]))
  const seen = new Map<string, number>()
  return (row) => {
    const word = actionWord(row.text('action'))
    const meaning = mapping.columns.action === undefined ? 'trade' : meanings.get(word)
    if (!meaning) throw new RowError(unknown(row, word))
    const { currency, units } = inColumn(row, 'currency', () => currencyIn(row))
    const figures = figuresOf(row, units)
    const draft = TRANSLATORS[meaning]({ figures, mapping }, row)
    const day = inColumn(row, 'date', () => dayOf(row, mapping))
    const digest = hash(
      'sha256',
      row
        .each('row')
        .map(({ text }) => text)
        .join('\0'),
      'base64url',
    )
    const before = seen.get(digest) ?? 0
    seen.set(digest, before + 1)
    if (!draft) return null
    return {
      ...day,
      symbol: MONEY.includes(meaning) ? null : symbolIn(row),
      companyName: companyNameOf(row.text('name')),
      currency,
      // The key comes from the row itself, so it stays the same when the mapping changes later.
      key: before === 0 ? digest : `${digest}:${before}`,
      ...draft,
    }
  }
}

function currencyIn(row: MappedRow): { currency: string; units: number } {
  const text = row.text('currency') || row.currency
  if (text === '') throw new RowError('The account currency is missing.')
  return currencyUnitOf(text)
}

/** Meanings without a share; the symbol column is ignored. */
const MONEY: readonly Meaning[] = ['interest', 'fee', 'deposit', 'withdrawal', 'cash', 'exchange']

function symbolIn(row: MappedRow): string | null {
  const field = isMissingValue(row.text('symbol')) ? 'isin' : 'symbol'
  const text = row.text(field)
  const named = field === 'isin' ? (ISIN.exec(text.trim())?.[1] ?? text) : text
  return isMissingValue(text) ? null : inColumn(row, field, () => mappedSymbol(named))
}

/** Market identifier codes (ISO 10383) of US exchanges, as Saxo writes them: `VTI:xnys`. */
const US_EXCHANGES = new Set([
  'XNAS',
  'XNYS',
  'ARCX',
  'BATS',
  'XASE',
  'IEXG',
  'XNGS',
  'XNMS',
  'XNCM',
  'BATY',
  'EDGX',
])

/**
 * `AAPL` for `AAPL:xnas`, `AAPL.US` and `AAPL US`; for other exchanges with a suffix, such as `VWRA.XLON`. Throws
 * `RowError` for an invalid symbol.
 */
function mappedSymbol(text: string): string {
  const [, share = '', suffix = ''] = /^(.+?)(?::| |\.)([A-Za-z]{2,4})$/.exec(text.trim()) ?? []
  if (share === '') return symbolOf(text)
  const upper = suffix.toUpperCase()
  if (upper === 'US' || (text.includes(':') && US_EXCHANGES.has(upper))) return symbolOf(share)
  return symbolOf(text.trim().replace(':', '.'))
}

const unknown = (row: MappedRow, word: string) =>
  word === ''
    ? `${row.word('action')}: the type of transaction is missing.`
    : `${row.word('action')}: choose what ${quoted(word)} means.`

function dayOf(row: MappedRow, { dates }: ColumnMapping) {
  const text = row.text('date')
  if (dates === 'ymd' && text !== '' && !/^\d{4}/.test(text))
    throw new RowError(`${quoted(text)} doesn’t begin with the year.`)
  return row.day('date')
}

/** The incoming amount, less fees and taxes that aren't deducted yet. */
const net = (sum: Decimal, { figures, mapping }: MappingContext) =>
  mapping.amount === 'before_fees' ? sum.minus(figures.fee).minus(figures.tax) : sum

/** The outgoing amount: signed if outflows are signed, otherwise always negative. */
function leaving({ figures, mapping }: MappingContext, row: MappedRow): Decimal {
  const { amount, fee, tax } = figures
  if (amount && !amount.isZero()) return mapping.outflows === 'minus' ? amount : amount.abs().neg()
  // A charge may be in the fee or tax column alone. If amounts are signed and the charge is positive, it could be a
  // payment or a refund.
  const rest = (row.number('fee') ?? ZERO).plus(row.number('tax') ?? ZERO)
  const isClear = mapping.outflows === 'unsigned' || rest.isNegative()
  return isClear && !rest.isZero() ? fee.plus(tax).neg() : sumOf(figures, row)
}

const transfer = (sign: 1 | -1, { figures, mapping }: MappingContext, row: MappedRow): Omit<Draft, 'day'> => {
  const { quantity, amount } = figures
  if (quantity && !quantity.isZero()) return shareTransfer(quantity.abs().times(sign))
  const sum = sumOf(figures, row)
  return flow(mapping.outflows === 'minus' && amount?.isNegative() ? sum : sum.abs().times(sign))
}

/** `10:1`, `10/1` or `10 for 1` in the text; otherwise the quantity is the number of shares added. */
function split({ figures }: MappingContext, row: MappedRow): Omit<Draft, 'day'> {
  const [, to = '', from = ''] =
    /(\d+(?:\.\d+)?)\s*(?::|\/|-?for-?)\s*(\d+(?:\.\d+)?)/.exec(figures.details) ?? []
  if (to === '' || Number(from) === 0 || Number(to) === 0) return splitShares(sizeOf(figures, row))
  return { type: 'split', ratio: new Decimal(to).dividedBy(from).toDecimalPlaces(10), quantity: ZERO }
}

/** A row marked as having no effect must not move money. */
function nothing({ figures }: MappingContext, row: MappedRow): null {
  const { amount } = figures
  if (!amount || amount.isZero()) return null
  throw new RowError(
    `${row.word('action') || 'Action'}: ${quoted(row.text('action'))} is set to “Changes nothing”, but this row moves ${amount.toString()}.`,
  )
}

const TRANSLATORS: Record<Meaning, Translator> = {
  buy: (context, row) => trade('buy', context, row),
  sell: (context, row) => trade('sell', context, row),
  trade: bySign,
  short: (context, row) => ({ ...trade('sell', context, row), isShort: true }),
  cover: (context, row) => ({ ...trade('buy', context, row), isShort: true }),
  dividend: (context, row) => income(net(sumOf(context.figures, row), context)),
  dividend_tax: (context, row) => income(leaving(context, row)),
  interest: (context, row) => ({ type: 'interest', cash: net(sumOf(context.figures, row), context) }),
  fee: (context, row) => charge(leaving(context, row)),
  deposit: (context, row) => flow(net(incoming(context, row), context)),
  withdrawal: (context, row) => flow(leaving(context, row)),
  cash: (context, row) => flow(sumOf(context.figures, row)),
  transfer_in: (context, row) => transfer(1, context, row),
  transfer_out: (context, row) => transfer(-1, context, row),
  split,
  stock_dividend: ({ figures }, row) => stockDividend(sizeOf(figures, row)),
  exchange: ({ figures }, row) => exchange(sumOf(figures, row)),
  none: nothing,
}

function incoming({ figures, mapping }: MappingContext, row: MappedRow): Decimal {
  const sum = sumOf(figures, row)
  return mapping.outflows === 'minus' ? sum : sum.abs()
}
