// What the set-up at Stripe consists of, and how a part that differs is put right.

/** The setting that takes the secret of a webhook which was just created. */
export type NewSecret = { setting: string; secret: string }

export type Difference = {
  /** What is wrong, as a sentence. */
  says: string
  /** What puts it right; null if only a person can, and `says` tells how. */
  fix: { verb: keyof typeof PAST; what: string; apply: () => Promise<NewSecret | null> } | null
}

/** One part of the set-up. `fine` is a sentence for when nothing differs. */
export type Comparison = { fine: string; differences: Difference[] }
export type Part = { name: string; compare: () => Promise<Comparison> }

export const PAST = { create: 'created', change: 'changed', enable: 'enabled', remove: 'removed' }

/** A change at Stripe that brings no secret. */
export const quietly = (call: () => Promise<unknown>) => async (): Promise<null> => {
  await call()
  return null
}
