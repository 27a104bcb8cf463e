// How much a run tests: `npm test` samples what takes long, `npm run test:full` leaves nothing out.
import { randomInt } from 'node:crypto'
import fc from 'fast-check'

/** True in `npm run test:full` (TEST_SCOPE=full). */
export const isFull = process.env['TEST_SCOPE'] === 'full'

/** True in `npm run test:full -- --rest` (TEST_SCOPE=rest), which runs what CI leaves out. */
export const isRest = process.env['TEST_SCOPE'] === 'rest'

/** The seed of every random choice: new for each run and printed by `npm test`. TEST_SEED repeats a run. */
export const runSeed = Number((process.env['TEST_SEED'] ??= String(randomInt(2 ** 31))))

/** How often a property is tested: `full` times in a full run, otherwise a fifth as often. */
export const runs = (full: number): number => (isFull ? full : Math.ceil(full / 5))

/**
 * A sample of `few` items in their order, chosen with `runSeed`; all items in a full run, and `fewInRest` of them, by default
 * all, in its rest.
 */
export function sampled<T>(items: readonly T[], few: number, fewInRest = items.length): T[] {
  const size = isRest ? fewInRest : few
  if (isFull || items.length <= size) return [...items]
  const [drawn = []] = fc.sample(fc.subarray([...items], { minLength: size, maxLength: size }), {
    seed: runSeed,
    numRuns: 1,
  })
  return drawn
}

/** How long a test waits for something to happen, in ms: long enough for a busy machine. */
export const WAIT_TIMEOUT_MS = 60_000

/** The limit for a duration, in ms: `ms` in a full run, which has the machine to itself, otherwise `WAIT_TIMEOUT_MS`. */
export const atMost = (ms: number): number => (isFull ? ms : WAIT_TIMEOUT_MS)
