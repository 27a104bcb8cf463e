// The colours of a signal's badges (spec section 2): of its type and of its intent; whatever else it says is grey.
import type { BadgeTone } from '#web/ui/badge.tsx'

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
