// The figures of a position: its return, what SPY made meanwhile, and how the share usually moves with the market. Pure.
import { Decimal } from 'decimal.js'
import { ESTIMATE_DAYS, ESTIMATE_DAYS_MIN, published } from './method.ts'
import type { PricePath } from './price-path.ts'

/** Ratios with 8 decimals. */
export type Figures = { return: string; benchmark: string; excess: string }
/** With 4 decimals. */
export type Exposure = { beta: string; tilt: string }

/**
 * Between the closes of two places: return = side × (Π g − 1), for a short at least −100%; benchmark = Π b − 1 of SPY, whichever
 * the side; excess = side × (Π g − Π b).
 */
export function figuresOf(
  { side, entry, last }: { side: 1 | -1; entry: number; last: number },
  share: PricePath,
  spy: PricePath,
): Figures {
  const own = share.growth(entry, last)
  const market = spy.growth(entry, last)
  return {
    return: published(Decimal.max(own.minus(1).times(side), -1)),
    benchmark: published(market.minus(1)),
    excess: published(own.minus(market).times(side)),
  }
}

/** Of a share about which too little is known. */
const UNKNOWN: Exposure = { beta: '1.0000', tilt: '0.0000' }
/** Below this share of the product of the variances, the two regressors are the same thing. */
const COLLINEAR = 1e-9

/**
 * Least squares with intercept of the share's daily return on SPY's and on QQQ's minus SPY's, over the 252 exchange days up to the
 * entry on which all three traded, as on the day before; 1 and 0 with fewer than 60. `beta` = 0.67 × slope + 0.33 (Blume, 1975,
 * "Betas and Their Regression Tendencies") within 0 and 3, `tilt` = slope within −1 and 2. Only sums and products of floats, so
 * that every machine gets the same.
 */
export function exposureAt(entry: number, share: PricePath, spy: PricePath, qqq: PricePath): Exposure {
  const rows: [own: number, market: number, spread: number][] = []
  for (let place = Math.max(0, entry - ESTIMATE_DAYS + 1); place <= entry; place += 1) {
    const [own, market, second] = [share.move(place), spy.move(place), qqq.move(place)]
    const spread = second - market
    if (!Number.isNaN(own) && !Number.isNaN(spread)) rows.push([own, market, spread])
  }
  if (rows.length < ESTIMATE_DAYS_MIN) return UNKNOWN
  const mean = (column: 0 | 1 | 2) => rows.reduce((sum, row) => sum + row[column], 0) / rows.length
  const means = [mean(0), mean(1), mean(2)] as const
  /** The sum of the products of two columns' distances from their means. */
  const product = (a: 0 | 1 | 2, b: 0 | 1 | 2) =>
    rows.reduce((sum, row) => sum + (row[a] - means[a]) * (row[b] - means[b]), 0)
  const [xx, zz, xz, xy, zy] = [product(1, 1), product(2, 2), product(1, 2), product(0, 1), product(0, 2)]
  const determinant = xx * zz - xz * xz
  if (!(determinant > COLLINEAR * xx * zz)) return UNKNOWN
  const slope = (zz * xy - xz * zy) / determinant
  const tilt = (xx * zy - xz * xy) / determinant
  return { beta: within(0.67 * slope + 0.33, 0, 3), tilt: within(tilt, -1, 2) }
}

function within(value: number, low: number, high: number): string {
  const rounded = new Decimal(Math.min(high, Math.max(low, value))).toDecimalPlaces(4, Decimal.ROUND_HALF_UP)
  return rounded.isZero() ? '0.0000' : rounded.toFixed(4)
}
