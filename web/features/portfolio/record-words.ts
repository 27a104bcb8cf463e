// What happened to a record and what was found in it, in words.
import type { Checks, RecordEvent } from '#shared/contracts/trust.ts'
import { dayText } from '#shared/rules/dates.ts'
import { count } from './portfolio-words.ts'

const HAPPENED: Record<RecordEvent['kind'], string> = {
  public: 'Public since',
  account_added: 'Account added',
  deleted: 'Accounts deleted',
  restarted: 'Record restarted',
}

/** "Record restarted Nov 22, 2026", newest first. */
export const eventTexts = (events: readonly RecordEvent[]): string[] =>
  events.toReversed().map(({ kind, day }) => `${HAPPENED[kind]} ${dayText(day)}`)

/** "3 of 214 trades are outside the market's range that day"; nothing where all agrees. */
export function checkTexts(checks: Checks | null): string[] {
  if (checks === null) return []
  const { trades, dividends } = checks
  const texts: string[] = []
  if (trades.outside > 0)
    texts.push(
      `${of(trades.outside, trades.checked, 'trade')} ${trades.outside === 1 ? 'is' : 'are'} outside the market's range that day`,
    )
  if (dividends.unmatched > 0)
    texts.push(
      `${of(dividends.unmatched, dividends.checked, 'dividend')} ${dividends.unmatched === 1 ? "wasn't" : "weren't"} paid by the company`,
    )
  return texts
}

const of = (some: number, all: number, what: string) =>
  `${count(some)} of ${count(all)} ${what}${all === 1 ? '' : 's'}`
