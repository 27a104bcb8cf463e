// The return between two known values, each flow weighted by the time it was invested (Modified Dietz).
import type { Decimal } from 'decimal.js'
import { daysBetween } from '#engine/market/calendar-day.ts'

export type Flows = { day: string; inflow: Decimal; outflow: Decimal }

/**
 * Modified Dietz: (end − start − flows) / (start + Σ weight × flow), where a flow's weight is the fraction of the
 * period it was invested: inflows count from the start of their day, outflows until the end of theirs. Over one day
 * this equals the daily return of `timeWeighted`. The period runs from the end of the day `from` to the end of `to`. A
 * ratio; null if nothing was invested on average, or if the loss is larger than that. Source: Peter O. Dietz, "Pension
 * Funds: Measuring Investment Performance" (1966); CFA Institute, "Guidance Statement on Calculation Methodology"
 * (2004), formula for daily weighted flows.
 */
export function modifiedDietz(
  from: string,
  to: string,
  start: Decimal,
  end: Decimal,
  flows: readonly Flows[],
): number | null {
  const { invested, gain } = capitalAndGain(from, to, start, end, flows)
  if (invested.lessThanOrEqualTo(0) || gain.plus(invested).isNegative()) return null
  return gain.div(invested).toNumber()
}

/** The two parts of that fraction: the gain, and the average invested capital. */
export function capitalAndGain(
  from: string,
  to: string,
  start: Decimal,
  end: Decimal,
  flows: readonly Flows[],
): { invested: Decimal; gain: Decimal } {
  const period = daysBetween(from, to)
  let [gain, invested] = [end.minus(start), start]
  for (const { day, inflow, outflow } of flows) {
    const rest = daysBetween(day, to)
    gain = gain.minus(inflow).plus(outflow)
    invested = invested.plus(
      inflow
        .times(rest + 1)
        .minus(outflow.times(rest))
        .div(period),
    )
  }
  return { invested, gain }
}
