// The growth of shares on each exchange day. It takes a hundredth of the memory of their closes, so a run keeps it for
// all authors. Statistics, so these are floats; results of single positions are exact decimals (docs/record.md).

/** A day on which a share traded. */
export type Input = { day: string; close: number; dividend: number; ratio: number }

/** The growth of SPY, QQQ or a share on a day: 1.01 is 1 % up. 1 on a day without a price. */
export type Growth = (symbol: string, day: string) => number

export type ShareGrowth = {
  has: (symbol: string) => boolean
  /** `inputs` ascend by day. */
  add: (symbol: string, inputs: readonly Input[]) => void
  growth: Growth
  /** The days on which the share traded, ascending. */
  tradedDays: (symbol: string) => readonly string[]
}

/**
 * Growth is (close + dividend) × ratio / previous close. After days without a close, the previous close is the last one
 * before them. `days` are exchange days, ascending. Inputs of other days are left out.
 */
export function shareGrowth(days: readonly string[]): ShareGrowth {
  const placeOf = new Map(days.map((day, place) => [day, place]))
  /** By index of the day. NaN on days without a close. */
  const bySymbol = new Map<string, Float64Array>()
  return {
    has: (symbol) => bySymbol.has(symbol),
    add(symbol, inputs) {
      const growths = new Float64Array(days.length).fill(NaN)
      let before: number | null = null
      for (const { day, close, dividend, ratio } of inputs) {
        const place = placeOf.get(day)
        if (place !== undefined) growths[place] = before === null ? 1 : ((close + dividend) * ratio) / before
        before = close
      }
      bySymbol.set(symbol, growths)
    },
    growth(symbol, day) {
      const growth = bySymbol.get(symbol)?.[placeOf.get(day) ?? -1] ?? NaN
      return Number.isNaN(growth) ? 1 : growth
    },
    tradedDays(symbol) {
      const growths = bySymbol.get(symbol)
      return growths ? days.filter((_, place) => !Number.isNaN(growths[place])) : []
    },
  }
}
