// How much a run proves: `npm test` draws samples of what takes long, `npm run test:full` leaves nothing out.
import { randomInt } from 'node:crypto'
import fc from 'fast-check'

/** True in `npm run test:full` (TEST_SCOPE=full). */
export const isFull = process.env['TEST_SCOPE'] === 'full'

/** True in `npm run test:full -- --rest` (TEST_SCOPE=rest), which runs what `npm test` has left out. */
export const isRest = process.env['TEST_SCOPE'] === 'rest'

/** The seed of everything that is drawn by chance: new for each run, printed by `npm test`. TEST_SEED repeats a run. */
export const runSeed = Number((process.env['TEST_SEED'] ??= String(randomInt(2 ** 31))))

/** How often a property is tried: `full` times in a full run, a fifth of that otherwise. */
export const runs = (full: number): number => (isFull ? full : Math.ceil(full / 5))

/** `few` of the items, drawn with `runSeed`, in their order; all of them in a full run and in the rest of one. */
export function sampled<T>(items: readonly T[], few: number): T[] {
  if (isFull || isRest || items.length <= few) return [...items]
  const [drawn = []] = fc.sample(fc.subarray([...items], { minLength: few, maxLength: few }), {
    seed: runSeed,
    numRuns: 1,
  })
  return drawn
}

/** How long a test waits for something that is to happen, in ms: long enough for a machine that does ten other things. */
export const PATIENCE_MS = 60_000

/** The most that something may take, in ms: `ms` in a full run, which has the machine to itself. */
export const atMost = (ms: number): number => (isFull ? ms : PATIENCE_MS)
