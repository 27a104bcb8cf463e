// What a record's trades did against SPY, in four facts, each with a link to its trades or its rule.
import type { ReactNode } from 'react'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import type { TradeResults } from '#shared/contracts/ratings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { percentOf, pointsOf } from '#shared/rules/percent.ts'
import { printedDistance } from '#shared/rules/printed-difference.ts'
import { paths } from '#web/paths.ts'
import { type Book, counted, monthText, shownFigures, toneOf } from './format.ts'
import type { Shown } from './record-filter.ts'

/** No results below five trades, which would reveal sealed ones. */
export function TradeFacts({
  record,
  book: { book, rating, results },
}: {
  record: PersonRecord
  book: Book
}) {
  const drop = rating && shownFigures(rating)?.drawdown
  const { username, daysOnRecord, positions } = record
  const since = !drop && book === 'open' ? record.since : null
  if (!results && since === null) return null
  const signalsAt = (shown: Shown) => `${paths.record(username)}?show=${shown}`
  return (
    <div className="@container border-t border-line pt-4">
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-4 tabular-nums @min-[18rem]:grid-cols-2 @min-[34rem]:grid-cols-4">
        {results && (
          <>
            <Fact
              name="Worst trade"
              value={printedDistance(results.worst)}
              href={signalsAt('worst')}
              tone={toneOf(results.worst.excess)}
              note={`$${results.worst.ticker}, ${monthText(results.worst.day)}`}
            />
            {drop && (
              <Fact
                name="Largest drop"
                value={percentOf(-Number(drop))}
                href={`${paths.method}?rule=a-day`}
                tone={toneOf(-Number(drop))}
                note="Of the paper portfolio"
              />
            )}
            <Fact
              name="Ahead of SPY"
              value={`${formatCount(results.wins)} of ${formatCount(results.count)}`}
              href={signalsAt('ahead')}
              note={winsText(results)}
            />
            <Fact
              name="Average trade"
              value={pointsOf(results.meanExcess)}
              href={signalsAt('all')}
              note={`Median ${pointsOf(results.medianExcess)}`}
            />
          </>
        )}
        {since !== null && (
          <Fact
            name="First signal"
            value={dayText(since)}
            href={`${paths.method}?rule=rated`}
            note={`${counted(daysOnRecord, 'day')} on record, ${formatCount(positions.open)} open now`}
          />
        )}
      </dl>
    </div>
  )
}

type FactProps = { name: string; value: ReactNode; href: string; note: string; tone?: string }

const Fact = ({ name, value, href, note, tone = '' }: FactProps) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-small text-ink-3">{name}</dt>
    <dd className={`text-title font-strong ${tone}`}>
      <a
        href={href}
        className="inline-block min-h-6 min-w-6 rounded-badge underline-offset-[0.2em] hover:underline"
      >
        {value}
      </a>
    </dd>
    <dd className="text-small text-pretty text-ink-2">{note}</dd>
  </div>
)

/** "Wins +3.8, losses −1.2 pts". */
function winsText({ averageWin, averageLoss }: TradeResults): string {
  const short = (ratio: string) => pointsOf(ratio).replace(' pts', '')
  if (averageWin === null) return `Losses ${pointsOf(averageLoss ?? 0)}`
  if (averageLoss === null) return `Wins ${pointsOf(averageWin)}`
  return `Wins ${short(averageWin)}, losses ${pointsOf(averageLoss)}`
}
