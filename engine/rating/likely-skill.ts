// Decides at each month-end which records get "Likely skill" and which keep it.
import { MONKEYS, SKILL } from './method.ts'
import type { MonkeyTest } from './monkey-tests.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'

/** Sets of record ids. */
export type MonthEnd = {
  /** The records that met all conditions at this month-end. */
  passing: ReadonlySet<string>
  /** The records with the badge. */
  holders: ReadonlySet<string>
}
export const BEFORE_THE_FIRST: MonthEnd = { passing: new Set(), holders: new Set() }

/**
 * A badge needs all conditions at two month-ends in a row. It is kept while the record is listed and the mean of its
 * last 156 weeks is above zero. `candidates` and `listed` are those of `rankRecords` as of the month's last day,
 * `isAhead` those with such a mean. `test` is called only for candidates without a badge; null if the month has no
 * seed.
 */
export function nextMonthEnd(
  before: MonthEnd,
  now: { listed: readonly string[]; candidates: readonly string[]; isAhead: (id: string) => boolean },
  test: (id: string) => MonkeyTest | null,
): MonthEnd {
  const passing = new Set(now.candidates.filter((id) => !before.holders.has(id) && passes(test(id))))
  const holders = now.listed.filter((id) =>
    before.holders.has(id) ? now.isAhead(id) : passing.has(id) && before.passing.has(id),
  )
  return { passing, holders: new Set(holders) }
}

const passes = (test: MonkeyTest | null) =>
  test !== null && test.choice >= MONKEYS.tickersMin && test.p <= SKILL.p

/** The last day of each month that was over on a day, from the month of `first` on. */
export function monthEnds(first: string, asOf: string): string[] {
  const ends: string[] = []
  let [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))]
  for (;;) {
    ;[year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
    const end = dayOf(dayNumber(`${year}-${String(month).padStart(2, '0')}-01`) - 1)
    if (end > asOf) return ends
    ends.push(end)
  }
}
