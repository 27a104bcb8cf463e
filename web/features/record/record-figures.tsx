// The figures of a record: the ratings of both books, the worst position, and hits with averages.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { percentOf, pointsOf } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { counted, firstLine, ratingsOf, shareOf, shownFigures, toneOf } from './format.ts'
import { Ratings } from './rating.tsx'
import type { Shown } from './record-filter.ts'

/** Only counts below five positions, and no results by position before a record is rated, which would be luck alone. */
export function RecordFigures({ record }: { record: PersonRecord }) {
  const { perPosition, positions, daysOnRecord, signals } = record
  const ratings = ratingsOf(record)
  const isRated = ratings.some((rating) => rating.isRated)
  const signalsAt = (shown: Shown) => `${paths.record(record.username)}?show=${shown}`
  const drops = ratings.flatMap((rating) => shownFigures(rating)?.drawdown ?? [])
  return (
    <>
      {ratings.length > 0 ? (
        <div className="pt-2 pb-1">
          <Ratings ratings={ratings} />
        </div>
      ) : (
        <p className="pt-2 pb-1 font-medium">Not rated yet: no whole week with a trade</p>
      )}
      {/* Cuts off the lines below the last row, but not the focus rings of the first column. */}
      <div className="@container -mx-1.5 overflow-hidden px-1.5">
        <dl
          className={classes(
            '-mb-px grid grid-cols-[minmax(0,1fr)] @min-[18rem]:grid-cols-2',
            isRated && '@min-[34rem]:grid-cols-4',
          )}
        >
          {isRated && perPosition && (
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
                name="Largest drop"
                rule="a-day"
                signals={signalsAt('all')}
                value={percentOf(-Math.max(0, ...drops.map(Number)))}
                tone={toneOf(-Math.max(0, ...drops.map(Number)))}
                note="Of the paper portfolio"
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
            rule="rated"
            signals={signalsAt('all')}
            value={formatCount(daysOnRecord)}
            note={`${formatCount(positions.open)} open, ${formatCount(positions.closed)} closed`}
          />
          {!isRated && (
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
}

const Figure = ({ name, rule, signals, value, note, tone = '', wide = false }: FigureProps) => (
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
