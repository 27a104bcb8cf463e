// Outcomes of actions on signals and tickers in menus and lists.
import { failure, type Outcome } from './outcomes.ts'

export const signalOutcomes = {
  signalWithdrawn: { title: 'Signal withdrawn', text: 'Its text is hidden. It is still scored.' },
  withdrawFailed: failure('Error', 'Couldn’t withdraw the signal. Try again.'),
  linkCopied: { title: 'Link copied', text: 'Anyone can open it, with or without an account.' },
  linkNotShared: failure('Error', 'Couldn’t share the link. Try again.'),
  linkNotCopied: failure('Error', 'Couldn’t copy the link. Try again.'),
  watchFailed: failure('Error', 'Couldn’t add this to your watchlist. Try again.'),
  unwatchFailed: failure('Error', 'Couldn’t remove this from your watchlist. Try again.'),
} as const satisfies Record<string, Outcome>
