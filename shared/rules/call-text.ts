// What a signal says in a few words: "Buy $TSM".
import type { Signal } from '../contracts/signals.ts'

const TYPES: Record<NonNullable<Signal['signalType']>, string> = {
  buy: 'Buy',
  sell: 'Sell',
  comment: 'Comment',
}

/** "Buy $TSM", "Sell $A, $B", "Comment". "Signal" for one that the reader may not read. */
export function callOf({ signalType, tickers = [] }: Pick<Signal, 'signalType' | 'tickers'>): string {
  const about = tickers.map((ticker) => `$${ticker}`).join(', ')
  return [signalType ? TYPES[signalType] : 'Signal', about].filter(Boolean).join(' ')
}
