// The figures of a position: its return, SPY's return over the same days, and the share's exposure to the market. Pure.
import { Decimal } from 'decimal.js'
import { ESTIMATE_DAYS, ESTIMATE_DAYS_MIN, published, publishedFloat } from './method.ts'
import type { Approximate, PricePath } from './price-path.ts'

/** Ratios with 8 decimals. */
export type Figures = { return: string; benchmark: string; excess: string }
/** With 4 decimals. */
export type Exposure = { beta: string; tilt: string }

/**
 * The figures between two closes: return = side × (Π g − 1), at least −100% for a short; benchmark = Π b − 1 of SPY for
 * either side; excess = side × (Π g − Π b).
 */
export function figuresOf(
  { side, entry, last }: { side: 1 | -1; entry: number; last: number },
  share: PricePath,
  spy: PricePath,
): Figures {
  return (
    approximateFigures(side, share.approximate(entry, last), spy.approximate(entry, last)) ?? exactFigures()
  )

  function exactFigures(): Figures {
    const own = share.growth(entry, last)
    const market = spy.growth(entry, last)
    return {
      return: published(Decimal.max(own.minus(1).times(side), -1)),
      benchmark: published(market.minus(1)),
      excess: published(own.minus(market).times(side)),
    }
  }
}

/** Null if exact decimals could round to a different result. */
function approximateFigures(side: 1 | -1, own: Approximate, market: Approximate): Figures | null {
  const made = publishedFloat(Math.max((own.value - 1) * side, -1), own.error)
  const benchmark = publishedFloat(market.value - 1, market.error)
  const excess = publishedFloat((own.value - market.value) * side, own.error + market.error)
  return made !== null && benchmark !== null && excess !== null ? { return: made, benchmark, excess } : null
}

/** The exposure of a share with too little history. */
const UNKNOWN: Exposure = { beta: '1.0000', tilt: '0.0000' }
const EXPOSURE_DECIMALS = 4
/** Below this fraction of the product of the variances, the two regressors count as collinear. */
const COLLINEAR = 1e-9

/** Reused by every call, within which it is filled and read: returns of the share, of SPY, and of QQQ minus SPY. */
const COLUMNS = [
  new Float64Array(ESTIMATE_DAYS),
  new Float64Array(ESTIMATE_DAYS),
  new Float64Array(ESTIMATE_DAYS),
] as const

/**
 * Least squares with intercept of the share's daily return on SPY's and on QQQ's minus SPY's, over those of the 252
 * exchange days up to the entry on which all three traded, on that day and the day before. 1 and 0 with fewer than 60
 * such days. `beta` = 0.67 × slope + 0.33 (Blume, 1975, "Betas and Their Regression Tendencies") between 0 and 3,
 * `tilt` = slope between −1 and 2. Uses only sums and products of floats, so that every machine gets the same result.
 */
export function exposureAt(entry: number, share: PricePath, spy: PricePath, qqq: PricePath): Exposure {
  let count = 0
  for (let place = Math.max(0, entry - ESTIMATE_DAYS + 1); place <= entry; place += 1) {
    const own = share.moves[place]!
    const market = spy.moves[place]!
    const spread = qqq.moves[place]! - market
    if (Number.isNaN(own) || Number.isNaN(spread)) continue
    COLUMNS[0][count] = own
    COLUMNS[1][count] = market
    COLUMNS[2][count] = spread
    count += 1
  }
  if (count < ESTIMATE_DAYS_MIN) return UNKNOWN
  const [own, market, spread] = COLUMNS
  let [ownSum, marketSum, spreadSum] = [0, 0, 0]
  for (let i = 0; i < count; i += 1) {
    ownSum += own[i]!
    marketSum += market[i]!
    spreadSum += spread[i]!
  }
  const [ownMean, marketMean, spreadMean] = [ownSum / count, marketSum / count, spreadSum / count]
  // Sums of products of the columns' deviations from their means: y is the share, x SPY, z the spread.
  let [xx, zz, xz, xy, zy] = [0, 0, 0, 0, 0]
  for (let i = 0; i < count; i += 1) {
    const [y, x, z] = [own[i]! - ownMean, market[i]! - marketMean, spread[i]! - spreadMean]
    xx += x * x
    zz += z * z
    xz += x * z
    xy += y * x
    zy += y * z
  }
  const determinant = xx * zz - xz * xz
  if (!(determinant > COLLINEAR * xx * zz)) return UNKNOWN
  const slope = (zz * xy - xz * zy) / determinant
  const tilt = (xx * zy - xz * xy) / determinant
  return { beta: within(0.67 * slope + 0.33, 0, 3), tilt: within(tilt, -1, 2) }
}

function within(value: number, low: number, high: number): string {
  const bounded = Math.min(high, Math.max(low, value))
  return publishedFloat(bounded, 0, EXPOSURE_DECIMALS) ?? published(new Decimal(bounded), EXPOSURE_DECIMALS)
}
