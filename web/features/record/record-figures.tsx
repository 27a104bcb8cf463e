// The figures of a record: the yearly result with its range, the worst and the best position, and hits with
// averages.
import type { ReactNode } from 'react'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { percentOf, pointsOf } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { RangeBar } from '#web/ui/range-bar.tsx'
import { counted, firstLine, rangeText, shareOf, tooEarly, toneOf } from './format.ts'
import type { Shown } from './record-filter.ts'

/**
 * Only counts below five positions. A record that is too short has no yearly result, which would be luck
 * alone.
 */
export function RecordFigures({ record }: { record: PersonRecord }) {
  const { perPosition, paper, positions, daysOnRecord, signals } = record
  const early = tooEarly(record)
  const signalsAt = (shown: Shown) => `${paths.record(record.username)}?show=${shown}`
  return (
    <>
      {early !== null && <p className="pt-2 pb-1 font-medium">{early}</p>}
      {/* Cuts off the lines below the last row, but not the focus rings of the first column. */}
      <div className="@container -mx-1.5 overflow-hidden px-1.5">
        <dl
          className={classes(
            '-mb-px grid grid-cols-[minmax(0,1fr)] @min-[18rem]:grid-cols-2',
            early === null && '@min-[34rem]:grid-cols-4',
          )}
        >
          {early === null && paper && <YearlyResult paper={paper} signals={signalsAt('all')} />}
          {early === null && perPosition && paper && (
            <>
              <Figure
                name="Worst position"
                rule="ahead-of-spy"
                signals={signalsAt('behind')}
                value={pointsOf(perPosition.worst)}
                tone={toneOf(perPosition.worst)}
                note="Against SPY, same days"
              />
              <Figure
                name="Deepest fall vs mix"
                rule="a-day"
                signals={signalsAt('all')}
                value={pointsOf(-Number(paper.drawdown))}
                tone={toneOf(-Number(paper.drawdown))}
                note={`In ${counted(paper.days, 'trading day')}`}
              />
              <Figure
                wide
                name="Ahead of SPY"
                rule="ahead-of-spy"
                signals={signalsAt('ahead')}
                value={`${formatCount(perPosition.wins)} of ${formatCount(perPosition.count)}`}
                note={winsText(perPosition)}
              />
              <Figure
                name="Average position"
                rule="ahead-of-spy"
                signals={signalsAt('all')}
                value={pointsOf(perPosition.meanExcess)}
                note={`Median ${pointsOf(perPosition.medianExcess)}`}
              />
            </>
          )}
          <Figure
            name="Days on record"
            rule="ranked"
            signals={signalsAt('all')}
            value={formatCount(daysOnRecord)}
            note={`${formatCount(positions.open)} open, ${formatCount(positions.closed)} closed`}
          />
          {early !== null && (
            <Figure
              name="Signals"
              rule="positions"
              signals={signalsAt('all')}
              value={formatCount(signals.posted)}
              note={signalsText(signals)}
            />
          )}
        </dl>
      </div>
    </>
  )
}

type YearlyResultProps = { paper: NonNullable<PersonRecord['paper']>; signals: string }

function YearlyResult({ paper, signals }: YearlyResultProps) {
  return (
    <Figure
      wide
      name="A year vs its SPY–QQQ mix"
      rule="a-year"
      signals={signals}
      value={percentOf(paper.mean)}
      tone={Number(paper.low) > 0 ? 'text-brand' : ''}
      note={`Luck alone could make it ${percentOf(paper.low)} to ${percentOf(paper.high)}`}
    >
      <RangeBar
        low={Number(paper.low)}
        middle={Number(paper.mean)}
        high={Number(paper.high)}
        label={rangeText(paper)}
      />
    </Figure>
  )
}

type FigureProps = {
  name: string
  /** The figure's rule on the method page, and the address of its signals. */
  rule: string
  signals: string
  value: string
  note: string
  tone?: string
  /** Two columns wide. */
  wide?: boolean
  children?: ReactNode
}

const Figure = ({ name, rule, signals, value, note, tone = '', wide = false, children }: FigureProps) => (
  <div
    className={classes(
      'grid content-start gap-0.5 border-b border-line py-3 pr-3 tabular-nums',
      wide && '@min-[18rem]:col-span-2',
    )}
  >
    <dt className="text-small text-ink-3">
      <a
        href={`${paths.method}?rule=${rule}`}
        className="inline-block min-h-6 rounded-badge underline decoration-line-strong decoration-dotted underline-offset-[0.2em] hover:decoration-solid"
      >
        {name}
      </a>
    </dt>
    <dd className={classes('text-title font-strong', tone)}>
      <a
        href={signals}
        className="inline-block min-w-6 rounded-badge underline-offset-[0.2em] hover:underline"
      >
        {value}
      </a>
    </dd>
    <dd className="text-small text-pretty text-ink-2">{note}</dd>
    {children !== undefined && <dd className="pt-1 pr-2">{children}</dd>}
  </div>
)

function winsText({ averageWin, averageLoss, hitLow, hitHigh }: NonNullable<PersonRecord['perPosition']>) {
  const averages = [
    averageWin === null ? null : `average win ${pointsOf(averageWin)}`,
    averageLoss === null ? null : `average loss ${pointsOf(averageLoss)}`,
  ].filter((text) => text !== null)
  const [first = '', ...rest] = averages
  const sentence = [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(', ')
  return `${sentence}. Share ahead ${shareOf(hitLow)} to ${shareOf(hitHigh)}`
}

function signalsText({ comments, unscored, pending, sealed }: PersonRecord['signals']) {
  const parts = [
    pending > 0 ? `${formatCount(pending)} pending` : null,
    comments > 0 ? counted(comments, 'comment') : null,
    unscored > 0 ? `${formatCount(unscored)} not scored` : null,
    sealed > 0 ? `${formatCount(sealed)} premium, counted later` : null,
  ].filter((text) => text !== null)
  return parts.length === 0 ? 'All scored' : parts.join(', ')
}

/** How well the stated confidence of the author fits the results. */
export const Calibration = ({ brier, count }: NonNullable<PersonRecord['calibration']>) => (
  <Card as="section" aria-labelledby="calibration" className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h2 id="calibration" className="text-title font-strong">
      Confidence
    </h2>
    <p className="text-label text-ink-2 tabular-nums">
      <strong className="font-strong text-ink">{Number(brier).toFixed(3)}</strong> Brier score of{' '}
      {formatCount(count)} closed positions with a stated confidence
    </p>
    <p className="text-small text-pretty text-ink-3">
      It compares how sure the author was with whether the position ended ahead of SPY. 0.25 is what 50% on
      everything gives; lower is better.
    </p>
  </Card>
)

const LINK =
  'rounded-badge underline decoration-line-strong decoration-dotted underline-offset-[0.2em] hover:decoration-solid'

/** The number of positions and of signals, each with a link to its list or its rule. */
export function FirstLine({ record }: { record: PersonRecord }) {
  const [, positions, signals, rest] = /^(.+?) from (.+? signals?)(.*)$/.exec(firstLine(record)) ?? []
  return (
    <>
      <a href={`${paths.method}?rule=positions`} className={LINK}>
        {positions}
      </a>{' '}
      from{' '}
      <a href={`${paths.record(record.username)}?show=all`} className={LINK}>
        {signals}
      </a>
      {rest}
    </>
  )
}
