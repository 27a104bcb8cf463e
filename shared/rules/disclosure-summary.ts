// What an author answered about holding and payment, for all calls of a list. Separate from disclosure-text.ts, which
// the feed loads.
import { type Answered, disclosureText, holdsAnswer, paidAnswer } from './disclosure-text.ts'

/** In one or more sentences; undefined without a buy or a sell. */
export function disclosureSummary(
  name: string,
  ticker: string,
  statements: readonly Answered[],
): string | undefined {
  const calls = statements.filter(({ signalType }) => signalType !== 'comment')
  const first = calls[0]
  if (!first) return undefined
  const answers = calls.map((call) => ({ holds: holdsAnswer(call), paid: paidAnswer(call) }))
  const number = (is: (answer: (typeof answers)[number]) => boolean) => answers.filter(is).length
  const all = calls.length
  const isSame = (key: 'holds' | 'paid') => answers.every((answer) => answer[key] === answers[0]?.[key])
  if (all === 1 || (isSame('holds') && isSame('paid') && answers[0]?.paid !== 'yes')) {
    const text = disclosureText(name, { ...first, tickers: [ticker] })
    const at = all === 1 ? 'At the one trade signal' : `At each of these ${all} trade signals`
    return text && `${at}, ${text.replace('to post this', 'to post')}.`
  }
  const [yes, no, unsaid, unasked, paid] = [
    number(({ holds }) => holds === 'yes'),
    number(({ holds }) => holds === 'no'),
    number(({ holds }) => holds === 'unsaid'),
    number((answer) => answer.holds === 'unasked' || answer.paid === 'unasked'),
    number((answer) => answer.paid === 'yes'),
  ]
  const held = [
    yes > 0 && `held $${ticker} at ${yes}`,
    no > 0 && `held none at ${no}`,
    unsaid > 0 && `prefers not to say at ${unsaid}`,
  ].filter(Boolean)
  return [
    held.length > 0 && `Of ${all} trade signals, ${name} ${held.join(', ')}.`,
    paid > 0
      ? `Paid to post: ${paid} of ${all}.`
      : unasked === 0 && `${name} wasn’t paid to post any of them.`,
    unasked > 0 && `Both questions were asked at ${all - unasked} of ${all}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
