// "Counts as: short MSFT, enters Fri 1:00 PM, ends Mar 2 unless you close it": what a signal would count as, in words.
import type { PreviewPart, SignalPreview } from '#shared/contracts/signal-preview.ts'
import { closesEarly } from '#shared/rules/early-close.ts'

/** `strong` comes first. Both are plain text. */
export type PreviewText = { strong: string; rest: string }

const DAY_MS = 86_400_000
const NEAR_DAYS = 6
/** An end that is farther away names its year. */
const SAME_YEAR_DAYS = 300

const NEW_YORK_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const WEEKDAY = { short: format({ weekday: 'short' }), long: format({ weekday: 'long' }) }
const MONTH_AND_DAY = format({ month: 'short', day: 'numeric' })
const WITH_YEAR = format({ dateStyle: 'medium' })
const NEW_YORK_DATE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'America/New_York',
})

const at = (day: string) => new Date(`${day}T00:00:00Z`)
const daysUntil = (day: string, nowMs: number) =>
  Math.round((at(day).getTime() - at(NEW_YORK_DAY.format(nowMs)).getTime()) / DAY_MS)
const closeTime = (day: string) => (closesEarly(day) ? '1:00 PM' : '4:00 PM')

/** "Fri 1:00 PM", "today 4:00 PM", "Dec 14". `day`: of a close in New York. */
export function entryText(day: string, nowMs: number): string {
  const days = daysUntil(day, nowMs)
  if (days > NEAR_DAYS) return dateText(day, days)
  return `${days === 0 ? 'today' : WEEKDAY.short.format(at(day))} ${closeTime(day)}`
}

/** "Friday’s close, 1:00 PM New York". */
function closeText(day: string, nowMs: number): string {
  const days = daysUntil(day, nowMs)
  const close =
    days > NEAR_DAYS
      ? `the close of ${dateText(day, days)}`
      : `${days === 0 ? 'today' : WEEKDAY.long.format(at(day))}’s close`
  return `${close}, ${closeTime(day)} New York`
}

function endText(day: string, nowMs: number): string {
  const days = daysUntil(day, nowMs)
  if (days > NEAR_DAYS) return dateText(day, days)
  return closesEarly(day) ? entryText(day, nowMs) : WEEKDAY.short.format(at(day))
}

const dateText = (day: string, days: number) =>
  (days > SAME_YEAR_DAYS ? WITH_YEAR : MONTH_AND_DAY).format(at(day))

/** "your buy from Nov 3". */
export const tradeText = ({ side, postedAt }: NonNullable<PreviewPart['open']>): string =>
  `your ${side === 1 ? 'buy' : 'short'} from ${NEW_YORK_DATE.format(postedAt)}`

/** "$NVDA, $AMD and $TSM", and "$NVDA, $AMD and 5 others" from five on. */
export function tickersText(parts: readonly Pick<PreviewPart, 'ticker'>[]): string {
  const names = parts.map(({ ticker }) => `$${ticker}`)
  const shown = names.length > 4 ? [...names.slice(0, 2), `${names.length - 2} others`] : names
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}

/** Why nothing would be scored, after "Won’t be scored: ". */
function whyNot({ reason, parts }: SignalPreview): string {
  switch (reason) {
    case 'no_ticker':
      return 'add a ticker'
    case 'not_us_share':
      return `${tickersText(parts)} ${parts.length > 1 ? 'aren’t US-listed shares or funds' : 'isn’t a US-listed share or fund'}`
    case 'no_prices':
      return `we don’t have prices of ${tickersText(parts.filter((part) => part.reason === 'no_prices'))}`
    case 'taking_profits':
      return `nothing is open in ${tickersText(parts)} to close`
    case 'comment':
      return 'a comment isn’t a trade'
    case 'no_position':
    case null:
      return 'your open trade would begin and end at the same close'
  }
}

/** `nowMs`: since the epoch. */
export function previewText(preview: SignalPreview, nowMs: number): PreviewText {
  if (preview.reason !== null) return { strong: 'Won’t be scored:', rest: ` ${whyNot(preview)}.` }
  const counted = preview.parts.filter(({ does }) => does !== null)
  const without = preview.parts.filter(({ does }) => does === null)
  const left = without.length > 0 ? ` ${tickersText(without)} won’t be scored.` : ''
  const [first] = counted
  const isOne = counted.every(({ does, side }) => does === first?.does && side === first.side)
  if (!first || !isOne)
    return { strong: `Counts as: ${counted.map((part) => partText(part, [part])).join('; ')}.`, rest: left }
  const { strong, rest } = textOf(first, counted, nowMs)
  return { strong, rest: rest + left }
}

/** The text for parts with the same effect. */
function textOf(first: PreviewPart, parts: readonly PreviewPart[], nowMs: number): PreviewText {
  const { does, side, entersOn, endsOn, open } = first
  const end = endsOn === null ? '' : `nds ${endText(endsOn, nowMs)} unless you close it.`
  const trades = parts.length === 1 && open ? tradeText(open) : `your trades in ${tickersText(parts)}`
  const close = entersOn === null ? 'the next close' : closeText(entersOn, nowMs)
  if (does === 'closes')
    return {
      strong: `Closes ${trades}`,
      rest: ` at ${close}. Doesn’t open a ${side === 1 ? 'buy' : 'short'}.`,
    }
  if (does === 'adds') return { strong: `Adds to ${trades}`, rest: ` at ${close}.${end && ` E${end}`}` }
  const entry = entersOn === null ? '' : `, enters ${entryText(entersOn, nowMs)}`
  const equal = parts.length > 1 ? ', equal parts' : ''
  return { strong: `Counts as: ${partText(first, parts)}`, rest: `${equal}${entry}${end && `, e${end}`}` }
}

/** "short MSFT", "closes your buy from Nov 3". */
function partText({ does, side, ticker, open }: PreviewPart, parts: readonly PreviewPart[]): string {
  const trade = open ? `${tradeText(open)} in ${ticker}` : ticker
  if (does === 'closes') return `closes ${trade}`
  if (does === 'adds') return `adds to ${trade}`
  const names = tickersText(parts).replaceAll('$', '')
  return `${side === 1 ? 'buy' : 'short'} ${names}`
}
