// The other half of the lives of any-life.test.ts, in a file of its own so that both run at the same time.
import { expect, test } from 'vitest'
import { liveMany, RUNS, SEED } from './any-life.ts'

test(`${RUNS} other lives of 60 steps (LIFE_SEED=${SEED + 1000})`, { timeout: 30 * 60_000 }, async () => {
  expect(await liveMany(RUNS, SEED + 1000)).toBe(RUNS)
})
