// The head of a portfolio's figures: the return with its source in one line, and the other return where they disagree.
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { directionOf } from '#shared/rules/percent.ts'
import { returnsDisagree } from '#shared/rules/performance.ts'
import { classes } from '#web/ui/classes.ts'
import { drawn } from './portfolio-words.ts'
import { TrustBadge } from './trust-badge.tsx'

const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }

export type ReturnHeadProps = {
  /** A signed percent string. */
  value: string
  /** Null where there is no portfolio. */
  picture: PerformanceSummary | null
  /** Since when the return is. */
  note: string
}

export function ReturnHead({ value, picture, note }: ReturnHeadProps) {
  const other = picture?.moneyWeighted ?? null
  return (
    <>
      <div className="flex items-center gap-x-4 max-tight:flex-wrap">
        <p
          className={classes(
            'text-display font-strong tabular-nums',
            picture ? FIGURE[directionOf(value)] : 'text-ink-3',
          )}
        >
          {drawn(value)}
        </p>
        {picture && <TrustBadge {...picture} />}
      </div>
      <p className="text-small text-ink-2">{note}</p>
      {picture && other !== null && returnsDisagree(picture.performance, other) && (
        <p className="text-small text-pretty text-ink-2">
          <span className="text-lead font-strong text-ink tabular-nums">{drawn(other)}</span> money-weighted:
          what the money itself returned, with the size and day of each deposit
        </p>
      )}
    </>
  )
}
