// Describes a record in sentences: its source, what is missing from it, and its history.
import { PLAIN_FILE } from '#shared/contracts/portfolio.ts'
import type { Completeness, RecordEvent, RecordSource } from '#shared/contracts/track-record.ts'
import { utcDay, dayText } from '#shared/rules/dates.ts'
import { eventText, rowsLeftOutText } from '#shared/rules/doubts.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { counted } from '../format.ts'

/** "Record restarted Nov 22, 2026", newest first. */
export const eventTexts = (events: readonly RecordEvent[]): string[] => events.toReversed().map(eventText)

/**
 * What is missing from a record, and what was added to the broker’s rows, without amounts. `isOwn`: the
 * reader is its owner.
 */
export const completenessNotes = (
  { rowsLeftOut, openingAdded, openingCash, isMargin, reconciledTo }: Completeness,
  isOwn: boolean,
): string[] => [
  ...(rowsLeftOut > 0 ? [rowsLeftOutText(rowsLeftOut)] : []),
  ...(openingAdded ? [`Opening positions added by ${isOwn ? 'you' : 'the owner'}`] : []),
  ...(openingCash === 'assumed' ? ['Opening cash assumed'] : []),
  ...(openingCash === 'added' ? [`Opening cash added by ${isOwn ? 'you' : 'the owner'}`] : []),
  ...(isMargin ? [`Uses margin, according to ${isOwn ? 'you' : 'the owner'}`] : []),
  ...(reconciledTo === null ? [] : [`Reconciled with the statement of ${dayText(reconciledTo)}`]),
]

/** The source of the figures, as the end of a sentence. */
export function sourceText(trust: RecordSource): string {
  if (trust.isLinked) return linkedText(trust)
  return trust.kind === 'sample' ? `${fileText(trust)}, with sample prices` : fileText(trust)
}

function linkedText({ broker, accounts, brokers, at, until }: RecordSource): string {
  const isOne = accounts === 1
  const where = brokers === 1 ? broker : counted(brokers, 'broker')
  const since = `${isOne ? 'since' : 'the first since'} ${longDate(at)}`
  const linked = `from ${isOne ? 'an account' : counted(accounts, 'account')} linked at ${where}${isOne ? '' : ','} ${since}`
  return until ? `${linked}, connected until ${dayText(utcDay(until))}` : linked
}

function fileText({ broker, accounts, at, isMapped }: RecordSource): string {
  const columns = isMapped ? ', read with columns its owner chose' : ''
  if (accounts > 1)
    return `from ${counted(accounts, 'account')}, the oldest import of ${longDate(at)}${columns}`
  if (broker === PLAIN_FILE) return `from an imported file of ${longDate(at)}${columns}`
  // Quoted because the owner may have typed any name.
  if (isMapped) return `from a file named “${broker}”, imported ${longDate(at)}${columns}`
  return `from a file of ${broker}, imported ${longDate(at)}`
}
