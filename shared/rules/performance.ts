// The source of a person's return, and what must be shown next to it wherever it appears (spec answer 33).
import { dayText } from './dates.ts'
import { percentIn } from './percent.ts'

/**
 * `none`: no portfolio. `sample`: a sample broker or sample prices. `self_reported`: at least one account comes from an
 * imported file. `linked`: every account is connected to its broker.
 */
export const PERFORMANCE_SOURCES = ['none', 'sample', 'self_reported', 'linked'] as const
export type PerformanceSource = (typeof PERFORMANCE_SOURCES)[number]

/** The fields of a user about their return. */
export type Performance = {
  /** Time-weighted return since the first day, such as "+18.4%". */
  performance: string
  performanceSource: PerformanceSource
  /** The calendar day on which the first connection stopped working; null while all work. */
  performanceLinkedUntil: string | null
  /** What must be shown wherever the return is (`doubtsOf`), the most serious first. */
  performanceDoubts: readonly string[]
}

export type SourceLabel = { text: string; tone: 'gain' | 'info' | 'caution' | 'plain' }

/** The label on the same line as the return. */
export function sourceLabel({
  performanceSource,
  performanceLinkedUntil,
}: Pick<Performance, 'performanceSource' | 'performanceLinkedUntil'>): SourceLabel {
  switch (performanceSource) {
    case 'none':
      return { text: 'No portfolio', tone: 'plain' }
    case 'sample':
      return { text: 'Sample data', tone: 'caution' }
    case 'self_reported':
      return { text: 'Self-reported, not verified', tone: 'info' }
    case 'linked':
      return performanceLinkedUntil === null
        ? { text: 'Live Data', tone: 'gain' }
        : { text: `Connected until ${dayText(performanceLinkedUntil)}`, tone: 'caution' }
  }
}

/** Both returns are shown if they differ by more than this many percentage points. */
const DISAGREE_POINTS = 25

/**
 * Whether the time-weighted and the money-weighted return contradict each other: one is a gain and the other a loss, or
 * they differ by more than 25 points. For example, one dollar may multiply before the real deposit arrives. Both are
 * signed percent texts.
 */
export function returnsDisagree(timeWeighted: string, moneyWeighted: string | null): boolean {
  if (moneyWeighted === null) return false
  const [time, money] = [percentIn(timeWeighted), percentIn(moneyWeighted)]
  return time * money < 0 || Math.abs(time - money) > DISAGREE_POINTS
}
