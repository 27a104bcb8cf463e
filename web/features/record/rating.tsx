// The rating of a book: its lead over the market with the range that luck makes likely, and what that is worth.
import type { Rating } from '#shared/contracts/rankings.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { aheadText, leadText, likelyText } from '#shared/rules/rating-text.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { RangeBar } from '#web/ui/range-bar.tsx'
import { bookText, shownFigures, stateText } from './format.ts'

/** Both books have the same size wherever one is quoted. */
export function Ratings({ ratings, small = false }: { ratings: readonly Rating[]; small?: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {ratings.map((rating) => (
        <OneRating key={rating.book} rating={rating} small={small} />
      ))}
    </div>
  )
}

function OneRating({ rating, small }: { rating: Rating; small: boolean }) {
  const figures = shownFigures(rating)
  return (
    <section aria-label={bookText(rating)} className="grid gap-1 tabular-nums">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
        <a
          href={`${paths.method}?rule=two-records`}
          className="inline-block min-h-6 rounded-badge underline decoration-line-strong decoration-dotted underline-offset-[0.2em] hover:decoration-solid"
        >
          {bookText(rating)}
        </a>
        <Badge tone={rating.isLikelySkill ? 'brand' : 'neutral'}>{stateText(rating)}</Badge>
        {rating.isEarly && <span className="text-ink-3">You see this 91 days early</span>}
      </p>
      {figures && (
        <>
          <p className="text-pretty">
            <span
              className={classes(
                'font-strong',
                small ? 'text-body' : 'text-title',
                Number(figures.low) > 0 && 'text-brand',
              )}
            >
              {percentOf(figures.mean)}
            </span>{' '}
            {aheadText(figures)}, <span className="text-ink-2">{likelyText(figures)}</span>
          </p>
          <RangeBar
            low={Number(figures.low)}
            middle={Number(figures.mean)}
            high={Number(figures.high)}
            label={leadText(figures)}
          />
          {!small && <p className="text-small text-pretty text-ink-3">{marketText(figures.slopes)}</p>}
        </>
      )}
    </section>
  )
}

const FUNDS = ['large US stocks', 'tech', 'small stocks', 'long bonds', 'gold', 'volatility', 'bitcoin']
/** A smaller part of the mix isn't named. */
const LEAST = 0.05

/** "The market: a mix of index funds that moved like these trades: 0.9 large US stocks, 0.3 tech, the rest T-bills." */
export function marketText(slopes: readonly string[]): string {
  const [spy = 0, qqq = 0, iwm = 0, ...others] = slopes.map(Number)
  // QQQ and IWM are measured against SPY.
  const named = [spy - qqq - iwm, qqq, iwm, ...others]
    .map((slope, at) => ({ slope, name: FUNDS[at] ?? '' }))
    .filter(({ slope }) => Math.abs(slope) >= LEAST)
    .map(({ slope, name }) => `${slope.toFixed(1).replace('-', '−')} ${name}`)
  return named.length === 0
    ? 'The market: T-bills. These trades moved like none of the index funds.'
    : `The market: the index funds that moved most like these trades, ${named.join(', ')}, the rest T-bills.`
}
