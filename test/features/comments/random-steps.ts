// What the people of the random sequences of comments do.
import fc from 'fast-check'

export const AUTHOR = 'maya'
export const NAMES = ['ann', 'ben', 'cem', AUTHOR] as const
export type Name = (typeof NAMES)[number]

const ACTIONS = ['post', 'post', 'post', 'reply', 'edit', 'delete', 'remove', 'restore'] as const
const SETTINGS = [
  ...(['block', 'unblock', 'mute', 'pay', 'end', 'private', 'public', 'leave', 'stay'] as const),
  ...(['suspend', 'lift'] as const),
] as const
/** One to four things that people do. */
export const steps = fc.array(
  fc.record({
    action: fc.constantFrom(...ACTIONS, ...SETTINGS),
    who: fc.constantFrom(...NAMES),
    whom: fc.constantFrom(...NAMES),
    isPremium: fc.boolean(),
    pick: fc.nat(),
  }),
  { minLength: 1, maxLength: 4 },
)
export type Step = { action: string; who: Name; whom: Name; isPremium: boolean; pick: number }
