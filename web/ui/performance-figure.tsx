// A person's return with the label of its source. No return is shown without one.
import { directionOf, withMinusSign } from '#shared/rules/percent.ts'
import { returnCaveats, type Performance, sourceLabel } from '#shared/rules/performance.ts'
import { classes } from './classes.ts'

const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }
const LABEL = { gain: 'text-gain', info: 'text-ink-2', caution: 'text-caution', plain: 'text-ink-3' }

/** As large as the text around it. Caveats, such as the money-weighted return, follow on a second line. */
export function PerformanceFigure({ of }: { of: Performance }) {
  const { performance } = of
  const label = sourceLabel(of)
  const caveats = returnCaveats(of)
  return (
    <span className="grid">
      <span className="flex items-baseline gap-x-2 max-tight:flex-wrap">
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
      </span>
      {caveats !== '' && (
        <span className="text-caption font-regular text-ink-2 tabular-nums first-letter:uppercase">
          {withMinusSign(caveats)}
        </span>
      )}
    </span>
  )
}
