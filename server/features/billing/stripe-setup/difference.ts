// The parts of the setup at Stripe, and how differences are fixed.

/** The setting for the secret of a webhook that was just created. */
export type NewSecret = { setting: string; secret: string }

export type Difference = {
  /** What is wrong, as a sentence. */
  says: string
  /** The fix; null if it has to be made by hand, as `says` explains. */
  fix: { verb: keyof typeof PAST; what: string; apply: () => Promise<NewSecret | null> } | null
}

/** One part of the setup. `fine` is the sentence for the case that nothing differs. */
export type Comparison = { fine: string; differences: Difference[] }
export type Part = { name: string; compare: () => Promise<Comparison> }

export const PAST = { create: 'created', change: 'changed', enable: 'enabled', remove: 'removed' }

/** A change at Stripe that creates no secret. */
export const quietly = (call: () => Promise<unknown>) => async (): Promise<null> => {
  await call()
  return null
}
