// Lives many lives of a few subscribers, each step drawn by chance, and tells the shortest one that goes wrong.
import fc from 'fast-check'
import { isFull, runSeed } from '#test/full.ts'
import { settle } from './a-life-letters.ts'
import { anyPlan, type Plan, take, told } from './a-life-steps.ts'
import { type Lane, openLane } from './a-life-world.ts'

/** Lives of 60 steps in each of the two files: 100 together in `npm test`, 2,000 in a full run, which takes five minutes. */
export const RUNS = Number(process.env['LIFE_RUNS'] ?? (isFull ? 1000 : 50))
/** New for each run; `LIFE_SEED` draws the lives of a report again. */
export const SEED = Number(process.env['LIFE_SEED'] ?? runSeed)
/** Side by side, for each waits for its database now and then. */
const LANES = 3
/** How long is looked for a shorter life that goes wrong too. */
const SHORTEN_MS = 90_000

/** Resolves with how many it were. Throws with seed and steps of the first life that goes wrong. */
export async function liveMany(runs: number, seed: number): Promise<number> {
  // The SDK notes where each call came from: a twentieth of the time, for stacks that nobody reads.
  Error.stackTraceLimit = 1
  const share = Array.from({ length: LANES }, (_, lane) => Math.floor((runs + lane) / LANES))
  const wrong: Error[] = []
  const lived = await Promise.all(
    share.map(async (numRuns, index) => {
      if (numRuns === 0) return 0
      const lane = await openLane()
      try {
        return await liveInLane(lane, numRuns, seed + index, () => wrong.length > 0)
      } catch (error) {
        wrong.push(asError(error))
        return 0
      } finally {
        await lane.close()
      }
    }),
  )
  if (wrong[0]) throw wrong[0]
  return lived.reduce((sum, lives) => sum + lives, 0)
}

async function liveInLane(lane: Lane, numRuns: number, seed: number, isOver: () => boolean): Promise<number> {
  const result = await fc.check(
    fc.asyncProperty(anyPlan, async (plan) => {
      if (!isOver()) await live(lane, plan)
    }),
    { numRuns, seed, endOnFailure: true },
  )
  const [plan] = result.counterexample ?? []
  if (!plan) return result.numRuns
  const shortest = await shorten(lane, plan, asError(result.errorInstance))
  const where = `LIFE_SEED=${seed}, life ${result.numRuns} of its lane, shortened:`
  throw new Error([shortest.error.message, where, told(shortest.plan)].join('\n'), { cause: shortest.error })
}

/** One life, looked at after each step and settled at its end. */
async function live(lane: Lane, plan: Plan): Promise<void> {
  const { start, subscribers, feePercent, steps } = plan
  const life = await lane.begin(Date.parse(start) / 1000, subscribers, feePercent)
  try {
    for (const [index, step] of steps.entries()) {
      await take(life, step)
      if (index === steps.length - 1) await settle(life, step.pick)
    }
  } finally {
    await life.end()
  }
}

/** Leaves out ever smaller pieces, as long as what is left still goes wrong. */
async function shorten(lane: Lane, whole: Plan, first: Error): Promise<{ plan: Plan; error: Error }> {
  const until = performance.now() + SHORTEN_MS
  const again = await wrongWith(lane, whole)
  if (!again) first.message += ' (it went well the second time)'
  let best = { plan: whole, error: again ?? first }
  for (let size = whole.steps.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.plan.steps.length;) {
      if (performance.now() > until) return best
      const plan = { ...best.plan, steps: best.plan.steps.toSpliced(from, size) }
      const error = plan.steps.length > 0 ? await wrongWith(lane, plan) : null
      if (error) best = { plan, error }
      else from += size
    }
  }
  return best
}

async function wrongWith(lane: Lane, plan: Plan): Promise<Error | null> {
  try {
    await live(lane, plan)
    return null
  } catch (error) {
    return asError(error)
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
