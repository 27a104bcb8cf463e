// The text of a signal's outcome line (docs/record.md).
import type { ListedOutcome } from '#shared/contracts/outcomes.ts'
import { dayText } from '#shared/rules/dates.ts'
import { closesEarly } from '#shared/rules/early-close.ts'
import { differenceText, hasDay, marketReturn, marketText } from '#shared/rules/market-text.ts'
import { directionOf, percentOf, signedPercent } from '#shared/rules/percent.ts'
import type { OutcomeFigure } from '#web/ui/outcome-line.tsx'

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const BELOW_A_DOLLAR = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})

/** "$189.10", and up to four decimals below a dollar. */
export const priceText = (price: string): string =>
  (Number(price) < 1 ? BELOW_A_DOLLAR : DOLLARS).format(Number(price))

const NEW_YORK_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

/**
 * "today’s close, 4:00 PM New York", or "the close of Nov 23, 2026, 4:00 PM New York". `nowMs`: since the
 * epoch.
 */
export function closeText(day: string, nowMs: number): string {
  const close = day === NEW_YORK_DAY.format(nowMs) ? 'today’s close' : `the close of ${dayText(day)}`
  return `${close}, ${closesEarly(day) ? '1:00' : '4:00'} PM New York`
}

const WHY_NOT: Record<NonNullable<ListedOutcome['reason']>, string> = {
  comment: 'A comment isn’t a trade.',
  no_ticker: 'It names no ticker.',
  not_us_share: 'Only US-listed shares and funds are scored.',
  no_prices: 'We don’t have its prices.',
  taking_profits: 'There was no open trade to close.',
  no_position: 'It would open and close on the same day.',
}

/** The same reasons for a row of a list, after "Not scored: ". */
export const NOT_SCORED: Record<string, string> = {
  comment: 'a comment',
  no_ticker: 'no ticker',
  not_us_share: 'not a US share or fund',
  no_prices: 'no prices',
  taking_profits: 'no open trade to close',
  no_position: 'would open and close on the same day',
}

/** Why a signal or one of its tickers isn’t scored. */
export const reasonText = (reason: ListedOutcome['reason']): string =>
  reason === null ? 'It has no trade to score.' : WHY_NOT[reason]

/** "Open", "Adds to". */
export function stateText(outcome: ListedOutcome): string {
  const { status, parts } = outcome
  switch (status) {
    case 'pending':
      return 'Pending'
    case 'open':
      return 'Open'
    case 'closed':
      return 'Closed'
    case 'unscored':
      return 'Not scored'
    case 'sealed':
      return 'Sealed'
    case 'linked':
      return parts.some(({ does }) => does === 'closes') ? 'Closes' : 'Adds to'
  }
}

/**
 * Prices and days: "Short $238.10 → $249.31 · 21 trading days" or "2 tickers, equal parts · 4 trading days".
 */
export function positionText({ parts }: ListedOutcome): string {
  const opened = parts.filter(({ does }) => does === 'opens')
  const [only] = opened
  if (!only) return ''
  const what = opened.length > 1 ? `${sideOf(opened)}${opened.length} tickers, equal parts` : pricesText(only)
  const days = Math.max(...opened.map(({ tradingDays }) => tradingDays ?? 0))
  return [what, days === 0 ? 'first result at next close' : daysText(days)].join(' · ')
}

const sideOf = (parts: ListedOutcome['parts']) => (parts.every(({ side }) => side === -1) ? 'Short ' : '')

/** Leaves out prices where the data’s license forbids showing them. */
function pricesText({
  side,
  ticker,
  entryClose,
  lastClose,
  tradingDays,
}: ListedOutcome['parts'][number]): string {
  const short = side === -1 ? 'Short ' : ''
  if (entryClose === null) return `${short}$${ticker}`
  if (lastClose === null || !tradingDays) return `${short}${priceText(entryClose)}`
  return `${short}${priceText(entryClose)} → ${priceText(lastClose)}`
}

export const daysText = (days: number): string =>
  `${days.toLocaleString('en-US')} trading ${days === 1 ? 'day' : 'days'}`

/** Undefined before the first close after the entry. */
export function figureOf(outcome: ListedOutcome): OutcomeFigure | undefined {
  const { return: own, benchmark } = outcome
  if (own === null || benchmark === null || !hasDay(outcome)) return undefined
  return {
    value: percentOf(own),
    tone: directionOf(signedPercent(Number(own))),
    benchmark: marketText(outcome),
    difference: differenceText(own, marketReturn(outcome)),
  }
}
