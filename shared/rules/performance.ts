// Where a performance comes from, and what must stand beside it wherever it is printed (answer 33).
import { dayText } from './dates.ts'

/**
 * `none`: there is no portfolio. `sample`: a sample broker, or sample prices. `self_reported`: at least one account comes
 * from an imported file. `linked`: every account comes from its broker.
 */
export const PERFORMANCE_SOURCES = ['none', 'sample', 'self_reported', 'linked'] as const
export type PerformanceSource = (typeof PERFORMANCE_SOURCES)[number]

/** The part of a user view that is about the performance. */
export type Performance = {
  /** Time-weighted return since the first day, such as "+18.4%". */
  performance: string
  performanceSource: PerformanceSource
  /** The calendar day on which the first of its connections stopped working; null while all of them work. */
  performanceLinkedUntil: string | null
  /** Null unless it has to stand beside the time-weighted return (`returnsDisagree`). */
  performanceMoneyWeighted: string | null
  /** Whether a file records no deposits, so that they are assumed. */
  performanceFlowsAssumed: boolean
}

/** What else stands beside the return wherever it is printed, such as "-1.2% money-weighted, deposits assumed"; often nothing. */
export const besideReturn = ({
  performanceMoneyWeighted: moneyWeighted,
  performanceFlowsAssumed,
}: Pick<Performance, 'performanceMoneyWeighted' | 'performanceFlowsAssumed'>): string =>
  [
    ...(moneyWeighted === null ? [] : [`${moneyWeighted} money-weighted`]),
    ...(performanceFlowsAssumed ? ['deposits assumed'] : []),
  ].join(', ')

export type SourceLabel = { text: string; tone: 'gain' | 'info' | 'caution' | 'plain' }

/** The label that stands in the same line as the return. */
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

/** Percentage points between the two returns from which on both are shown. */
const DISAGREE_POINTS = 25

/**
 * Whether the time-weighted and the money-weighted return of a record tell different stories: one is a gain and the
 * other a loss, or they are more than 25 points apart. A seed of one dollar that multiplies before the real deposit does
 * that. Both are signed percent strings.
 */
export function returnsDisagree(timeWeighted: string, moneyWeighted: string | null): boolean {
  if (moneyWeighted === null) return false
  const [time, money] = [Number.parseFloat(timeWeighted), Number.parseFloat(moneyWeighted)]
  return time * money < 0 || Math.abs(time - money) > DISAGREE_POINTS
}
