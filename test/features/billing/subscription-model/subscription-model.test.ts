// Whatever subscribers, banks and webhooks do: nobody pays twice, and only those who paid have access.
import { expect, test } from 'vitest'
import { runSimulations, RUNS, SEED } from './run-simulations.ts'

test(
  `the product agrees with the model in ${RUNS} simulations of 60 actions (MODEL_SEED=${SEED})`,
  { timeout: 30 * 60_000 },
  async () => {
    expect(await runSimulations(RUNS, SEED)).toBe(RUNS)
  },
)
