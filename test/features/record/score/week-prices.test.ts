// Records are rated from a week's last closes, even if the provider is late with them.
import { expect, test } from 'vitest'
import { isRatingDue } from '#server/features/record/rate/rating-due.ts'
import { sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { call, scoredAtMassive } from './scored-at-massive.ts'

test('ratings wait two days for the prices of a week, and are computed again once the prices arrive', async () => {
  const { one, pool, sweep, pass, standIn } = await scoredAtMassive([call('Buys', 'ACME', '2025-05-15')])
  const rated = async () => {
    const { rows } = await pool.query<{ as_of: string; results: number[] }>(
      'select b.as_of::text, r.results from record_board b, record_ratings r',
    )
    return rows[0]
  }
  await sweep()
  await expect.poll(rated).toMatchObject({ as_of: '2025-06-06' })

  // Saturday the 14th: the week's closes count, and nobody has them.
  standIn.set({ isDown: true })
  pass(4)
  await sweepScores(one.deps)
  await one.jobsDone()
  expect(await isRatingDue(one.deps)).toBe(false)
  expect(await rated()).toMatchObject({ as_of: '2025-06-06' })
  // Monday the 16th, before its close: there is no more waiting.
  pass(2)
  expect(await isRatingDue(one.deps)).toBe(true)

  standIn.set({ isDown: false })
  await sweep()
  // Five weeks, from that of May 16 on: the last one has a result.
  const lastResult = async () => {
    const { as_of: asOf, results = [] } = (await rated()) ?? {}
    return { asOf, weeks: results.length, hasMoved: (results.at(-1) ?? 0) !== 0 }
  }
  await expect.poll(lastResult).toEqual({ asOf: '2025-06-13', weeks: 5, hasMoved: true })
  expect(await isRatingDue(one.deps)).toBe(false)
})
