// An author's paper portfolio: all positions in ten equal places, compared with a mix of SPY and QQQ that has the same
// exposure. Statistics, so these are floats; results of single positions are exact decimals (docs/record.md).

import type { Growth } from './share-growth.ts'

/** The number of places in the portfolio. With more positions, all of them shrink. */
export const PLACES = 10

export type Position = {
  ticker: string
  /** 1: long, -1: short. */
  side: number
  /** The fraction of a place: 1, or 1/k for a signal about k tickers. */
  weight: number
  /** The exposure to SPY, and to QQQ minus SPY. */
  beta: number
  tilt: number
  entryDay: string
  /** Null while it is open. */
  exitDay: string | null
}

export type PaperDay = {
  day: string
  /** The sum of the weights of the positions that are open over the day. */
  places: number
  /** The day's return in excess of the mix, as a ratio. 0 without a position. */
  excess: number
}

const [FIRST, SECOND] = ['SPY', 'QQQ']

/**
 * Each exchange day from that of the first entry: Σ w · side · (g − 1 − beta · (b − 1) − tilt · (q − b)) / max(10, Σ w)
 * over the positions that entered before the day and didn't leave before it (docs/record.md, "Ranking"). `days` ascend.
 */
export function paperDays(
  positions: readonly Position[],
  days: readonly string[],
  growth: Growth,
): PaperDay[] {
  const first = positions.reduce<string | null>(
    (earliest, { entryDay }) => (earliest === null || entryDay < earliest ? entryDay : earliest),
    null,
  )
  if (first === null) return []
  const waiting = positions.toSorted((a, b) => (a.entryDay < b.entryDay ? -1 : 1))
  let next = 0
  let open: Position[] = []
  return days
    .filter((day) => day >= first)
    .map((day) => {
      open = open.filter(({ exitDay }) => exitDay === null || exitDay >= day)
      for (let one = waiting[next]; one && one.entryDay < day; one = waiting[(next += 1)])
        if (one.exitDay === null || one.exitDay >= day) open.push(one)
      const [spy, qqq] = [growth(FIRST, day), growth(SECOND, day)]
      let [places, total] = [0, 0]
      for (const { ticker, side, weight, beta, tilt } of open) {
        places += weight
        total += weight * side * (growth(ticker, day) - 1 - beta * (spy - 1) - tilt * (qqq - spy))
      }
      return { day, places, excess: total / Math.max(PLACES, places) }
    })
}
