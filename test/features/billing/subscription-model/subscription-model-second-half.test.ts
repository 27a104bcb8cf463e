// The second half of the simulations, in its own file so that both halves run in parallel.
import { expect, test } from 'vitest'
import { runSimulations, RUNS, SEED } from './run-simulations.ts'

test(
  `the product agrees with the model in ${RUNS} other simulations of 60 actions (MODEL_SEED=${SEED + 1000})`,
  { timeout: 30 * 60_000 },
  async () => {
    expect(await runSimulations(RUNS, SEED + 1000)).toBe(RUNS)
  },
)
