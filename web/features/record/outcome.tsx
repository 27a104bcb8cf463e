// The content of a signal's outcome line: the state of its trade, in words and figures.
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedOutcome } from '#shared/contracts/outcomes.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import { dayText } from '#shared/rules/dates.ts'
import { useNowSelector } from '#web/lib/now.ts'
import { paths } from '#web/paths.ts'
import { OutcomeLine } from '#web/ui/outcome-line.tsx'
import { classes } from '#web/ui/classes.ts'
import { OUTCOME_BOX, OUTCOME_FRAME, OutcomeSpace } from '#web/ui/outcome-space.tsx'
import { useOutcome, useRetryOutcomes } from './outcome-queries.ts'
import { closeText, figureOf, positionText, reasonText, stateText } from './outcome-text.ts'

/** The outcome as a line of a signal's card. A comment has none, because it isn’t a trade. */
export const CardOutcome = ({ signal: { id, signalType } }: { signal: Signal }) =>
  signalType === 'comment' ? null : <Outcome signalId={id} />

/** Most outcomes come with the list of signals. For a signal without one, space is reserved while it loads. */
export function Outcome({ signalId }: { signalId: string }) {
  const { data: outcome, isError } = useOutcome(signalId)
  if (outcome === undefined) return isError ? <NotLoaded /> : <OutcomeSpace />
  return outcome && <ShownOutcome outcome={outcome} />
}

export const ShownOutcome = ({ outcome }: { outcome: ListedOutcome }) => (
  <OutcomeLine
    state={outcome.status}
    label={stateText(outcome)}
    about={<About outcome={outcome} />}
    figure={figureOf(outcome)}
  />
)

/** As high as the reserved space, so that nothing moves. The outcome is also refetched automatically. */
function NotLoaded() {
  const retry = useRetryOutcomes()
  return (
    <div className={OUTCOME_FRAME}>
      <p className={classes(OUTCOME_BOX, 'text-ink-2')}>
        Couldn’t load how it did.{' '}
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      </p>
    </div>
  )
}

function About({ outcome }: { outcome: ListedOutcome }): ReactNode {
  const { status, reason, parts, entersOn, opensBy } = outcome
  if (status === 'unscored') return reasonText(reason)
  if (status === 'sealed') return <Sealed opensBy={opensBy} />
  if (status === 'linked') return <Links parts={parts} />
  if (status === 'pending') return <Waiting parts={parts} entersOn={entersOn} />
  return <Position text={positionText(outcome)} />
}

/** Short on phones, which have room for two rows; the card above already says that the signal is for subscribers. */
function Sealed({ opensBy }: Pick<ListedOutcome, 'opensBy'>) {
  if (opensBy === null) return 'Counts in the record once it’s public.'
  const day = dayText(opensBy)
  return (
    <>
      <span className="@max-[26rem]:hidden">
        For subscribers only until {day}. Counts in the record after that.
      </span>
      <span className="hidden @max-[26rem]:inline">Counts in the record after {day}.</span>
    </>
  )
}

/** "Entry at today’s close, …", or "Closes the earlier buy at today’s close, …". */
function Waiting({ parts, entersOn }: Pick<ListedOutcome, 'parts' | 'entersOn'>) {
  const close = useNowSelector((nowMs) => (entersOn === null ? 'the next close' : closeText(entersOn, nowMs)))
  const isLinked = parts.length > 0 && parts.every(({ does }) => does === 'adds' || does === 'closes')
  if (!isLinked) return `Entry at ${close}`
  return (
    <>
      {parts.some(({ does }) => does === 'closes') ? 'Closes ' : 'Adds to '}
      <Links parts={parts} /> at {close}
    </>
  )
}

/** Shows the word "trading" only where there is room. The arrow is an icon, because not every font has one. */
function Position({ text }: { text: string }) {
  const [before = '', after] = text.split('trading ')
  const [entry, last] = before.split(' → ')
  return (
    <>
      {entry}
      {last !== undefined && (
        <>
          <ArrowRight aria-hidden="true" className="mx-0.5 inline-block size-3.5 align-[-0.15em]" />
          <span className="sr-only"> to </span>
          {last}
        </>
      )}
      {after !== undefined && <span className="@max-[38rem]:hidden">trading </span>}
      {after}
    </>
  )
}

/** "the earlier buy"; with several tickers, each with its own link. */
function Links({ parts }: Pick<ListedOutcome, 'parts'>) {
  const linked = parts.filter(({ does }) => does === 'adds' || does === 'closes')
  return linked.map(({ ticker, does, side, of }, place) => {
    // A trade that closes a position is its opposite.
    const isBuy = (side === 1) === (does === 'adds')
    const name = `the earlier ${isBuy ? 'buy' : 'sell'}${linked.length > 1 ? ` of $${ticker}` : ''}`
    return (
      <span key={ticker}>
        {place > 0 && ', '}
        {of === null ? (
          name
        ) : (
          <a href={paths.signal(of)} className="link">
            {name}
          </a>
        )}
      </span>
    )
  })
}
