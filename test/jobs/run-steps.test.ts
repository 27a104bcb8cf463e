// Steps of a job run one after another, and each gets its turn.
import { expect, test } from 'vitest'
import { openLog } from '#server/log.ts'
import { runSteps } from '#server/jobs/run-steps.ts'

test('a step that fails doesn’t keep the next ones from running, and the job fails with its name in the log', async () => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const done: string[] = []
  const running = runSteps(log, {
    sweepExports: async () => done.push('exports'),
    sweepHistories: () => Promise.reject(new Error('the disk is full')),
    sweepScores: async () => done.push('scores'),
  })

  await expect(running).rejects.toThrow('1 of 3 steps failed')
  expect(done).toEqual(['exports', 'scores'])
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { event: 'job_step_failed', step: 'sweepHistories', error: 'Error: the disk is full' },
  ])
})
