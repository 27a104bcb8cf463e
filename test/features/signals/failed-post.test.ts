// The message for a signal that could not be posted, and the page it leads to.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { failedPostOutcome } from '#web/features/signals/post-signal.ts'
import { ApiError, OfflineError } from '#web/lib/api-error.ts'
import { followOutcome, setNavigate, outcomes } from '#web/lib/outcomes.ts'

const visited: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  visited.length = 0
  setNavigate((to) => visited.push(to))
})
afterEach(() => void vi.useRealTimers())

/** The error as the page receives it from the server. */
function refused(code: ProblemCode): ApiError {
  const problem = new Problem(code)
  return new ApiError(problem.status, JSON.stringify(problem.toBody()))
}

test.each<[ProblemCode, string, string]>([
  ['creator_mode_required', 'Creator Mode Required', '/creator-subscribe'],
  ['onboarding_required', 'Payouts required', '/creator-onboarding'],
])('"%s" shows "%s" and leads to %s after 1.5 seconds', (code, title, path) => {
  const outcome = failedPostOutcome(refused(code))
  expect(outcome).toMatchObject({ title, text: new Problem(code).message, tone: 'destructive' })
  followOutcome(outcome, refused(code))
  vi.advanceTimersByTime(1499)
  expect(visited).toEqual([])
  vi.advanceTimersByTime(1)
  expect(visited).toEqual([path])
})

test.each<[string, unknown]>([
  ['a validation error', refused('invalid')],
  ['too many signals', refused('too_many_requests')],
  ['a refusal for another reason', refused('cross_site')],
  ['a server error that mentions payouts', new ApiError(500, '{"requiresOnboarding":true}')],
  ['no connection', new OfflineError()],
])('%s leads nowhere', (_what, error) => {
  const outcome = failedPostOutcome(error)
  expect(outcome).toBe(outcomes.signalFailed)
  followOutcome(outcome, error)
  vi.advanceTimersByTime(60_000)
  expect(visited).toEqual([])
})
