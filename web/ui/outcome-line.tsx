// The line below a signal that says how it did: its state, the prices, and its return beside the index's.
import type { ReactNode } from 'react'
import { Lock } from 'lucide-react'
import { classes } from './classes.ts'

export type OutcomeState = 'pending' | 'open' | 'closed' | 'linked' | 'unscored' | 'sealed'

export type OutcomeFigure = {
  /** "+14.1%". */
  value: string
  tone: 'gain' | 'loss' | 'flat'
  /** "SPY +8.0%". */
  benchmark: string
  /** "ahead by 6.1 pts"; on phones only spoken. */
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

/** As high as a line usually is: two rows on phones, one on wider screens. */
const BOX = 'mt-3 min-h-14 px-3 py-2 text-small md:min-h-9'

export function OutcomeLine({ state, label, about, figure }: OutcomeLineProps) {
  return (
    <p
      data-outcome={state}
      className={classes(
        BOX,
        'rounded-control bg-canvas text-ink-2 tabular-nums ring-1 ring-line ring-inset forced-colors:border',
        // Words without figures flow on from the state, so that they need two rows on phones.
        figure && 'flex flex-wrap items-baseline gap-x-3',
      )}
    >
      <span className="mr-2 inline-flex items-center gap-1.5 font-strong whitespace-nowrap text-ink">
        <Sign state={state} />
        {label}
      </span>
      <span className={classes('min-w-0 wrap-anywhere', figure && 'max-md:order-1 max-md:basis-full')}>
        {about}
      </span>
      {figure && (
        <span className="ml-auto flex flex-wrap gap-x-3">
          <span className={classes('font-strong', TONE[figure.tone])}>{figure.value}</span>
          <span>{figure.benchmark}</span>
          <span className="max-md:sr-only">{figure.difference}</span>
        </span>
      )}
    </p>
  )
}

/** The space of a line that is loading or that couldn't be loaded. */
export const OutcomeSpace = () => <div className={BOX} />

const SIGN: Partial<Record<OutcomeState, string>> = {
  pending: 'size-2 rounded-full border-2 border-ink-3',
  open: 'mx-0.75 size-2 rounded-full bg-brand ring-3 ring-brand/24',
  closed: 'h-0.5 w-2.5 rounded-full bg-ink-3',
}

function Sign({ state }: { state: OutcomeState }) {
  if (state === 'sealed') return <Lock className="icon-sm text-ink-2" />
  const look = SIGN[state]
  return look === undefined ? null : (
    <span
      className={classes('flex-none forced-colors:border forced-colors:border-[CanvasText]', look)}
      aria-hidden="true"
    />
  )
}
