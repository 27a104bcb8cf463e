// Σxx′ of the market's weeks as running sums, so that every record's range of weeks is one difference.
import type { MarketWeek } from './market.ts'
import { REGRESSORS } from './method.ts'
import { inverse, type MarketRange } from './regression.ts'

export type MarketSums = {
  weeks: readonly MarketWeek[]
  /** The range of `count` weeks from a week on. Inverses are cached, because many records begin in the same week. */
  range: (from: number, count: number) => MarketRange
}

export function marketSumsOf(weeks: readonly MarketWeek[]): MarketSums {
  const running = [Array.from({ length: REGRESSORS * REGRESSORS }, () => 0n)]
  const gaps = [0]
  for (const week of weeks) {
    const before = running.at(-1) ?? []
    running.push(week ? before.map((sum, at) => sum + productAt(week, at)) : before)
    gaps.push((gaps.at(-1) ?? 0) + (week ? 0 : 1))
  }
  const inverses = new Map<string, MarketRange>()
  return {
    weeks,
    range(from, count) {
      const key = `${from} ${count}`
      const known = inverses.get(key)
      if (known) return known
      const [before, last] = [running[from], running[from + count]]
      const isWhole = before && last && gaps[from] === gaps[from + count]
      const sums = Array.from({ length: REGRESSORS }, (_, i) =>
        Array.from({ length: REGRESSORS }, (__, j) => {
          const at = i * REGRESSORS + j
          return Number((last?.[at] ?? 0n) - (before?.[at] ?? 0n))
        }),
      )
      const days = weeks.slice(from, from + count).reduce((sum, week) => sum + (week?.[0] ?? 0), 0)
      const range = { weeks: count, days, inverse: isWhole ? inverse(sums) : null }
      inverses.set(key, range)
      return range
    },
  }
}

const productAt = (week: readonly number[], at: number): bigint =>
  BigInt(week[Math.floor(at / REGRESSORS)] ?? 0) * BigInt(week[at % REGRESSORS] ?? 0)
