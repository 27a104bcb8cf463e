// Bars over a baseline: one figure a month, the last of them standing out; the figures themselves stand in a table.
import { classes } from './classes.ts'

export type Bar = {
  /** "Nov"; its first letter alone where there is little room. */
  label: string
  value: number
  /** The one that means "now". */
  current?: boolean | undefined
}
export type BarChartProps = {
  /** All the bars in one sentence, for those who do not see them. */
  label: string
  items: readonly Bar[]
  /** Said in the empty place while there is nothing to draw. */
  nothing: string
}

/** Scaled to the highest; nothing, or less than nothing, is the bare baseline. */
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
                // However small, what came in shows.
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
