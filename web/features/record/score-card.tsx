// The score on a signal's page: its return at set times, the calculation, and its place in the public
// log.
import { Check, Download } from 'lucide-react'
import type { SignalScore } from '#shared/contracts/scores.ts'
import { dayText } from '#shared/rules/dates.ts'
import { directionOf, percentOf, signedPercent } from '#shared/rules/percent.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Table } from '#web/ui/table.tsx'
import { HowCalculated } from './how-calculated.tsx'
import { daysText } from './outcome-text.ts'
import { dueMarks, scoreMarks } from './score-marks.ts'

export function ScoreCards({ score }: { score: SignalScore }) {
  return (
    <>
      <Horizons score={score} />
      <HowCalculated score={score} />
      <InTheLog score={score} />
    </>
  )
}

const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: '' }

/** Empty before the first close after the entry. */
function Horizons({ score }: { score: SignalScore }) {
  const marks = scoreMarks(score)
  const isShort = score.parts.some(({ side }) => side === -1)
  const due = dueMarks(score).map(({ name, inDays }) => ({
    key: name,
    cells: [<Mark key="name" name={name} note={`Due in ${daysText(inDays)}`} />, '', '', ''],
  }))
  if (marks.length === 0) return null
  return (
    <Card as="section" aria-labelledby="horizons" className="grid grid-cols-[minmax(0,1fr)] gap-2 p-0! pb-2!">
      <CardHead className="pb-0">
        <h2 id="horizons" className="text-title font-strong">
          At set times
        </h2>
        <p className="text-small text-ink-2">The same for every signal</p>
      </CardHead>
      {/* Padded, because it would clip the focus ring of the table. */}
      <div className="px-2.5 md:px-4.5">
        <Table
          className="px-1.5"
          caption="The signal’s return at set times"
          heads={['After', isShort ? 'Short' : 'Buy', isShort ? 'Shorting SPY' : 'SPY', 'Ahead']}
          rows={marks
            .map(({ name, day, own, benchmark }) => ({
              key: name,
              cells: [
                <Mark key="name" name={name} note={dayText(day)} />,
                <Colored key="own" ratio={own} text={percentOf(String(own))} />,
                percentOf(isShort ? -benchmark : benchmark),
                <Ahead key="ahead" own={own} market={isShort ? -benchmark : benchmark} />,
              ],
            }))
            // The last mark is the result now.
            .toSpliced(-1, 0, ...due)}
        />
      </div>
    </Card>
  )
}

const Mark = ({ name, note }: { name: string; note: string }) => (
  <span className="grid">
    <span className="font-medium">{name}</span>
    <span className="text-small whitespace-normal text-ink-3">{note}</span>
  </span>
)

const Colored = ({ ratio, text }: { ratio: number; text: string }) => (
  <span className={classes('font-medium', FIGURE[directionOf(signedPercent(ratio))])}>{text}</span>
)

function Ahead({ own, market }: { own: number; market: number }) {
  const text = printedDifference(String(own), String(market))
  return <Colored ratio={Number(text.replace('−', '-').replace(' pts', '')) / 100} text={text} />
}

/** Empty until the signal is in the log. */
export function InTheLog({ score: { signalId, logIndex: index } }: { score: SignalScore }) {
  if (index === null) return null
  return (
    <Card as="section" aria-labelledby="in-the-log" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="in-the-log" className="text-title font-strong">
        Public log no. {index.toLocaleString('en-US')}
      </h2>
      <p className="text-label text-pretty text-ink-2">
        This signal has an entry in a public log that only grows. If anyone, including us, changed it, the
        check would fail.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="outline" size="sm" icon={Check}>
          <a href={paths.verifySignal(signalId)}>Verify</a>
        </Button>
        <Button asChild variant="ghost" size="sm" icon={Download}>
          <a href={`/log/proofs/${index}.tlog-proof`} download>
            Download proof
          </a>
        </Button>
      </div>
    </Card>
  )
}
