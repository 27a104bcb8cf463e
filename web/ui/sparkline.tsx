// A sparkline: recent values as a small line that ends in a dot.
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { extent } from 'd3-array'
import { classes } from './classes.ts'

type SparklineProps = {
  /** Sorted by time, equally spaced, in any unit. */
  values: readonly number[]
  /** What it shows in one sentence, for screen readers. */
  label: string
  className?: string | undefined
}

/** As wide as its container. Renders nothing with fewer than two values. */
export function Sparkline({ values, label, className }: SparklineProps) {
  if (values.length < 2) return null
  const [low = 0, high = 0] = extent(values)
  const x = scaleLinear([0, values.length - 1], [0, 100])
  const y = scaleLinear(low === high ? [low - 1, high + 1] : [low, high], [88, 12])
  const end = values.at(-1) ?? 0
  return (
    <svg role="img" aria-label={label} className={classes('block h-7 w-full overflow-visible', className)}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="overflow-visible">
        <path
          d={line<number>((_value, place) => x(place), y)(values) ?? ''}
          className={classes(
            'fill-none stroke-ink-3 stroke-[1.5] [stroke-linejoin:round] [vector-effect:non-scaling-stroke]',
            'forced-colors:stroke-[CanvasText]',
          )}
        />
      </svg>
      <circle cx="100%" cy={`${y(end)}%`} r="2.5" className="fill-ink-2" />
    </svg>
  )
}
