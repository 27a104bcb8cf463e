// What a reader should know before trusting a return: the same words wherever the return is shown.
import type { PerformanceSummary } from '../contracts/portfolio.ts'
import type { CheckCounts, RecordEvent } from '../contracts/track-record.ts'
import { dayText } from './dates.ts'
import { countOf, formatCount } from './numbers.ts'
import { returnsDisagree } from './performance.ts'

/**
 * What doubts are about: the figures of a summary, and the last time that its record was interrupted, if it ever was.
 */
export type RecordFacts = Partial<
  Pick<
    PerformanceSummary,
    'performance' | 'moneyWeighted' | 'areFlowsAssumed' | 'unpriced' | 'options' | 'completeness' | 'checks'
  >
> & { lastBreak?: RecordEvent | null | undefined }

export type Doubt = {
  kind:
    | 'prices'
    | 'best_prices'
    | 'dividends'
    | 'returns'
    | 'flows'
    | 'openings'
    | 'opening_cash'
    | 'margin'
    | 'left_out'
    | 'unpriced'
    | 'options_ended'
    | 'options_priced'
    | 'break'
  text: string
}

/**
 * The doubts about a return, the most serious first: a short form shows only that one. Names no amounts and no symbols.
 */
export function doubtsOf(facts: RecordFacts): Doubt[] {
  const { performance, moneyWeighted, areFlowsAssumed, unpriced, completeness, checks, lastBreak } = facts
  const { ended = 0, atIntrinsic = null } = facts.options ?? {}
  const doubts: (Doubt | false | null | undefined)[] = [
    ...checkDoubts(checks ?? null),
    moneyWeighted != null &&
      performance !== undefined &&
      returnsDisagree(performance, moneyWeighted) && {
        kind: 'returns',
        text: `${moneyWeighted} on the money itself (money-weighted)`,
      },
    areFlowsAssumed && { kind: 'flows', text: 'Deposits assumed' },
    completeness?.openingAdded && { kind: 'openings', text: 'Opening positions added by the owner' },
    completeness?.openingCash && {
      kind: 'opening_cash',
      text:
        completeness.openingCash === 'assumed' ? 'Opening cash assumed' : 'Opening cash added by the owner',
    },
    completeness?.isMargin && { kind: 'margin', text: 'Uses margin, according to the owner' },
    completeness &&
      completeness.rowsLeftOut > 0 && { kind: 'left_out', text: rowsLeftOutText(completeness.rowsLeftOut) },
    unpriced && {
      kind: 'unpriced',
      text: `${unpriced.weight} of the account has no price since ${dayText(unpriced.since)}`,
    },
    ended > 0 && { kind: 'options_ended', text: optionsEndedText(ended) },
    atIntrinsic && {
      kind: 'options_priced',
      text: `${atIntrinsic.weight} of the account is options at their intrinsic value`,
    },
    lastBreak && { kind: 'break', text: eventText(lastBreak) },
  ]
  return doubts.filter((doubt) => typeof doubt === 'object' && doubt !== null)
}

function checkDoubts(checks: CheckCounts | null): Doubt[] {
  if (checks === null) return []
  const { trades, dividends } = checks
  const doubts: Doubt[] = []
  if (trades.outside > 0)
    doubts.push({
      kind: 'prices',
      text: `${partOf(trades.outside, trades.checked, 'trade')} ${trades.outside === 1 ? 'is' : 'are'} outside the market's range that day`,
    })
  if (trades.areNearBest)
    doubts.push({ kind: 'best_prices', text: "Trades sit unusually close to each day's best price" })
  if (dividends.unmatched > 0)
    doubts.push({
      kind: 'dividends',
      text: `${partOf(dividends.unmatched, dividends.checked, 'dividend')} ${dividends.unmatched === 1 ? "doesn't" : "don't"} match the company's`,
    })
  return doubts
}

const partOf = (some: number, all: number, what: string) => `${formatCount(some)} of ${countOf(all, what)}`

/** "Incomplete: 3 rows left out". */
export const rowsLeftOutText = (rows: number): string => `Incomplete: ${countOf(rows, 'row')} left out`

/** "Outcome of 2 options assumed". */
export const optionsEndedText = (options: number): string =>
  `Outcome of ${countOf(options, 'option')} assumed`

const EVENT_LABELS: Record<RecordEvent['kind'], string> = {
  public: 'Shown on the profile since',
  account_added: 'Account added',
  deleted: 'Accounts deleted',
  restarted: 'Record restarted',
}

/** "Record restarted Nov 22, 2026". */
export const eventText = ({ kind, day }: RecordEvent): string => `${EVENT_LABELS[kind]} ${dayText(day)}`

/** Where there is room for one line: the most serious doubt, and how many more there are. Empty without doubts. */
export function doubtsInOneLine(doubts: readonly string[]): string {
  const [first = ''] = doubts
  return doubts.length > 1 ? `${first}, and ${formatCount(doubts.length - 1)} more` : first
}
