// A board as method 2's programs print it.
import type { Board } from '#engine/rating/board.ts'
import { publishedFigures } from '#engine/rating/published-figures.ts'
import type { MissingCount } from '#engine/rating/rate-records.ts'

const PRINTED: Record<MissingCount, string> = {
  trades: 'trades',
  entryDays: 'entry_days',
  activeDays: 'active_days',
  weeks: 'weeks',
}

export function boardJson({ family, rated, cutoff, listed, records, passes }: Board) {
  return {
    family,
    rated,
    cutoff,
    listed,
    records: records.map(({ id, counts, missing, isActive, figures }) => ({
      id,
      have: {
        trades: counts.trades,
        entry_days: counts.entryDays,
        active_days: counts.activeDays,
        weeks: counts.weeks,
      },
      missing: missing.map((what) => PRINTED[what]),
      active: isActive,
      listed: listed.includes(id),
      passes: passes.includes(id),
      figures: figures && publishedFigures(figures),
    })),
  }
}

/** The floats behind the figures, which must be equal in every bit. */
export const exactFigures = ({ records, monkeys }: Board) =>
  Object.fromEntries(
    records.map(({ id, figures, weekly }) => [
      id,
      {
        first: weekly.firstWeek,
        ys: weekly.ys,
        filled: weekly.filled,
        figures: figures && [
          figures.mean,
          figures.low,
          figures.high,
          figures.lowYear,
          figures.t,
          figures.p,
          ...figures.slopes,
        ],
        monkeys: monkeys.get(id)?.p ?? null,
      },
    ]),
  )
