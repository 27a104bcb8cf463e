// Outcomes of actions on signals and tickers in menus and lists.
import { failure, type Outcome } from './outcomes.ts'

export const signalOutcomes = {
  signalWithdrawn: { title: 'Signal Withdrawn', text: 'Its text is hidden. It is still scored.' },
  withdrawFailed: failure('Error', 'Couldn’t withdraw the signal'),
  linkCopied: { title: 'Link Copied', text: 'Anyone can open it, with or without an account.' },
  linkNotShared: failure('Error', 'Couldn’t share the link'),
  linkNotCopied: failure('Error', 'Couldn’t copy the link'),
  watchFailed: failure('Error', 'Couldn’t add this to your watchlist'),
  unwatchFailed: failure('Error', 'Couldn’t remove this from your watchlist'),
} as const satisfies Record<string, Outcome>
