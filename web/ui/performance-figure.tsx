// A person's return with the label of its source and its doubts. No return is shown without them.
import { TriangleAlert } from 'lucide-react'
import { doubtsInOneLine } from '#shared/rules/doubts.ts'
import { directionOf, withMinusSign } from '#shared/rules/percent.ts'
import { type Performance, sourceLabel } from '#shared/rules/performance.ts'
import { classes } from './classes.ts'

const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }
const LABEL = { gain: 'text-gain', info: 'text-ink-2', caution: 'text-caution', plain: 'text-ink-3' }

type PerformanceFigureProps = {
  of: Performance
  /** The caller renders `ReturnDoubts` itself, below what is beside or under the figure. */
  doubtsBelow?: boolean
}

/** The figure has the size of the text around it. */
export function PerformanceFigure({ of, doubtsBelow = false }: PerformanceFigureProps) {
  const { performance } = of
  const label = sourceLabel(of)
  return (
    <div className="grid gap-0.5">
      <p className="flex items-baseline gap-x-2 max-tight:flex-wrap">
        <span
          className={classes(
            'font-strong tabular-nums',
            // Without a portfolio there is neither a gain nor a loss.
            of.performanceSource === 'none' ? 'text-ink-3' : FIGURE[directionOf(performance)],
          )}
        >
          {withMinusSign(performance)}
        </span>{' '}
        <span className={classes('text-caption font-regular', LABEL[label.tone])}>{label.text}</span>
      </p>
      {!doubtsBelow && <ReturnDoubts of={of} />}
    </div>
  )
}

/**
 * Each doubt on a line of its own; nothing without doubts. `short`, for rows of a list: names the most serious doubt
 * and counts the others.
 */
export function ReturnDoubts({ of, short = false }: { of: Performance; short?: boolean }) {
  const { performanceDoubts: all } = of
  if (all.length === 0) return null
  return (
    <ul
      aria-label="Doubts about this return"
      className="grid gap-0.5 text-caption font-regular normal-nums text-ink-2"
    >
      {(short ? [doubtsInOneLine(all)] : all).map((doubt) => (
        <li key={doubt} className="flex items-start gap-1.5">
          <TriangleAlert className="mt-0.5 size-3 flex-none text-caution" />
          <span className="min-w-0 text-pretty">{withMinusSign(doubt)}</span>
        </li>
      ))}
    </ul>
  )
}
