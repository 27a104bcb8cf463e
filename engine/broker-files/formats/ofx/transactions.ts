// OFX: what each kind of investment transaction means.
import type { Decimal } from 'decimal.js'
import {
  cancellationOf,
  charge,
  closedOption,
  type Draft,
  flow,
  income,
  shareTransfer,
  ZERO,
} from '../../drafts.ts'
import { requiredNumber, unknownRowType } from '../../row.ts'
import { activityTable, type Table, text } from '../../table.ts'
import type { Securities, Security } from './securities.ts'
import {
  type Column,
  columns,
  feesOf,
  named,
  type OfxSeen,
  paidOutside,
  type Row,
  securityOf,
  shared,
} from './transaction-row.ts'

type Reader = { needs: Column[]; read: (row: Row, known: Securities) => Draft | Draft[] | null }

const SHORTS = /^(SELLSHORT|BUYTOCOVER|BUYTOCLOSE|SELLTOOPEN)$/
const trade = (type: 'buy' | 'sell'): Reader => ({
  needs: ['date', 'security', 'units', 'total'],
  read(row, known) {
    const security = securityOf(row, known)
    // Money that moves into or out of the fund that holds the cash.
    if (security.isCash) return null
    const sum = requiredNumber(row, 'total').abs()
    const draft: Draft = {
      ...shared(row),
      ...named(security),
      type,
      isShort: SHORTS.test(row.text('side')),
      quantity: requiredNumber(row, 'units').times(security.units),
      price: row.number('price'),
      cash: type === 'buy' ? sum.neg() : sum,
      fee: feesOf(row),
    }
    return row.text('reverses') ? cancellationOf(draft) : draft
  },
})

const paid = (means: (cash: Decimal, row: Row, security: Security | null) => Omit<Draft, 'day'>): Reader => ({
  needs: ['date', 'total'],
  read(row, known) {
    const id = row.text('security')
    const security = id === '' ? null : known.named(id)
    const isShare = security !== null && !security.isCash
    return {
      ...shared(row),
      ...(isShare ? named(security) : { symbol: null }),
      ...means(requiredNumber(row, 'total'), row, isShare ? security : null),
    }
  },
})

const payment = paid((cash, row, security) =>
  security && row.text('incomeType').toUpperCase() !== 'INTEREST' ? income(cash) : { type: 'interest', cash },
)

/** Income that buys shares at once: no cash is left. */
const reinvestment: Reader = {
  needs: ['date', 'security', 'units', 'total'],
  read(row, known) {
    const security = known.named(row.text('security'))
    const sum = requiredNumber(row, 'total').abs()
    const { key = '', ...both } = { ...shared(row), ...(security.isCash ? {} : named(security)) }
    const keyed = (end: string) => (key ? { key: `${key} ${end}` } : {})
    if (security.isCash) return { ...both, type: 'interest', cash: sum, ...keyed('income') }
    const units = requiredNumber(row, 'units')
    return [
      { ...both, ...income(sum), ...keyed('income') },
      ...(units.isZero()
        ? []
        : [
            {
              ...both,
              ...keyed('shares'),
              type: 'buy' as const,
              quantity: units,
              price: row.number('price'),
              cash: sum.neg(),
              fee: feesOf(row),
            },
          ]),
    ]
  },
}

const transfer: Reader = {
  needs: ['date', 'security', 'units'],
  read(row, known) {
    const security = known.named(row.text('security'))
    const units = requiredNumber(row, 'units').times(security.units)
    const size = row.text('side').toUpperCase() === 'OUT' ? units.abs().neg() : units
    return security.isCash
      ? { ...shared(row), symbol: null, ...flow(size) }
      : { ...shared(row), ...named(security), ...shareTransfer(size), price: row.number('price') }
  },
}

const split: Reader = {
  needs: ['date', 'security', 'numerator', 'denominator'],
  read(row, known) {
    const { key = '', ...both } = { ...shared(row), ...named(known.named(row.text('security'))) }
    const [to, from] = [requiredNumber(row, 'numerator'), requiredNumber(row, 'denominator')]
    if (!from.greaterThan(0)) throw unknownRowType('SPLIT')
    const ratio = to.dividedBy(from).toDecimalPlaces(10)
    const fraction = row.number('fraction')
    return [
      { ...both, ...(key && { key }), type: 'split', quantity: ZERO, ratio },
      ...(fraction ? [{ ...both, ...(key && { key: `${key} cash` }), ...income(fraction) }] : []),
    ]
  },
}

/** Options that expired, or were assigned or exercised. The shares are a transaction of their own. */
const optionEnd: Reader = {
  needs: ['date', 'security', 'units'],
  read(row, known) {
    const security = securityOf(row, known)
    const contract = row.number('shares') ?? security.units
    const size = requiredNumber(row, 'units').times(contract)
    return { ...shared(row), ...named(security), ...closedOption(size), isOptionEnd: true }
  },
}

const bank: Reader = {
  needs: ['date', 'bankType', 'amount'],
  read(row) {
    const cash = requiredNumber(row, 'amount')
    const type = row.text('bankType').toUpperCase()
    // Some brokers state the kind only in the name.
    const words = `${row.text('name')} ${row.text('memo')}`
    if (type === 'HOLD') return null
    if (/^(INT|DIV)$/.test(type) || /\b(interest|dividend)\b/i.test(words))
      return { ...shared(row), type: 'interest', cash }
    const isFee = /^(FEE|SRVCHG)$/.test(type) || /\bfees?\b/i.test(words)
    return { ...shared(row), ...(isFee ? charge(cash) : flow(cash)) }
  },
}

/** Moves money or shares between the cash, margin and short parts of one account, which changes nothing. */
const internal: Reader = { needs: [], read: () => null }
const unknown: Reader = {
  needs: [],
  read(row) {
    throw unknownRowType(row.text('kind'))
  },
}

const KINDS: Record<string, Reader> = {
  INCOME: payment,
  RETOFCAP: paid((cash) => income(cash)),
  MARGININTEREST: paid((cash) => ({ type: 'interest', cash: cash.abs().neg() })),
  INVEXPENSE: paid((cash) => charge(cash.abs().neg())),
  REINVEST: reinvestment,
  TRANSFER: transfer,
  SPLIT: split,
  CLOSUREOPT: optionEnd,
  INVBANKTRAN: bank,
  JRNLFUND: internal,
  JRNLSEC: internal,
}

/** The table of a kind of transaction, such as `BUYSTOCK`. For a kind that OFX doesn't define, all rows are issues. */
export function transactionTable(kind: string, known: Securities, seen: OfxSeen): Table {
  // A bank or card account in the same file.
  if (kind === 'STMTTRN') return activityTable({ kind: text('kind') }, () => null)
  const { needs, read } =
    KINDS[kind] ?? (kind.startsWith('BUY') ? trade('buy') : kind.startsWith('SELL') ? trade('sell') : unknown)
  const own = Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [
      key,
      needs.includes(key as Column) ? { ...column, optional: false } : column,
    ]),
  ) as typeof columns
  return activityTable<Column>(own, (row) => {
    const found = read(row, known)
    return found && !Array.isArray(found) ? paidOutside(found, row, seen) : found
  })
}
