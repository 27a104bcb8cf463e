// The record of a suggested person: the yearly result with its range, or how short the record still is.
import type { SuggestedUser } from '#shared/contracts/follows.ts'
import { dayText } from '#shared/rules/dates.ts'
import { countOf } from '#shared/rules/numbers.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { SIGNALS_MIN } from '#shared/rules/yearly-excess.ts'
import { classes } from '#web/ui/classes.ts'
import { RangeBar } from '#web/ui/range-bar.tsx'

type Record = NonNullable<SuggestedUser['record']>

export function PersonRecord({ record }: { record: Record }) {
  const { positions, signals, since, result, sample } = record
  if (!result)
    return (
      <p className="text-pretty text-ink-2 tabular-nums">
        Too early to say:{' '}
        {signals < SIGNALS_MIN ? `${signals} of ${SIGNALS_MIN} signals` : `since ${dayText(since)}`}
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
          a year vs its mix
        </span>
        <span>{range}</span>
      </p>
      <RangeBar {...{ low, middle, high }} label={`Range ${range}`} />
      <p>
        {countOf(positions, 'position')} · worst {percentOf(result.worst).replace('%', ' pts')}
        {sample && (
          <>
            {' '}
            · <span>Sample data</span>
          </>
        )}
      </p>
    </div>
  )
}
