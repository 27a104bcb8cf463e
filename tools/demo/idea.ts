// A compact way to write the demo signals: type, tickers, text, options.
import type { SignalDetails } from '#shared/contracts/signal-details.ts'
import type { SignalOptions } from './person-options.ts'

const INTENTS = ['bullish', 'bearish', 'taking_profits', 'adding_position', 'watching'] as const
const HORIZONS = ['days', 'weeks', 'months', 'years'] as const
type Mark = (typeof INTENTS)[number] | (typeof HORIZONS)[number] | 'premium'

export type Idea = Omit<SignalOptions, 'hoursAgo'>

const idea =
  (signalType: NonNullable<Idea['signalType']>) =>
  (tickers: string, text: string, ...marks: Mark[]): Idea => ({
    signalType,
    tickers: tickers.split(' ').filter(Boolean),
    content: unfolded(text),
    intent: INTENTS.find((intent) => marks.includes(intent)) ?? null,
    timeHorizon: HORIZONS.find((horizon) => marks.includes(horizon)) ?? null,
    isPremium: marks.includes('premium'),
  })

/** Tickers are separated by spaces. The text may span several lines (see `unfolded`). */
export const buy = idea('buy')
export const sell = idea('sell')
export const say = idea('comment')

/** Adds the author's stated details. Target and stop are distances from the last close, such as `+20%`. */
export const stating = (details: SignalDetails, signal: Idea): Idea => ({ ...signal, details })

/** Joins the lines of a wrapped text. Keeps blank lines, and lines that start with a dash or a digit. */
function unfolded(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim())
  return lines.reduce((all, line) => {
    const isOwnLine = line === '' || all.endsWith('\n') || /^(- |\d+\. )/.test(line)
    return `${all}${isOwnLine ? '\n' : ' '}${line}`
  })
}

/** Writes one idea per row, in a person's usual phrasing. */
export function each(rows: [string, string][], write: (first: string, second: string) => Idea): Idea[] {
  return rows.map(([first, second]) => write(first, second))
}

/** Interleaves lists evenly; each keeps its order. */
export function mixed(...lists: Idea[][]): Idea[] {
  const placed = lists.flatMap((list) =>
    list.map((it, index) => ({ it, place: (index + 0.5) / list.length })),
  )
  return placed.toSorted((a, b) => a.place - b.place).map(({ it }) => it)
}
