// What a reader must know of the figures of a record before believing them; one short line each.
import type { Picture } from '#shared/contracts/portfolio.ts'
import { completenessNotes, counted, dayText } from './portfolio-words.ts'

/** `isOwn`: whether its owner reads it. */
export function RecordNotes({ picture, isOwn = false }: { picture: Picture; isOwn?: boolean }) {
  const notes = [...completenessNotes(picture.completeness, isOwn), ...notesOf(picture)]
  if (notes.length === 0) return null
  return (
    <ul className="grid gap-1.5 border-l-2 border-line pl-3 text-small text-pretty text-ink-2">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

function notesOf({ areFlowsAssumed, unpriced }: Picture): string[] {
  return [
    ...(areFlowsAssumed ? [FLOWS_ASSUMED] : []),
    ...(unpriced === null
      ? []
      : [
          `${counted(unpriced.holdings, 'holding')}, ${unpriced.weight} of the account: no price since ${dayText(unpriced.since)}, so the last known price is used.`,
        ]),
  ]
}

const FLOWS_ASSUMED =
  'Deposits and withdrawals assumed: the file records none, so each purchase counts as paid with new money.'
