// One record of a person, that of public or of subscriber trades: label, headline, the facts of its trades, details.
import type { ReactNode } from 'react'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDistance } from '#shared/rules/printed-difference.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { type Book, booksOf, bookText, counted, monthText, shareOf, shownFigures, toneOf } from './format.ts'
import { Lead, marketText, RatingLabel } from './rating.tsx'
import { TradeFacts } from './trade-facts.tsx'

type RecordCardsProps = {
  record: PersonRecord
  /** `badge` is beside the heading of the public record, `foot` below its figures. */
  badge?: ReactNode
  foot?: ReactNode
}

/** A card for each record, with its heading. */
export function RecordCards({ record, badge, foot }: RecordCardsProps) {
  const books = booksOf(record)
  return books.map((one) => (
    <Card
      as="section"
      key={one.book}
      aria-labelledby={`record-${one.book}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={`record-${one.book}`} className="text-title font-strong">
          {books.length === 1 ? 'The record' : bookText(one)}
        </h2>
        <div className="flex flex-wrap gap-2">
          {one.book === 'open' && badge}
          <RatingLabel rating={one.rating} />
        </div>
      </div>
      {one.book === 'sealed' && <SealedNote record={record} book={one} />}
      <Lead rating={one.rating} priceInCents={record.priceInCents} />
      <TradeFacts record={record} book={one} />
      <Details record={record} book={one} />
      {one.book === 'open' && foot}
    </Card>
  ))
}

/** How recent the trades for subscribers are for this viewer. */
function SealedNote({ record, book: { rating } }: { record: PersonRecord; book: Book }) {
  const isEarly = rating?.isEarly || (record.premium.latest !== null && record.premium.sealedFrom === null)
  const text = isEarly
    ? 'You see this 91 days early.'
    : `${rating === null ? '' : `As of ${dayText(rating.asOf)}. `}Trades for subscribers are shown after 91 days.`
  return <p className="text-small text-pretty text-ink-2">{text}</p>
}

/** The statistical details, which nobody needs in order to understand the headline. */
function Details({ record, book: { rating, results } }: { record: PersonRecord; book: Book }) {
  const figures = rating && shownFigures(rating)
  if (!figures) return null
  const days = `${counted(figures.weeks, 'week')}, ${counted(figures.days, 'exchange day')}`
  return (
    <div className="border-t border-line pt-1">
      <Disclosure label="Details">
        <div className="grid gap-4 pb-2">
          {rating.isLikelySkill && (
            <p className="text-small text-pretty text-ink-2">
              Luck alone would do this well less than 1 time in 100. It also beats simulated monkeys that
              traded on the same days with random tickers of similar risk, and it holds among all records ever
              started. About one such label in ten may still be luck.
            </p>
          )}
          <PriceBreakdown
            items={[
              { label: 'The market', value: marketText(figures.slopes) },
              {
                label: figures.yearly ? 'Average a year' : 'In this time',
                value: `${percentOf(figures.mean)}, 90% range ${percentOf(figures.low)} to ${percentOf(figures.high)}`,
              },
              {
                label: 'Chance of this lead by luck alone',
                value: `${(Number(figures.p) * 100).toFixed(2)}%`,
              },
              ...(rating.monkeys
                ? [
                    {
                      label: 'Monkeys with random tickers of similar risk',
                      value: `Ahead of ${rating.monkeys.beaten} of ${rating.monkeys.count} on ${dayText(rating.monkeys.day)}`,
                    },
                  ]
                : []),
              { label: 't, degrees of freedom', value: `${figures.t.replace('-', '−')}, ${figures.df}` },
              { label: 'Measured over', value: `${days} to ${dayText(rating.asOf)}` },
              { label: 'Largest drop of the paper portfolio', value: percentOf(-Number(figures.drawdown)) },
              ...(results
                ? [
                    {
                      label: 'True win rate',
                      value: `Likely ${shareOf(results.hitLow)} to ${shareOf(results.hitHigh)}`,
                    },
                  ]
                : []),
              {
                label: 'Method',
                value: (
                  <TextLink href={`${paths.method}?rule=formulas`}>Method {record.method}, formulas</TextLink>
                ),
              },
            ]}
          />
        </div>
      </Disclosure>
    </div>
  )
}

/** How well the stated confidence of the author fits the results. */
export const Calibration = ({ brier, count }: NonNullable<PersonRecord['calibration']>) => (
  <Card as="section" aria-labelledby="calibration" className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h2 id="calibration" className="text-title font-strong">
      Confidence
    </h2>
    <p className="text-label text-ink-2 tabular-nums">
      <strong className="font-strong text-ink">{Number(brier).toFixed(3)}</strong> Brier score of{' '}
      {formatCount(count)} closed trades with a stated confidence
    </p>
    <p className="text-small text-pretty text-ink-3">
      It compares how sure the author was with whether the trade ended ahead of SPY. 0.25 is what 50% on
      everything gives; lower is better.
    </p>
  </Card>
)

/** "−3.1 pts · $LRCX, Sep 2026": the worst trade in a line. */
export function WorstTrade({ worst }: { worst: NonNullable<Book['results']>['worst'] }) {
  return (
    <>
      <span className={toneOf(worst.excess)}>{printedDistance(worst)}</span> · ${worst.ticker},{' '}
      {monthText(worst.day)}
    </>
  )
}
