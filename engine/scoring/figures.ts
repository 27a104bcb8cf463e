// The figures of a position: its return, SPY's return over the same days, and the share's exposure to the market. Pure.
import { Decimal } from 'decimal.js'
import { published, publishedFloat } from './method.ts'
import type { Approximate, PricePath } from './price-path.ts'

/** Ratios with 8 decimals. */
export type Figures = { return: string; benchmark: string; excess: string }

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
