// A person's return with the label of its source in the same line: no return stands without it.
import { directionOf } from '#shared/rules/percent.ts'
import { besideReturn, type Performance, sourceLabel } from '#shared/rules/performance.ts'
import { classes } from './classes.ts'

const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }
const LABEL = { gain: 'text-gain', info: 'text-ink-2', caution: 'text-caution', plain: 'text-ink-3' }

/** Returns are drawn with a real minus; on the wire it is a hyphen. */
const drawn = (words: string) => words.replace(/-(?=\d)/, '−')

/** As large as the text around it; what else has to be said of the return stands below. */
export function PerformanceFigure({ of }: { of: Performance }) {
  const { performance } = of
  const label = sourceLabel(of)
  const beside = besideReturn(of)
  return (
    <span className="grid">
      <span className="flex items-baseline gap-x-2 max-tight:flex-wrap">
        <span
          className={classes(
            'font-strong tabular-nums',
            // Nothing was earned or lost where there is no portfolio.
            of.performanceSource === 'none' ? 'text-ink-3' : FIGURE[directionOf(performance)],
          )}
        >
          {drawn(performance)}
        </span>{' '}
        <span className={classes('text-caption font-regular', LABEL[label.tone])}>{label.text}</span>
      </span>
      {beside !== '' && (
        <span className="text-caption font-regular text-ink-2 tabular-nums first-letter:uppercase">
          {drawn(beside)}
        </span>
      )}
    </span>
  )
}
