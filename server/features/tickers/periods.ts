// The first days of the periods on a ticker's page.
import type { PricePeriod } from '#shared/contracts/tickers.ts'
import { monthsBefore } from '#shared/rules/dates.ts'

const HISTORY_YEARS = 10
const MONTHS = { '1M': 1, '6M': 6, '1Y': 12 }

/** The first day of a ticker's prices: the beginning of the year ten years before that day's year, for every period. */
export const firstPriceDay = (today: string): string => `${Number(today.slice(0, 4)) - HISTORY_YEARS}-01-01`

/** The first day of a period that ends on that day. Both are `YYYY-MM-DD`. */
export const periodStart = (period: PricePeriod, lastDay: string): string =>
  period === 'All' ? firstPriceDay(lastDay) : monthsBefore(lastDay, MONTHS[period])
