// The texts in the preview image of a record and of a signal's outcome. Losing trades are described in the same words.
import type { z } from 'zod'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import { callOf } from '#shared/rules/call-text.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { afterPrice, costOf, DEFAULT_CAPITAL_IN_CENTS } from '#shared/rules/follower-cost.ts'
import { differenceText, hasDay, marketReturn, marketText } from '#shared/rules/market-text.ts'
import { price } from '#shared/rules/money.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDifference, printedDistance } from '#shared/rules/printed-difference.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { aheadText, leadFigure, likelyText } from '#shared/rules/rating-text.ts'
import { recordSentence } from './record-sentence.ts'

/** The first and last entry of a person's free signals in the public log; null before the first is logged. */
export type LogEntries = { first: number; last: number } | null

type Figure = { figure: string; words: string; range: string; isLoss: boolean }
export type RecordPicture = {
  label: string
  day: string
  /** The lead, and what remains of it after the subscription price. Empty before the record is rated. */
  figures: Figure[]
  facts: string[]
  entries: string
}

export function recordPicture(record: PersonRecord, entries: LogEntries): RecordPicture {
  const { open: rating } = record.books
  const { open: results } = record.results
  const figures = rating?.isRated ? rating.figures : null
  const after =
    figures && record.priceInCents !== null
      ? afterPrice(figures, costOf(figures, record.priceInCents, DEFAULT_CAPITAL_IN_CENTS))
      : null
  const trades = rating?.trades ?? 0
  return {
    label: labelText(rating),
    day: rating ? dayText(rating.asOf) : '',
    figures: [
      figures && {
        figure: leadFigure(figures),
        words: aheadText(figures),
        range: capital(likelyText(figures)),
        isLoss: Number(figures.mean) < 0,
      },
      after && {
        figure: percentOf(after.mean),
        words: `after paying ${price(record.priceInCents ?? 0)} a month`,
        range: `${capital(likelyText(after))}, on ${price(DEFAULT_CAPITAL_IN_CENTS)}`,
        isLoss: after.mean < 0,
      },
    ].filter((one) => one !== null),
    facts: [
      `${formatCount(trades)} scored ${trades === 1 ? 'trade' : 'trades'}`,
      results && `${formatCount(results.wins)} of ${formatCount(results.count)} ahead of SPY`,
      results && `Worst ${printedDistance(results.worst)}, $${results.worst.ticker}`,
    ].filter((fact) => fact !== null),
    entries: entriesText(entries),
  }
}

function entriesText(entries: LogEntries): string {
  if (entries === null) return 'Not in the public log yet.'
  const { first, last } = entries
  return first === last
    ? `Entry ${formatCount(first)} of the public log.`
    : `Entries ${formatCount(first)} to ${formatCount(last)} of the public log.`
}

export type OutcomePicture = {
  call: string
  state: string
  /** "5.7 pts". */
  figure: string
  words: string
  isLoss: boolean
  /** The two returns whose difference is the figure. */
  returns: string
  /** The whole record in one sentence, so that one good trade isn't shown alone. */
  record: string
  entry: string
  notes: string[]
}

type Outcome = z.output<typeof SignalOutcome>

/** Null before the first close after the entry and for unscored signals, because there is no result to show. */
export function outcomePicture(
  signal: Pick<Signal, 'signalType' | 'tickers' | 'details'>,
  outcome: Outcome,
  record: PersonRecord,
): OutcomePicture | null {
  const { return: own, benchmark, parts, status, logIndex, asOf } = outcome
  if (own === null || benchmark === null || !hasDay(outcome)) return null
  const opened = parts.filter(({ does }) => does === 'opens')
  const isShort = opened.some(({ side }) => side === -1)
  const ahead = printedDifference(own, marketReturn(outcome))
  const exit = parts.find(({ exitDay }) => exitDay !== null)?.exitDay
  const posted = dayText(utcDay(outcome.postedAt))
  const names = opened.map(({ ticker }) => `$${ticker}`).join(', ')
  return {
    call: callOf(signal),
    state:
      status === 'closed' && exit
        ? `Closed · ${posted} to ${dayText(exit)}`
        : `Open since ${posted}${asOf === null ? '' : ` · as of ${dayText(asOf)}`}`,
    figure: ahead.slice(1),
    words: ahead.startsWith('−') ? 'behind the market' : 'ahead of the market',
    isLoss: ahead.startsWith('−') && !ahead.startsWith('−0.0 '),
    returns: `${isShort ? 'Short' : 'Buy'} ${names} ${percentOf(own)} · ${marketText(outcome)}`,
    record: recordSentence(record),
    entry:
      logIndex === null ? 'Not in the public log yet.' : `Entry ${formatCount(logIndex)} of the public log.`,
    notes: [
      ...(signal.details?.promotion ? ['Paid promotion'] : []),
      ...(outcome.sample ? ['Sample prices'] : []),
    ],
  }
}

/** "Buy $ASML by @maya: +2.1%, SPY +0.4%: ahead by 1.7 pts.", for those who can't see the picture. */
export const outcomeAlt = (username: string, { call }: OutcomePicture, outcome: Outcome): string =>
  `${call} by @${username}: ${percentOf(outcome.return ?? '0')}, ${marketText(outcome)}: ${differenceText(outcome.return ?? '0', marketReturn(outcome))}.`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
