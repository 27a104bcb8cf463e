// What is shown instead of a signal's hidden text.
import type { HiddenBecause } from '../contracts/signals.ts'
import { longUtcDate } from './dates.ts'

export const HIDDEN_TEXT: Record<HiddenBecause, string> = {
  withdrawn: 'Withdrawn by its author',
  law: 'Removed because the law requires it',
  rules: 'Removed because it broke our rules',
  moderated: 'Hidden by Signalpost',
}

/** The same with the day (UTC) on which a moderator hid it: "Hidden by Signalpost on November 26, 2026". */
export const hiddenText = (hidden: HiddenBecause, hiddenAt?: Date): string =>
  hiddenAt === undefined ? HIDDEN_TEXT[hidden] : `${HIDDEN_TEXT[hidden]} on ${longUtcDate(hiddenAt)}`
