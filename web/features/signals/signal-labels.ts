// The labels, badge colors and disclaimer of a signal.
import type { z } from 'zod'
import type { Intent, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

type SignalValue = z.output<typeof SignalType> | z.output<typeof Intent> | z.output<typeof TimeHorizon>

/** "Adding Position" for "adding_position". */
export function labelOf(value: SignalValue): string {
  return value.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())
}

export const DISCLAIMER = 'Not an investment recommendation. Investing involves risk of loss.'

export const PAID_PROMOTION = 'Paid promotion'

/** At the end of a list of rows. */
export const DISCLAIMER_OF_ROWS = `${DISCLAIMER} This line covers every row above.`

const TYPE_TONES = new Map<string, BadgeTone>([
  ['buy', 'gain'],
  ['sell', 'loss'],
  ['comment', 'info'],
])
const INTENT_TONES = new Map<string, BadgeTone>([
  ['bullish', 'gain'],
  ['bearish', 'loss'],
  ['taking_profits', 'caution'],
  ['adding_position', 'info'],
  ['watching', 'neutral'],
])

export const typeTone = (type: string): BadgeTone => TYPE_TONES.get(type) ?? 'neutral'
export const intentTone = (intent: string): BadgeTone => INTENT_TONES.get(intent) ?? 'neutral'
