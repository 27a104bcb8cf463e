// Runs many simulations of a few subscribers with random actions, and reports the shortest one that fails.
import fc from 'fast-check'
import { isFull, runSeed } from '#test/test-scope.ts'
import { settle } from './webhook-actions.ts'
import { anyPlan, type Plan, runAction, describePlan } from './actions.ts'
import { type Lane, openLane } from './simulation.ts'

/** Simulations of 60 actions in each of the two files: 20 in `npm test`, 40 on CI, 2,000 in a full run, which takes five minutes. */
export const RUNS = Number(process.env['MODEL_RUNS'] ?? (isFull ? 1000 : 20))
/** New for each run; `MODEL_SEED` repeats the simulations of a report. */
export const SEED = Number(process.env['MODEL_SEED'] ?? runSeed)
/** Parallel lanes, because each one waits for its database now and then. */
const LANES = 3
/** How long to search for a shorter simulation that fails too. */
const SHORTEN_MS = 90_000

/** Resolves with the number of simulations. Throws with the seed and the actions of the first one that fails. */
export async function runSimulations(runs: number, seed: number): Promise<number> {
  // The SDK captures a stack for each call, which nobody reads and which takes a twentieth of the time.
  Error.stackTraceLimit = 1
  const share = Array.from({ length: LANES }, (_, lane) => Math.floor((runs + lane) / LANES))
  const failures: Error[] = []
  const done = await Promise.all(
    share.map(async (numRuns, index) => {
      if (numRuns === 0) return 0
      const lane = await openLane()
      try {
        return await runInLane(lane, numRuns, seed + index, () => failures.length > 0)
      } catch (error) {
        failures.push(asError(error))
        return 0
      } finally {
        await lane.close()
      }
    }),
  )
  if (failures[0]) throw failures[0]
  return done.reduce((sum, count) => sum + count, 0)
}

async function runInLane(lane: Lane, numRuns: number, seed: number, isOver: () => boolean): Promise<number> {
  const result = await fc.check(
    fc.asyncProperty(anyPlan, async (plan) => {
      if (!isOver()) await simulate(lane, plan)
    }),
    { numRuns, seed, endOnFailure: true },
  )
  const [plan] = result.counterexample ?? []
  if (!plan) return result.numRuns
  const shortest = await shorten(lane, plan, asError(result.errorInstance))
  const where = `MODEL_SEED=${seed}, simulation ${result.numRuns} of its lane, shortened:`
  throw new Error([shortest.error.message, where, describePlan(shortest.plan)].join('\n'), {
    cause: shortest.error,
  })
}

/** Runs one simulation, checks it after each action and settles it at the end. */
async function simulate(lane: Lane, plan: Plan): Promise<void> {
  const { start, actions, ...options } = plan
  const sim = await lane.begin({ ...options, start: Date.parse(start) / 1000 })
  try {
    for (const [index, action] of actions.entries()) {
      await runAction(sim, action)
      if (index === actions.length - 1) await settle(sim, action.pick)
    }
  } finally {
    await sim.end()
  }
}

/** Removes ever smaller runs of actions for as long as the simulation still fails. */
async function shorten(lane: Lane, whole: Plan, first: Error): Promise<{ plan: Plan; error: Error }> {
  const until = performance.now() + SHORTEN_MS
  const repeated = await failureOf(lane, whole)
  if (!repeated) first.message += ' (it passed the second time)'
  let best = { plan: whole, error: repeated ?? first }
  for (let size = whole.actions.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.plan.actions.length;) {
      if (performance.now() > until) return best
      const plan = { ...best.plan, actions: best.plan.actions.toSpliced(from, size) }
      const error = plan.actions.length > 0 ? await failureOf(lane, plan) : null
      if (error) best = { plan, error }
      else from += size
    }
  }
  return best
}

async function failureOf(lane: Lane, plan: Plan): Promise<Error | null> {
  try {
    await simulate(lane, plan)
    return null
  } catch (error) {
    return asError(error)
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
