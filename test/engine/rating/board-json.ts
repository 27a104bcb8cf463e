// A board as rescore.py prints it with --exact: as shown, and the floats behind it, which must be equal in every bit.
import type { Board } from '#engine/rating/board.ts'
import { publishedFigures } from '#engine/rating/published-figures.ts'
import type { Figures } from '#engine/rating/regression.ts'
import type { MissingCount } from '#engine/rating/rate-records.ts'

const PRINTED: Record<MissingCount, string> = {
  trades: 'trades',
  entryDays: 'entry_days',
  activeDays: 'active_days',
  weeks: 'weeks',
}

const floats = ({ isYearly, ...figures }: Figures) => ({ ...figures, yearly: isYearly })

export function boardJson({ family, rated, cutoff, listed, records, passes, monkeys }: Board) {
  return {
    family,
    rated,
    cutoff,
    listed,
    records: records.map(({ id, counts, missing, isActive, figures, weekly }) => ({
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
      exact: [weekly.ys, weekly.filled, figures && floats(figures), monkeys.get(id)?.p ?? null] as const,
    })),
  }
}
