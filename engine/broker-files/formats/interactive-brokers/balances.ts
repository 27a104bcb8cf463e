// Collects an account's balances at the beginning and end of a statement's period, from CSV statements and Flex
// Queries.
import type { Decimal } from 'decimal.js'
import type { Position, Statement, StatementBalance } from '#engine/portfolio/activity.ts'
import { readDate } from '../../dates.ts'
import { readNumber } from '../../numbers.ts'
import { RowError } from '../../file-errors.ts'
import { currencyUnitOf } from '../../symbols.ts'
import { isBond, isDerivative, tradedSymbol } from './descriptions.ts'

type Side = 'opening' | 'closing'
/** A position as a section reports it. Its currency may be in another section. */
export type ReportedPosition = {
  category: string
  symbol: string
  quantity: string
  price?: string
  cost?: string
  currency?: string
  multiplier?: string
}
type PeriodBalances = {
  /** Undefined if the statement covers several accounts or names none. */
  account: string | undefined
  from: string
  to: string
  base: string
  positions: Record<Side, ReportedPosition[] | null>
  open: ReportedPosition[] | null
  cash: Record<Side, Map<string, string>>
  value: Record<Side, string>
  /** The latest day with a reported value, and that value. */
  valued: string
  lastValue: string
}

const emptyPeriod = (account?: string): PeriodBalances => ({
  account,
  from: '',
  to: '',
  base: '',
  positions: { opening: null, closing: null },
  open: null,
  cash: { opening: new Map(), closing: new Map() },
  value: { opening: '', closing: '' },
  valued: '',
  lastValue: '',
})

/** Collects balances row by row. If something is reported twice, the first counts. */
export function balances() {
  const periods = [emptyPeriod()]
  const currencies = new Map<string, string>()
  const current = () => periods.at(-1) ?? emptyPeriod()
  return {
    /** Starts the next statement in the same file. `account`: its label. */
    begin: (account?: string) => void periods.push(emptyPeriod(account)),
    period(from: string, to: string): void {
      if (current().from === '') Object.assign(current(), periodOf(from, to))
    },
    base: (currency: string) => void (current().base ||= currency),
    cash(side: Side, currency: string, amount: string): void {
      const known = current().cash[side]
      if (amount !== '' && !known.has(currency)) known.set(currency, amount)
    },
    value: (side: Side, amount: string) => void (current().value[side] ||= amount),
    /** The value at the close of a day within the period or before it. */
    valueOn(day: string, amount: string): void {
      const on = periodOf(day, day)?.from ?? ''
      if (on === '') return
      if (on < current().from) current().value.opening = amount
      else if (on >= current().valued) Object.assign(current(), { valued: on, lastValue: amount })
    },
    /** Records that the statement has a list of positions, even if it is empty. */
    addPositionList: (side: Side) => void (current().positions[side] ??= []),
    position: (side: Side, position: ReportedPosition) =>
      void (current().positions[side] ??= []).push(position),
    /** An open position. This section is more detailed than any other about the closing positions. */
    open: (position: ReportedPosition) => void (current().open ??= []).push(position),
    /** Records a share's currency, which trades and lists of positions state. */
    setCurrency: (symbol: string, currency: string) => void currencies.set(symbol, currency),
    statements: () =>
      periods.flatMap((period) =>
        statementOf(period, currencies).map((one) => ({ ...one, account: period.account })),
      ),
    /** The last day of the last period; empty if none is stated. */
    end: () => periods.findLast(({ to }) => to !== '')?.to ?? '',
  }
}
export type Balances = ReturnType<typeof balances>

function statementOf(period: PeriodBalances, currencies: ReadonlyMap<string, string>): Statement[] {
  const side = (name: Side): StatementBalance => ({
    positions:
      listOf(period, name)?.flatMap((reported) => positionOf(reported, period.base, currencies)) ?? null,
    cash: cashOf(period.cash[name], period.base),
    netAssetValue: valueOf(period.value[name] || (name === 'closing' ? period.lastValue : ''), period.base),
  })
  const [opening, closing] = [side('opening'), side('closing')]
  const hasBalances = [opening, closing].some((balance) =>
    Object.values(balance).some((part) => part !== null),
  )
  return period.from === '' || !hasBalances ? [] : [{ from: period.from, to: period.to, opening, closing }]
}

const listOf = (period: PeriodBalances, side: Side) =>
  (side === 'closing' ? period.open : null) ?? period.positions[side]

/** By currency. The total in the base currency only if nothing else is reported. */
function cashOf(amounts: ReadonlyMap<string, string>, base: string): StatementBalance['cash'] {
  if (amounts.size === 0) return null
  const each = [...amounts].flatMap(([currency, amount]) => {
    const sum = numberOf(amount)
    return sum && /^[A-Z]{3}$/.test(currency) ? [{ currency, amount: sum }] : []
  })
  const total = numberOf([...amounts].find(([currency]) => /base/i.test(currency))?.[1] ?? '')
  if (each.length > 0) return each
  return total && base !== '' ? [{ currency: base, amount: total }] : null
}

function valueOf(text: string, base: string): StatementBalance['netAssetValue'] {
  const amount = numberOf(text)
  return amount && base !== '' ? { currency: base, amount } : null
}

function positionOf(
  reported: ReportedPosition,
  base: string,
  currencies: ReadonlyMap<string, string>,
): Position[] {
  const quantity = numberOf(reported.quantity)
  const isExcluded = isDerivative(reported.category) || /^(forex|cash)/i.test(reported.category)
  if (!quantity || quantity.isZero() || isExcluded) return []
  try {
    const { symbol, size } = tradedSymbol(reported.symbol, quantity, reported)
    const perShare = (text = '') => {
      const each = numberOf(text)
      return isBond(reported.category) ? (each?.dividedBy(100) ?? null) : each
    }
    const { currency } = currencyUnitOf(reported.currency || currencies.get(reported.symbol) || base)
    const [averageCost, price] = [perShare(reported.cost), perShare(reported.price)]
    return [{ symbol, companyName: null, quantity: size, averageCost, price, currency }]
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return []
  }
}

function numberOf(text: string): Decimal | null {
  try {
    return readNumber(text, '.')
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return null
  }
}

/** Both days, or null if they can't be read: Flex Queries use the date order their owner chose. */
function periodOf(from: string, to: string): { from: string; to: string } | null {
  for (const order of ['mdy', 'dmy'] as const) {
    try {
      const days = { from: readDate(from, { order }).day, to: readDate(to, { order }).day }
      if (days.from <= days.to) return days
    } catch (error) {
      if (!(error instanceof RowError)) throw error
    }
  }
  return null
}
