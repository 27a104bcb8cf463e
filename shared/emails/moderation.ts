// Emails about decisions of moderators: to the author with the reasons, to reporters with the outcome.
import { PRODUCT_NAME } from '../product.ts'
import { longUtcDate } from '../rules/dates.ts'
import { action, facts as factList, paragraph, type Template } from './email.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The statement of reasons for the author (Art. 17 of the Digital Services Act). `subject`: such as "the signal “buy $NVDA” of
 * November 26, 2026 by theo". Times are ISO 8601.
 */
export const signalHidden: Template<{
  decisionId: string
  subject: string
  facts: string
  ground: 'law' | 'rule'
  reference: string
  decidedAt: string
  appealUntil: string
}> = ({ decisionId, subject, facts, ground, reference, decidedAt, appealUntil }, { publicUrl }) => {
  const until = longUtcDate(new Date(appealUntil))
  return {
    subject: `We hid the text of a signal of yours on ${PRODUCT_NAME}`,
    blocks: [
      paragraph(`A moderator decided about ${subject}.`),
      factList([
        ['Measure', 'The text is hidden. The call, its score and its entry in the public log stay.'],
        ['Where, how long', 'Everywhere, permanently'],
        ['Facts', facts],
        ['Ground', `${ground === 'law' ? 'The law' : 'Our rules'}: ${reference}`],
        ['Decided by', 'A moderator, after a report. Nothing was automatic.'],
        ['Date', longUtcDate(new Date(decidedAt))],
      ]),
      paragraph(
        `If you think we got it wrong, you can appeal until ${until}. Another moderator answers in words. You can also turn to an out-of-court dispute body or a court.`,
      ),
      action('Read and appeal', `${publicUrl}/appeal/${decisionId}`),
    ],
    reason: `You get this email because it’s about a signal that you posted on ${PRODUCT_NAME}.`,
  }
}

/** For a reporter. `facts`: what the moderator found. `reference`: the law or rule, null if nothing was done. */
export const reportDecided: Template<{
  subject: string
  measure: 'dismiss' | 'hide'
  facts: string
  reference: string | null
  reportedAt: string
}> = ({ subject, measure, facts, reference, reportedAt }) => ({
  subject: measure === 'hide' ? 'We hid what you reported' : 'We decided about your report',
  blocks: [
    paragraph(`On ${longUtcDate(new Date(reportedAt))} you reported ${subject}.`),
    paragraph(
      measure === 'hide'
        ? 'A moderator hid its text. The call stays, and is still scored.'
        : 'A moderator looked at it and left it as it is.',
    ),
    factList([['Why', facts], ...(reference === null ? [] : [['Ground', reference] as [string, string]])]),
    paragraph('Thank you for the report. The author isn’t told who reported it.'),
  ],
  reason: `You get this email because you reported something on ${PRODUCT_NAME}.`,
})

/** The answer to an appeal, for the author. */
export const appealAnswered: Template<{ subject: string; outcome: 'kept' | 'reversed'; answer: string }> = ({
  subject,
  outcome,
  answer,
}) => ({
  subject: outcome === 'kept' ? 'We answered your appeal' : 'Your appeal was right',
  blocks: [
    paragraph(
      outcome === 'kept'
        ? `You appealed our decision about ${subject}. The decision stays.`
        : `You appealed our decision about ${subject}. We reversed it, and the text is shown again.`,
    ),
    factList([['Answer', capital(answer)]]),
    ...(outcome === 'kept'
      ? [paragraph('You can also turn to an out-of-court dispute body or a court.')]
      : []),
  ],
  reason: `You get this email because you appealed a decision on ${PRODUCT_NAME}.`,
})
