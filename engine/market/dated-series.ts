// A series of dated values, such as closes or exchange rates, that can be looked up for any day.
import { countUpTo, DayCloses } from './day-closes.ts'

export type Dated<T> = { day: string; value: T }
export type DatedSeries<T> = {
  /** The last value known on that day or before; null before the first. */
  onOrBefore: (day: string) => Dated<T> | null
  /** The first value known after that day; null after the last. */
  after: (day: string) => Dated<T> | null
}

/** Doesn't copy the values: there may be ten years of closes for hundreds of symbols. */
export function datedSeries<T>(values: ReadonlyMap<string, T>): DatedSeries<T> {
  const days = values instanceof DayCloses ? values.days : [...values.keys()].toSorted()

  function at(index: number): Dated<T> | null {
    const day = days[index]
    return day === undefined ? null : { day, value: values.get(day) as T }
  }

  return { onOrBefore: (day) => at(countUpTo(days, day) - 1), after: (day) => at(countUpTo(days, day)) }
}
