// The words of a signal as people read them.
import type { z } from 'zod'
import type { Intent, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

type Word = z.output<typeof SignalType> | z.output<typeof Intent> | z.output<typeof TimeHorizon>

/** "Adding Position" for "adding_position". */
export function capitalised(word: Word): string {
  return word.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())
}

export const DISCLAIMER = 'Not an investment recommendation. Investing involves risk of loss.'

const TYPES = new Map<string, BadgeTone>([
  ['buy', 'gain'],
  ['sell', 'loss'],
  ['comment', 'info'],
])
const INTENTS = new Map<string, BadgeTone>([
  ['bullish', 'gain'],
  ['bearish', 'loss'],
  ['taking_profits', 'caution'],
  ['adding_position', 'info'],
  ['watching', 'neutral'],
])

export const typeTone = (type: string): BadgeTone => TYPES.get(type) ?? 'neutral'
export const intentTone = (intent: string): BadgeTone => INTENTS.get(intent) ?? 'neutral'
