// Whatever subscribers, their banks and Stripe's letters do: nobody pays twice, and who paid has access and nobody else.
import { expect, test } from 'vitest'
import { liveMany, RUNS, SEED } from './any-life.ts'

test(`${RUNS} lives of 60 steps (LIFE_SEED=${SEED})`, { timeout: 30 * 60_000 }, async () => {
  expect(await liveMany(RUNS, SEED)).toBe(RUNS)
})
