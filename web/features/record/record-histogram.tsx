// All trades of a record by their result against SPY, which shows what an average hides.
import type { TradeResults } from '#shared/contracts/ratings.ts'
import { useId } from 'react'
import { formatCount } from '#shared/rules/numbers.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { counted } from './format.ts'

type Histogram = NonNullable<TradeResults['histogram']>

/** "−10 to −8": the ends of a bar in points; the outer bars include everything beyond. */
export function barText({ step, counts }: Histogram, place: number): string {
  const points = (edge: number) => {
    const value = Math.round(Number(step) * 100) * (edge - counts.length / 2)
    return value === 0 ? '0' : value > 0 ? `+${value}` : `−${-value}`
  }
  if (place === 0) return `${points(1)} pts or worse`
  if (place === counts.length - 1) return `more than ${points(place)} pts`
  return `${points(place)} to ${points(place + 1)} pts`
}

type RecordHistogramProps = {
  username: string
  results: TradeResults
  /** "trades", "subscriber trades". */
  what: string
}

export function RecordHistogram({ username, results, what }: RecordHistogramProps) {
  const { count, histogram } = results
  const id = useId()
  if (!histogram) return null
  const { counts } = histogram
  const highest = Math.max(1, ...counts)
  const label = counts
    .flatMap((some, place) => (some > 0 ? [`${counted(some, 'trade')} ${barText(histogram, place)}`] : []))
    .join(', ')
  const edge = (place: number) => barText(histogram, place).split(' ')[0]
  return (
    <Card as="section" aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 id={id} className="text-title font-strong">
          How the {formatCount(count)} {what} turned out
        </h2>
        <p className="text-small text-ink-2">
          Result ahead of SPY, in points. Gray is behind.{' '}
          <TextLink href={`${paths.record(username)}?show=worst`}>The worst first</TextLink>
        </p>
      </div>
      <div role="img" aria-label={label} className="grid gap-1.5 tabular-nums">
        <div className="grid h-36 auto-cols-[minmax(0,1fr)] grid-flow-col gap-1 border-b border-line-strong md:h-44">
          {counts.map((some, place) => (
            <div key={place} className="flex flex-col justify-end gap-1 text-center text-caption text-ink-2">
              {some > 0 && (
                <>
                  <span>{some}</span>
                  <div
                    className={classes(
                      'rounded-t-[3px] forced-colors:bg-[CanvasText]',
                      place < counts.length / 2 ? 'bg-ink-3/45' : 'bg-brand/55',
                    )}
                    // At least 3 px, so that a single trade is visible among hundreds.
                    style={{ height: `max(3px, ${(80 * some) / highest}%)` }}
                  />
                </>
              )}
            </div>
          ))}
        </div>
        {/* Under the edges between bars, where each number is. */}
        <div className="relative h-5 text-caption text-ink-3">
          {[2, 4, 6, 8, 10].map((place) => (
            <span
              key={place}
              className="absolute -translate-x-1/2"
              style={{ left: `${(100 * place) / counts.length}%` }}
            >
              {place === counts.length / 2 ? 'SPY' : edge(place)}
            </span>
          ))}
        </div>
      </div>
    </Card>
  )
}
