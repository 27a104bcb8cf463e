// The signals about a ticker as marks of its chart and as a sentence.
import type { SignalCounts, TickerCalls } from '#shared/contracts/tickers.ts'
import { dayText } from '#shared/rules/dates.ts'
import { countOf } from '#shared/rules/numbers.ts'
import type { ChartMark } from '#web/ui/line-chart-marks.tsx'

type Days = TickerCalls['days']

/** As many posts as fit side by side on a phone. */
const POSTS_MAX = 16
const KINDS = ['buy', 'sell', 'comment'] as const

/**
 * A mark for each type of signal of each day from `first` to `last`. If these are more than 16 days, those of
 * a sixteenth of the chart share the mark of their last day.
 */
export function marksOf(days: Days, { first, last }: { first: string; last: string }): ChartMark[] {
  const shown = days.filter(({ day }) => day >= first && day <= last)
  const [start, end] = [Date.parse(first), Date.parse(last)]
  const groupOf = (day: string) =>
    shown.length <= POSTS_MAX ? day : Math.floor(((Date.parse(day) - start) / (end - start + 1)) * POSTS_MAX)
  return [...Map.groupBy(shown, ({ day }) => groupOf(day)).values()].flatMap((group) => {
    const [from, to] = [group[0]?.day ?? '', group.at(-1)?.day ?? '']
    const since = from === to ? '' : ` since ${dayText(from)}`
    const counts = totalOf(group)
    return KINDS.filter((kind) => counts[kind] > 0).map((kind) => ({
      day: to,
      kind,
      label: countOf(counts[kind], kind) + since,
    }))
  })
}

export const totalOf = (days: readonly SignalCounts[]): SignalCounts =>
  days.reduce(
    (total, { buy, sell, comment }) => ({
      buy: total.buy + buy,
      sell: total.sell + sell,
      comment: total.comment + comment,
    }),
    { buy: 0, sell: 0, comment: 0 },
  )

/** "3 buys, 1 sell", without types that have none. */
export const countsText = (counts: SignalCounts): string =>
  KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => countOf(counts[kind], kind))
    .join(', ')
