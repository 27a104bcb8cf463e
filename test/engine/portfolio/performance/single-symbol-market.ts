// One symbol's closes over a week of exchange days, and an account's daily values with them.
import { type ValuationInput, type Valuation, valueDaily } from '#engine/portfolio/valuation/daily-values.ts'
import type { Closes } from '#engine/portfolio/valuation/price-lookup.ts'
import { closesOf, listed, plain, type Row, weekdays } from './rows.ts'

/** Monday to Friday, then Monday. */
export const DAYS = weekdays('2024-01-01', 6)
export const [MON = '', TUE = '', WED = '', THU = '', FRI = '', NEXT = ''] = DAYS
export const SATURDAY = '2024-01-06'

/** Closes of `XYZ` by day. */
export const market = (prices: Record<string, number>, currency = 'USD'): Map<string, Closes> =>
  new Map([['XYZ', closesOf(currency, prices)]])

export function valuationOf(rows: Row[], more: Partial<ValuationInput> = {}): Valuation {
  const account = { closes: market({}), base: 'USD', exchangeDays: DAYS, ...more }
  return valueDaily({ activities: listed(rows), ...account })
}

/** Value, inflow and outflow of each day. */
export const valuesOf = (rows: Row[], more: Partial<ValuationInput> = {}): (number | null)[][] =>
  valuationOf(rows, more).days.map(({ value, inflow, outflow }) => [value, inflow, outflow].map(plain))
