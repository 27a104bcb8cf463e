// Made-up markets for the attacks on the ranking: index funds, funds made from them, and shares without any skill in them.
import { exchangeDays, closeOf } from '#engine/market/exchange-days.ts'
import { CASH } from '#engine/rating/method.ts'
import type { Random } from './random-numbers.ts'

export const YEAR_DAYS = 252
/** Days before the first trade, from which method 1 estimates exposure. */
export const DAYS_BEFORE = 260
const TRADED_DAYS = 530
const FIRST_DAY = '2021-01-04'

/**
 * A fund that pays a multiple of another's return each day, minus its yearly fee. The rest earns or costs the T-bill
 * rate.
 */
const MULTIPLES: Record<string, [of: string, times: number, fee: number]> = {
  SH: ['SPY', -1, 0.009],
  PSQ: ['QQQ', -1, 0.0095],
  RWM: ['IWM', -1, 0.0095],
  TBF: ['TLT', -1, 0.009],
  SDS: ['SPY', -2, 0.009],
  GLL: ['GLD', -2, 0.0095],
  SPXU: ['SPY', -3, 0.009],
  SQQQ: ['QQQ', -3, 0.0095],
  SRTY: ['IWM', -3, 0.0095],
  TMV: ['TLT', -3, 0.01],
  UPRO: ['SPY', 3, 0.009],
  TQQQ: ['QQQ', 3, 0.0095],
  URTY: ['IWM', 3, 0.0095],
  TMF: ['TLT', 3, 0.01],
  UVXY: ['VIXY', 1.5, 0.0095],
  VXX: ['VIXY', 1, 0.0089],
  SVXY: ['VIXY', -0.5, 0.0095],
}
export const BILLS = ['SGOV', 'SHV', 'BILS', 'TBIL', 'USFR', 'GBIL', 'CLTL', 'XHLF', 'OBIL']
export const LOANS = ['JAAA', 'FLOT', 'BKLN']
export const SHARES = Array.from(
  { length: 60 },
  (_, n) => `R${String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))}`,
)
/** Shares that are 30 % a year ahead of their risk, so that there is skill to find. */
export const WINNERS = Array.from({ length: 20 }, (_, n) => `W${String.fromCharCode(65 + n)}`)

export type AttackMarket = {
  days: readonly string[]
  closes: readonly (readonly [day: string, close: string])[]
  prices: ReadonlyMap<string, readonly string[]>
}

/** Slightly more than two years, after the `DAYS_BEFORE`. */
export function attackMarket(random: Random): AttackMarket {
  const length = DAYS_BEFORE + TRADED_DAYS
  const days = exchangeDays(FIRST_DAY, '2025-01-01').slice(0, length)
  const bill = 0.04 / YEAR_DAYS
  const levels = new Map<string, number>()
  const prices = new Map<string, string[]>()
  const spread = new Map([...BILLS, ...LOANS].map((fund) => [fund, random.next()]))
  const beta = new Map([...SHARES, ...WINNERS].map((share) => [share, 0.6 + random.next()]))
  let variance = 0.011 ** 2
  for (const _ of days) {
    const shock = Math.sqrt(variance) * random.bell()
    // Calm and wild days cluster (GARCH).
    variance = 0.02 * 0.011 ** 2 + 0.1 * shock ** 2 + 0.88 * variance
    const market = 0.06 / YEAR_DAYS + shock
    const wild = Math.sqrt(variance) / 0.011
    const noise = (size: number) => size * wild * random.bell()
    const made = new Map<string, number>([
      [CASH, bill],
      ['SPY', bill + market],
    ])
    made.set('QQQ', bill + 1.15 * market + noise(0.006))
    made.set('IWM', bill + 1.1 * market + noise(0.007))
    made.set('TLT', bill - 0.1 * market + noise(0.008))
    made.set('GLD', bill + 0.03 / YEAR_DAYS + noise(0.009))
    made.set('VIXY', bill - 0.5 / YEAR_DAYS - 3.5 * market + noise(0.025))
    made.set('IBIT', bill + 0.15 / YEAR_DAYS + 1.3 * market + noise(0.03))
    for (const [fund, [of, times, fee]] of Object.entries(MULTIPLES))
      made.set(fund, times * (made.get(of) ?? 0) + (1 - times) * bill - fee / YEAR_DAYS)
    for (const fund of BILLS)
      made.set(fund, bill + ((spread.get(fund) ?? 0) * 0.002 - 0.0005) / YEAR_DAYS + 0.00004 * random.bell())
    // A little more than T-bills on most days, and a little of the market's fall.
    for (const fund of LOANS)
      made.set(fund, bill + 0.012 / YEAR_DAYS + Math.min(0, 0.05 * market) + noise(0.0004) + 0.0002)
    for (const share of SHARES) made.set(share, bill + (beta.get(share) ?? 1) * market + noise(0.018))
    for (const share of WINNERS)
      made.set(share, bill + 0.3 / YEAR_DAYS + (beta.get(share) ?? 1) * market + noise(0.018))
    for (const [ticker, growth] of made) {
      // Five decimals, so that rounding isn't noise in funds that hardly move.
      const level = (levels.get(ticker) ?? 1_000) * Math.max(0.05, 1 + growth)
      levels.set(ticker, level)
      const own = prices.get(ticker) ?? []
      own.push(level.toFixed(5))
      prices.set(ticker, own)
    }
  }
  return { days, closes: days.map((day) => [day, closeOf(day).toISOString()]), prices }
}
