// What is shown instead of a signal's hidden text.
import type { HiddenBecause } from '../contracts/signals.ts'

export const HIDDEN_TEXT: Record<HiddenBecause, string> = {
  withdrawn: 'Withdrawn by its author',
  law: 'Removed because the law requires it',
  rules: 'Removed because it broke our rules',
  moderated: 'Hidden by Signalpost',
}
