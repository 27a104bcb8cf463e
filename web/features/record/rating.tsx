// The headline of a record: its lead over the market with the range that luck makes likely, and the same after the price.
import { useState } from 'react'
import type { Rating } from '#shared/contracts/ratings.ts'
import { TRADES_MIN } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { aheadText, leadFigure, leadText, likelyText } from '#shared/rules/rating-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/field.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { RangeBar } from '#web/ui/range-bar.tsx'
import { useAmount } from './amount.ts'
import { afterPrice, capitalText, costOf, readCapital } from '#shared/rules/follower-cost.ts'
import { stillMissing, toneOf } from './format.ts'
import { labelText } from '#shared/rules/rating-label.ts'

type Figures = NonNullable<Rating['figures']>

/** "Likely skill", "Could be luck", "Not rated yet: 10 of 20 trades", "Ended in March 2027". */
export function RatingLabel({ rating }: { rating: Rating | null }) {
  const isRated = rating?.isRated && rating.endedOn === null
  return (
    <Badge tone={!isRated ? 'outline' : rating.isLikelySkill ? 'brand' : 'neutral'}>
      {labelText(rating)}
    </Badge>
  )
}

type LeadProps = { rating: Rating | null; priceInCents: number | null; small?: boolean }

/** Without a rating there is no figure, only the progress toward one. */
export function Lead({ rating, priceInCents, small = false }: LeadProps) {
  if (!rating?.isRated || !rating.figures) return <WayToARating rating={rating} />
  return (
    <div className="@container tabular-nums">
      <div
        className={classes(
          'grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4',
          priceInCents !== null && '@min-[22rem]:grid-cols-2',
        )}
      >
        <Before figures={rating.figures} small={small} />
        {priceInCents !== null && (
          <After figures={rating.figures} priceInCents={priceInCents} small={small} />
        )}
      </div>
    </div>
  )
}

const FIGURE = 'text-display font-strong'

const Before = ({ figures, small }: { figures: Figures; small: boolean }) => (
  <div className="grid content-start gap-0.5">
    <p className={classes(small ? 'text-heading font-strong' : FIGURE, toneOf(figures.mean))}>
      {leadFigure(figures)}
    </p>
    <p className="text-label font-medium text-pretty">{aheadText(figures)}</p>
    <p className="text-small text-ink-2 first-letter:uppercase">{likelyText(figures)}</p>
    {!small && (
      <>
        <RangeBar
          low={Number(figures.low)}
          middle={Number(figures.mean)}
          high={Number(figures.high)}
          label={leadText(figures)}
        />
        {/* Zero is in the middle of the axis. */}
        <span aria-hidden="true" className="text-center text-caption text-ink-3">
          Market
        </span>
      </>
    )}
  </div>
)

type AfterProps = { figures: Figures; priceInCents: number; small: boolean }

function After({ figures, priceInCents, small }: AfterProps) {
  const [amount, setAmount] = useAmount()
  const [typed, setTyped] = useState<string>()
  const { mean, low, high } = afterPrice(figures, costOf(figures, priceInCents, amount))
  const problem = typed === undefined ? undefined : readCapital(typed).problem
  return (
    <div className="grid content-start gap-0.5 @min-[22rem]:border-l @min-[22rem]:border-line @min-[22rem]:pl-6">
      <p className={classes(small ? 'text-heading font-strong' : FIGURE, toneOf(mean))}>{percentOf(mean)}</p>
      <p className="text-label font-medium text-pretty">after paying {price(priceInCents)} a month</p>
      <p className="text-small text-ink-2 first-letter:uppercase">{likelyText({ low, high })}</p>
      <p className="text-small text-ink-2">
        On {price(amount)}.{' '}
        <button
          type="button"
          data-needs-script
          aria-expanded={typed !== undefined}
          className="link min-h-6"
          onClick={() => setTyped(typed === undefined ? capitalText(amount) : undefined)}
        >
          {typed === undefined ? 'Change' : 'Done'}
        </button>
      </p>
      {typed !== undefined && (
        <Field label="Your amount" hint="Stays in this browser" error={problem}>
          <MoneyInput
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              const { cents } = readCapital(target.value)
              if (cents !== undefined) setAmount(cents)
            }}
          />
        </Field>
      )}
    </div>
  )
}

function WayToARating({ rating }: { rating: Rating | null }) {
  if (rating === null)
    return (
      <p className="text-small text-pretty text-ink-2">
        No figure yet. We rate records weekly once they have {TRADES_MIN} scored trades.
      </p>
    )
  const [first = { what: 'trades' as const, have: rating.trades, need: 20 }] = rating.missing
  const rest = stillMissing(rating).slice(1)
  return (
    <div className="grid gap-2 tabular-nums">
      <p className="text-label font-medium">{stillMissing(rating)[0] ?? 'Prices are missing'}</p>
      <Meter have={first.have} need={first.need} label={labelText(rating)} />
      <p className="text-small text-pretty text-ink-2">
        {rest.length > 0 && `Also ${rest.join(', ')}. `}No yearly figure yet. With so few trades, luck and
        skill look the same.
      </p>
    </div>
  )
}

const FUNDS = ['large US stocks', 'tech', 'small stocks', 'long bonds', 'gold', 'volatility', 'bitcoin']
/** A smaller part of the mix isn't named. */
const LEAST = 0.05

/** "A mix of index funds that moved like these trades: 0.9 large US stocks, 0.3 tech, the rest T-bills." */
export function marketText(slopes: readonly string[]): string {
  const [spy = 0, qqq = 0, iwm = 0, ...others] = slopes.map(Number)
  // QQQ and IWM are measured against SPY.
  const named = [spy - qqq - iwm, qqq, iwm, ...others]
    .map((slope, at) => ({ slope, name: FUNDS[at] ?? '' }))
    .filter(({ slope }) => Math.abs(slope) >= LEAST)
    .map(({ slope, name }) => `${slope.toFixed(1).replace('-', '−')} ${name}`)
  return named.length === 0
    ? 'T-bills: these trades moved like none of the index funds.'
    : `A mix of index funds that moved like these trades: ${named.join(', ')}, the rest T-bills.`
}
