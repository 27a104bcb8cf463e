// Short constructors for an account's rows, and the days and prices that tests need with them.
import { Decimal } from 'decimal.js'
import type { DailyValue } from '#engine/portfolio/valuation/daily-values.ts'
import type { Closes } from '#engine/portfolio/valuation/price-lookup.ts'
import type { Activity } from '#engine/portfolio/activity.ts'

export type Row = Omit<Activity, 'id' | 'line'>
type More = { fee?: Decimal.Value; currency?: string }

export const dec = (value: Decimal.Value): Decimal => new Decimal(value)

function row(day: string, type: Activity['type'], symbol: string | null, more: Partial<Row>): Row {
  const zero = dec(0)
  const nothing = { companyName: null, quantity: zero, price: null, cash: zero, fee: zero, ratio: null }
  return { ...nothing, currency: 'USD', day, type, symbol, ...more }
}

export function buy(
  day: string,
  symbol: string,
  shares: Decimal.Value,
  price: Decimal.Value,
  more: More = {},
): Row {
  const { fee = 0, currency = 'USD' } = more
  const cash = dec(shares).times(price).plus(fee).negated()
  return row(day, 'buy', symbol, { quantity: dec(shares), price: dec(price), cash, fee: dec(fee), currency })
}

export function sell(
  day: string,
  symbol: string,
  shares: Decimal.Value,
  price: Decimal.Value,
  more: More = {},
): Row {
  const { fee = 0, currency = 'USD' } = more
  const cash = dec(shares).times(price).minus(fee)
  const quantity = dec(shares).negated()
  return row(day, 'sell', symbol, { quantity, price: dec(price), cash, fee: dec(fee), currency })
}

/** A short sale, or its covering, marked by the broker. */
export const short = (trade: Row): Row => ({ ...trade, isShort: true })

export const deposit = (day: string, cash: Decimal.Value, currency = 'USD'): Row =>
  row(day, 'deposit', null, { cash: dec(cash), currency })

export const withdrawal = (day: string, cash: Decimal.Value, currency = 'USD'): Row =>
  row(day, 'withdrawal', null, { cash: dec(cash).negated(), currency })

export const dividend = (day: string, symbol: string, cash: Decimal.Value, currency = 'USD'): Row =>
  row(day, 'dividend', symbol, { cash: dec(cash), currency })

export const fee = (day: string, cash: Decimal.Value): Row =>
  row(day, 'fee', null, { cash: dec(cash).negated(), fee: dec(cash) })

/** As brokers report it: the shares added, the ratio, or both. */
export const split = (
  day: string,
  symbol: string,
  more: { ratio?: Decimal.Value; added?: Decimal.Value },
): Row =>
  row(day, 'split', symbol, {
    quantity: dec(more.added ?? 0),
    ratio: more.ratio === undefined ? null : dec(more.ratio),
  })

export const transfer = (day: string, symbol: string, shares: Decimal.Value, price?: Decimal.Value): Row =>
  row(day, 'transfer', symbol, { quantity: dec(shares), price: price === undefined ? null : dec(price) })

/** One side of an exchange between two currencies of the account. */
export const exchange = (day: string, cash: Decimal.Value, currency: string): Row =>
  row(day, 'transfer', null, { cash: dec(cash), currency })

/** Adds ids and line numbers, like those of a file's rows. */
export function listed(rows: readonly Row[]): Activity[] {
  return rows.map((each, index) => ({
    ...each,
    id: `row ${String(index + 2).padStart(6, '0')}`,
    line: index + 2,
  }))
}

/** This many weekdays, beginning with that day. */
export function weekdays(first: string, count: number): string[] {
  const days: string[] = []
  for (let moment = Date.parse(first); days.length < count; moment += 86_400_000) {
    const date = new Date(moment)
    if (date.getUTCDay() % 6 !== 0) days.push(date.toISOString().slice(0, 10))
  }
  return days
}

export function closesOf(currency: string, byDay: Record<string, Decimal.Value>): Closes {
  return { currency, byDay: new Map(Object.entries(byDay)) }
}

/** A day's value (null if unknown), with its flows and the income within the gain. */
export function valued(
  day: string,
  value: Decimal.Value | null,
  more: { inflow?: Decimal.Value; outflow?: Decimal.Value; income?: Decimal.Value } = {},
): DailyValue {
  const { inflow = 0, outflow = 0, income = 0 } = more
  const flows = { inflow: dec(inflow), outflow: dec(outflow), income: dec(income) }
  return { day, value: value === null ? null : dec(value), ...flows }
}

/** Decimals as plain numbers. */
export const plain = (decimal: Decimal | null | undefined): number | null => decimal?.toNumber() ?? null
