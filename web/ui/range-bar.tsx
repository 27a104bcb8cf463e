// A range with its middle, on an axis with a zero line: teal if the whole range is above zero, else gray.
import { classes } from './classes.ts'

type RangeBarProps = {
  low: number
  middle: number
  high: number
  /** The ends of the axis, the same for all bars of a list; by default symmetric around zero. Zero is always on it. */
  from?: number
  to?: number
  /** The range in words, for screen readers. */
  label: string
}

export function RangeBar({ low, middle, high, from, to, label }: RangeBarProps) {
  const reach = 1.15 * Math.max(Math.abs(low), Math.abs(high))
  const [start, end] = [Math.min(0, from ?? -reach), Math.max(0, to ?? reach)]
  const place = (value: number) =>
    `${end === start ? 50 : Math.min(100, Math.max(0, (100 * (value - start)) / (end - start))).toFixed(1)}%`
  const isClear = low > 0
  return (
    <svg role="img" aria-label={label} className="block h-4 w-full overflow-visible">
      <line x1="0" x2="100%" y1="50%" y2="50%" className="stroke-line-strong" />
      <line x1={place(0)} x2={place(0)} y1="0" y2="100%" strokeWidth="1.5" className="stroke-ink-3" />
      <line
        x1={place(low)}
        x2={place(high)}
        y1="50%"
        y2="50%"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.5"
        className={isClear ? 'stroke-brand' : 'stroke-ink-3'}
      />
      <circle
        cx={place(middle)}
        cy="50%"
        r="4.5"
        strokeWidth="2"
        className={classes('stroke-surface', isClear ? 'fill-brand' : 'fill-ink-2')}
      />
    </svg>
  )
}
