// The line below a signal that shows its result: its state, the prices, and its return beside the index's.
import type { ReactNode } from 'react'
import { Lock } from 'lucide-react'
import { classes } from './classes.ts'
import { OUTCOME_BOX, OUTCOME_FRAME } from './outcome-space.tsx'

type OutcomeState = 'pending' | 'open' | 'closed' | 'linked' | 'unscored' | 'sealed'

export type OutcomeFigure = {
  /** "+14.1%". */
  value: string
  tone: 'gain' | 'loss' | 'flat'
  /** "SPY +8.0%". */
  benchmark: string
  /** "ahead by 6.1 pts"; only spoken where there is no room. */
  difference: string
}

export type OutcomeLineProps = {
  state: OutcomeState
  /** "Open", "Pending". */
  label: string
  /** Prices and days, or why there are none. */
  about: ReactNode
  figure?: OutcomeFigure | undefined
}

const TONE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }

export function OutcomeLine({ state, label, about, figure }: OutcomeLineProps) {
  return (
    <div className={OUTCOME_FRAME}>
      <p
        data-outcome={state}
        className={classes(
          OUTCOME_BOX,
          'rounded-control bg-canvas text-ink-2 tabular-nums ring-1 ring-line ring-inset forced-colors:border',
          // Words without figures flow on from the state, so that they need two rows on phones.
          figure && 'flex flex-wrap items-baseline gap-x-3',
        )}
      >
        <span className={classes('font-strong whitespace-nowrap text-ink', !figure && 'mr-2')}>
          <Sign state={state} />
          {label}
        </span>
        <span className={classes('min-w-0 wrap-anywhere', figure && NARROW_LAST)}>{about}</span>
        {figure && (
          <span
            className={classes(
              'ml-auto flex flex-wrap items-baseline gap-x-3 @max-[26rem]:gap-x-2',
              NARROW_FIRST,
            )}
          >
            <span className={classes('font-strong', TONE[figure.tone])}>{figure.value}</span>
            <span className="@max-[26rem]:hidden">{figure.benchmark}</span>
            <span className="hidden text-caption whitespace-nowrap @max-[26rem]:inline">
              {figure.benchmark.replace('Shorting', 'Short')}
            </span>
            <span className="@max-[36rem]:sr-only">{figure.difference}</span>
          </span>
        )}
      </p>
    </div>
  )
}

/** On phones, state and return share the first row, and what doesn't fit beside them wraps below the return. */
const NARROW_FIRST = '@max-[26rem]:flex-1 @max-[26rem]:basis-0 @max-[26rem]:justify-end'
const NARROW_LAST = '@max-[26rem]:order-1 @max-[26rem]:basis-full'

const SIGN: Partial<Record<OutcomeState, string>> = {
  pending: 'size-2 rounded-full border-2 border-ink-3',
  open: 'mx-0.75 size-2 rounded-full bg-brand ring-3 ring-brand/24',
  closed: 'h-0.5 w-2.5 rounded-full bg-ink-3',
}

function Sign({ state }: { state: OutcomeState }) {
  if (state === 'sealed') return <Lock className="icon-sm mr-1.5 inline-block align-[-0.15em] text-ink-2" />
  const look = SIGN[state]
  return look === undefined ? null : (
    <span className="mr-1.5 inline-flex h-2 items-center" aria-hidden="true">
      <span className={classes('forced-colors:border forced-colors:border-[CanvasText]', look)} />
    </span>
  )
}
