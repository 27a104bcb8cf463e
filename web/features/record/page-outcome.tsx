// Below the text of a signal on its own page: what the author held according to their broker, the signal's result or
// that a comment isn't scored, when its position ends, and its place in the log.
import type { HoldingFact, SignalScore } from '#shared/contracts/scores.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import { dayText } from '#shared/rules/dates.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Outcome } from './outcome.tsx'
import { useScore } from './queries.ts'

export function PageOutcome({ signal: { id } }: { signal: Signal }) {
  const { data: score } = useScore(id)
  const text = score && holdingText(score)
  return (
    <>
      {text && <p className="pt-2 text-small text-ink-2">{text}</p>}
      <Outcome signalId={id} />
      {/* Keeps its height while it loads. */}
      <p className="min-h-6.5 pt-1.5 text-small text-ink-2">{score && <EndAndLog score={score} />}</p>
    </>
  )
}

/** "Ends Feb 26, 2027 · Public log no. 1,204 · Verify". */
function EndAndLog({ score: { signalId, status, endsOn, logIndex } }: { score: SignalScore }) {
  return (
    <>
      {status === 'open' && endsOn !== null && `Ends ${dayText(endsOn)}`}
      {logIndex !== null && (
        <>
          {status === 'open' && endsOn !== null && ' · '}
          <span className="inline-block">
            Public log no. {logIndex.toLocaleString('en-US')} ·{' '}
            <TextLink href={paths.verifySignal(signalId)} aria-label="Verify this signal in the log">
              Verify
            </TextLink>
          </span>
        </>
      )}
    </>
  )
}

export const HOLDING_WORDS: Record<HoldingFact, string> = {
  held_before: 'held before posting',
  bought_same_day: 'bought on the day of posting',
  bought_after: 'bought after posting',
  none: 'no position',
}

/**
 * "Linked broker: held before posting"; with several tickers, "Linked broker: $NVDA held before posting, $AMD
 * no position".
 */
export function holdingText({ parts }: Pick<SignalScore, 'parts'>): string | undefined {
  const facts = parts.flatMap(({ ticker, holding }) => (holding ? [{ ticker, ...holding }] : []))
  const [first] = facts
  if (!first) return undefined
  const each = facts.map(({ ticker, fact }) =>
    parts.length > 1 ? `$${ticker}\u00a0${HOLDING_WORDS[fact]}` : HOLDING_WORDS[fact],
  )
  return `${first.isSample ? 'Sample broker' : 'Linked broker'}: ${each.join(', ')}`
}
