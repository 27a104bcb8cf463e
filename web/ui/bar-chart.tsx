// A bar chart over a baseline, one bar a month, with the current month highlighted; a table shows the
// figures.
import { classes } from './classes.ts'

type Bar = {
  /** Such as "Nov". Narrow screens show only the first letter. */
  label: string
  value: number
  /** Highlights the bar. */
  current?: boolean | undefined
}
type BarChartProps = {
  /** All bars in one sentence, for screen readers. */
  label: string
  items: readonly Bar[]
  /** Shown if no bar is above zero. */
  nothing: string
}

/** Scaled to the highest bar. Zero or less shows only the baseline. */
export function BarChart({ label, items, nothing }: BarChartProps) {
  const highest = Math.max(1, ...items.map(({ value }) => value))
  const isEmpty = items.every(({ value }) => value <= 0)
  return (
    <div role="img" aria-label={label} className="relative grid auto-cols-[minmax(0,1fr)] grid-flow-col">
      {items.map((bar, place) => (
        <div key={place} className="grid gap-2 text-center">
          <div className="flex h-32 items-end justify-center border-b border-line-strong px-[12%] md:h-36">
            {bar.value > 0 && (
              <div
                className={classes(
                  'w-full rounded-t-[3px] bg-brand forced-colors:bg-[CanvasText]',
                  !bar.current && 'opacity-32',
                )}
                // At least 3 px, so that small amounts are visible.
                style={{ height: `max(3px, ${(bar.value / highest) * 100}%)` }}
              />
            )}
          </div>
          <span className={classes('text-caption', bar.current ? 'font-strong' : 'text-ink-3')}>
            <span className="hidden xs:inline">{bar.label}</span>
            <span className="xs:hidden">{bar.label.slice(0, 1)}</span>
          </span>
        </div>
      ))}
      {isEmpty && <p className="absolute inset-x-0 top-14 text-center text-small text-ink-3">{nothing}</p>}
    </div>
  )
}
