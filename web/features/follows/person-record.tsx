// The record of a suggested person: the lead over the market with its range, or how short the record still is.
import type { SuggestedUser } from '#shared/contracts/follows.ts'
import { dayText, timeText } from '#shared/rules/dates.ts'
import { countOf } from '#shared/rules/numbers.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { TRADES_MIN } from '#shared/limits.ts'
import { classes } from '#web/ui/classes.ts'
import { RangeBar } from '#web/ui/range-bar.tsx'

type Record = NonNullable<SuggestedUser['record']>

export function PersonRecord({ record }: { record: Record }) {
  const { positions, signals, since, result } = record
  if (!result)
    return (
      <p className="text-pretty text-ink-2 tabular-nums">
        Not rated yet:{' '}
        {signals < TRADES_MIN ? `${signals} of ${TRADES_MIN} trades` : `since ${dayText(since)}`}
      </p>
    )
  const [low, middle, high] = [Number(result.low), Number(result.mean), Number(result.high)]
  const range = `${percentOf(result.low)} to ${percentOf(result.high)}`
  return (
    <div className="grid gap-0.5 text-ink-2 tabular-nums">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span>
          <span className={classes('font-strong', low > 0 ? 'text-brand' : 'text-ink')}>
            {percentOf(result.mean)}
          </span>{' '}
          {timeText(result)} vs the market
        </span>
        <span>{range}</span>
      </p>
      <RangeBar
        {...{ low, middle, high }}
        label={`${percentOf(result.mean)} ${timeText(result)} vs the market, ${range}`}
      />
      <p>
        {countOf(positions, 'position')} · worst {percentOf(result.worst).replace('%', ' pts')}
      </p>
    </div>
  )
}
