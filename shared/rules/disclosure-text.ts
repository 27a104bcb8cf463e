// What an author answered when asked whether they hold what they post about and whether they were paid.
import type { Signal } from '../contracts/signals.ts'

export type Answered = Pick<Signal, 'signalType' | 'tickers' | 'details' | 'repliesFrom'>

/** `unasked`: from before authors were asked, or a comment, for which authors aren't asked. */
export const holdsAnswer = ({ details }: Pick<Answered, 'details'>): 'yes' | 'no' | 'unsaid' | 'unasked' =>
  details?.holds ?? 'unasked'

/**
 * Before authors chose who may reply, "paid" was a box that few looked at, so an empty one isn't an answer. A signal
 * that the API posted without an answer about the holding wasn't asked about the payment either.
 */
export const paidAnswer = ({
  details,
  repliesFrom,
}: Pick<Answered, 'details' | 'repliesFrom'>): 'yes' | 'no' | 'unasked' =>
  details?.promotion ? 'yes' : details?.holds !== undefined && repliesFrom ? 'no' : 'unasked'

/** "Maya held no $INTC and wasn’t paid to post this"; undefined if nothing was answered. `name`: the author's. */
export function disclosureText(name: string, signal: Answered): string | undefined {
  if (signal.signalType === 'comment') return undefined
  const [holds, paid] = [holdsAnswer(signal), paidAnswer(signal)]
  const parts = [holdsText(holds, signal.tickers ?? []), paidText(paid, signal.details?.paidBy)].filter(
    Boolean,
  )
  return parts.length === 0 ? undefined : `${name} ${parts.join(holds === 'unsaid' ? ', and ' : ' and ')}`
}

function holdsText(answer: ReturnType<typeof holdsAnswer>, tickers: readonly string[]): string {
  const [first] = tickers
  const what = first === undefined ? 'this' : tickers.length === 1 ? `$${first}` : 'these'
  if (answer === 'yes') return `held ${what}`
  if (answer === 'unsaid') return `prefers not to say whether they held ${what}`
  if (answer === 'unasked') return ''
  return first === undefined
    ? 'didn’t hold this'
    : tickers.length === 1
      ? `held no ${what}`
      : 'held none of these'
}

function paidText(answer: ReturnType<typeof paidAnswer>, paidBy: string | undefined): string {
  if (answer === 'unasked') return ''
  if (answer === 'no') return 'wasn’t paid to post this'
  return paidBy === undefined ? 'was paid to post this' : `was paid by ${paidBy} to post this`
}
