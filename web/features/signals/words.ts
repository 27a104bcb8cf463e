// The words of a signal as people read them.
import type { Intent, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import type { z } from 'zod'

type Word = z.output<typeof SignalType> | z.output<typeof Intent> | z.output<typeof TimeHorizon>

/** "Adding Position" for "adding_position". */
export function capitalised(word: Word): string {
  return word.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())
}

export const DISCLAIMER = 'Not an investment recommendation. Investing involves risk of loss.'
