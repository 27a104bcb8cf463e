// Returns as text: a signed percentage, and a description of a chart for screen readers.
import { dayText } from '#shared/rules/dates.ts'
import { signedPercent, withMinusSign } from '#shared/rules/percent.ts'
import type { ChartPoint } from '#web/ui/line-chart-geometry.ts'
import { NOT_AVAILABLE } from '../format.ts'

/** "+9.6%" or "−9.6%" for a ratio. */
export const percent = (ratio: number | null): string =>
  ratio === null ? NOT_AVAILABLE : withMinusSign(signedPercent(ratio))

/**
 * "Up 9.6% since Jan 12, 2026. SPY is up 7.1% over the same days. Highest: …" `symbol` is null without a
 * benchmark.
 */
export function returnsText(points: readonly ChartPoint[], symbol: string | null): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const highest = points.reduce((best, point) => (point.own > best.own ? point : best), first)
  const lowest = points.reduce((worst, point) => (point.own < worst.own ? point : worst), first)
  return [
    `${upOrDown(last.own)} since ${dayText(first.day)}.`,
    ...(symbol === null
      ? []
      : last.benchmark === null
        ? [`${symbol} isn’t available.`]
        : [`${symbol} is ${upOrDown(last.benchmark).toLowerCase()} over the same days.`]),
    `Highest: ${percent(highest.own)} on ${dayText(highest.day)}.`,
    `Lowest: ${percent(lowest.own)} on ${dayText(lowest.day)}.`,
  ].join(' ')
}

function upOrDown(ratio: number): string {
  const text = signedPercent(ratio)
  return text === signedPercent(0)
    ? 'Unchanged'
    : `${text.includes('-') ? 'Down' : 'Up'} ${text.replace(/[+-]/, '')}`
}
