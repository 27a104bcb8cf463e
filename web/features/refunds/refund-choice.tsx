// What to refund of a payment and the words for the payer, for creators and administrators.
import { REFUND_REASON_MAX, type RefundTerms } from '#shared/contracts/refunds.ts'
import { countOf } from '#shared/rules/numbers.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { Field } from '#web/ui/field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Textarea } from '#web/ui/text-input.tsx'

export type Decision = 'full' | 'unused' | 'none'

type RefundChoiceProps = {
  terms: RefundTerms
  options: readonly Decision[]
  decision: Decision
  onDecision: (decision: Decision) => void
  words: string
  onWords: (words: string) => void
  /** Whether the form was submitted without a text. */
  isMissing: boolean
}

const LABELS: Record<Decision, string> = { full: 'All of it', unused: 'Unused', none: 'Nothing' }

export function RefundChoice(props: RefundChoiceProps) {
  const { terms, options, decision, onDecision, words, onWords, isMissing } = props
  return (
    <>
      <SegmentedControl
        label="Refund"
        value={decision}
        onValueChange={onDecision}
        options={options.map((value) => ({ value, label: LABELS[value] }))}
      />
      <p className="text-pretty text-ink-2 tabular-nums" role="status">
        {consequence(terms, decision)}
      </p>
      <Field
        label="Reason"
        hint="The subscriber reads this in an email."
        error={isMissing && words.trim() === '' ? 'Give a reason' : undefined}
      >
        <Textarea
          value={words}
          maxLength={REFUND_REASON_MAX}
          onChange={(event) => onWords(event.target.value)}
        />
      </Field>
    </>
  )
}

/** What a decision refunds, and whether it ends the subscription. */
function consequence(terms: RefundTerms, decision: Decision): string {
  const { fullInCents, fullFromPayoutsInCents, unusedInCents, unusedFromPayoutsInCents } = terms
  if (decision === 'none') return 'They get your answer by email. The subscription continues.'
  if (decision === 'full')
    return `They get ${dollars(fullInCents)} back. ${dollars(fullFromPayoutsInCents)} of it comes from the payouts, the rest is our fee.`
  return `They get ${dollars(unusedInCents)} back for ${terms.unusedDays} of ${countOf(terms.periodDays, 'day')}, ${dollars(unusedFromPayoutsInCents)} of it from the payouts. The subscription ends now.`
}
