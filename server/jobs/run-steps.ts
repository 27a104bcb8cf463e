// Runs the steps of the hourly job. One that fails doesn’t end the others.
import type { Log } from '#server/log.ts'

/**
 * Runs steps one after another. One that throws is logged and doesn't keep the others from running.
 * @throws {AggregateError} after the last step if any threw, so that the job fails and is tried again. Steps must
 * tolerate being repeated.
 */
export async function runSteps(log: Log, steps: Record<string, () => Promise<unknown>>): Promise<void> {
  const errors: unknown[] = []
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run()
    } catch (error) {
      errors.push(error)
      log.warn(
        { event: 'job_step_failed', step, error: String(error) },
        'a step of a job failed; the remaining steps continue',
      )
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${Object.keys(steps).length} steps failed`)
}
