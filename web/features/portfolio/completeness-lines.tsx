// What a record lacks or was made from beside a broker's rows, in short lines; without any amount.
import type { Completeness } from '#shared/contracts/portfolio.ts'
import { dayText, rowsLeftOutText } from './portfolio-words.ts'

/** `isOwn`: whether its owner reads it. Nothing where the record is made of a broker's rows alone. */
export function CompletenessLines({ completeness, isOwn }: { completeness: Completeness; isOwn: boolean }) {
  const lines = linesOf(completeness, isOwn)
  if (lines.length === 0) return null
  return (
    <ul className="grid gap-0.5 text-small text-ink-2" aria-label="How complete this record is">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

export function linesOf({ rowsLeftOut, openingAdded, reconciledTo }: Completeness, isOwn: boolean): string[] {
  return [
    rowsLeftOut > 0 ? rowsLeftOutText(rowsLeftOut) : '',
    openingAdded ? `Opening positions added by ${isOwn ? 'you' : 'the owner'}` : '',
    reconciledTo === null ? '' : `Reconciled with the statement of ${dayText(reconciledTo)}`,
  ].filter((line) => line !== '')
}
