// Describes a record in sentences: its source, what is missing from it, its history, and what differs from
// the market.
import { PLAIN_FILE } from '#shared/contracts/portfolio.ts'
import type { CheckCounts, Completeness, RecordEvent, RecordSource } from '#shared/contracts/track-record.ts'
import { utcDay, dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { counted } from '../format.ts'

const EVENT_LABELS: Record<RecordEvent['kind'], string> = {
  public: 'Public since',
  account_added: 'Account added',
  deleted: 'Accounts deleted',
  restarted: 'Record restarted',
}

/** "Record restarted Nov 22, 2026", newest first. */
export const eventTexts = (events: readonly RecordEvent[]): string[] =>
  events.toReversed().map(({ kind, day }) => `${EVENT_LABELS[kind]} ${dayText(day)}`)

/** "3 of 214 trades are outside the market's range that day"; empty if nothing differs. */
export function checkTexts(checks: CheckCounts | null): string[] {
  if (checks === null) return []
  const { trades, dividends } = checks
  const texts: string[] = []
  if (trades.outside > 0)
    texts.push(
      `${partOf(trades.outside, trades.checked, 'trade')} ${trades.outside === 1 ? 'is' : 'are'} outside the market's range that day`,
    )
  if (dividends.unmatched > 0)
    texts.push(
      `${partOf(dividends.unmatched, dividends.checked, 'dividend')} ${dividends.unmatched === 1 ? "wasn't" : "weren't"} paid by the company`,
    )
  return texts
}

const partOf = (some: number, all: number, what: string) =>
  `${formatCount(some)} of ${formatCount(all)} ${what}${all === 1 ? '' : 's'}`

/** "Incomplete: 3 rows left out". */
export const rowsLeftOutText = (rows: number): string => `Incomplete: ${counted(rows, 'row')} left out`

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
  ...(isMargin ? [`Borrows from the broker, ${isOwn ? 'as you say' : 'says the owner'}`] : []),
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
