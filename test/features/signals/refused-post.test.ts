// What the page shows and where it leads when posting a signal is refused.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { outcomeOfRefusedPost } from '#web/features/signals/queries.ts'
import { ApiError, OfflineError } from '#web/lib/api-error.ts'
import { announce, navigateWith, outcomes } from '#web/lib/outcomes.ts'

const visited: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  visited.length = 0
  navigateWith((to) => visited.push(to))
})
afterEach(() => void vi.useRealTimers())

/** The refusal as the page receives it. */
function refused(code: ProblemCode): ApiError {
  const problem = new Problem(code)
  return new ApiError(problem.status, JSON.stringify(problem.toBody()))
}

test.each<[ProblemCode, string, string]>([
  ['creator_mode_required', 'Creator Mode Required', '/creator-subscribe'],
  ['onboarding_required', 'Payouts Required', '/creator-onboarding'],
])('"%s" shows "%s" and leads to %s after a second and a half', (code, title, way) => {
  const outcome = outcomeOfRefusedPost(refused(code))
  expect(outcome).toMatchObject({ title, text: new Problem(code).message, tone: 'destructive' })
  announce(outcome, refused(code))
  vi.advanceTimersByTime(1499)
  expect(visited).toEqual([])
  vi.advanceTimersByTime(1)
  expect(visited).toEqual([way])
})

test.each<[string, unknown]>([
  ['a refusal of what was typed', refused('invalid')],
  ['too many signals', refused('too_many_requests')],
  ['a refusal for another reason', refused('cross_site')],
  ['words about payouts that are no refusal of them', new ApiError(500, '{"requiresOnboarding":true}')],
  ['no connection', new OfflineError()],
])('%s leads nowhere', (_what, error) => {
  const outcome = outcomeOfRefusedPost(error)
  expect(outcome).toBe(outcomes.signalFailed)
  announce(outcome, error)
  vi.advanceTimersByTime(60_000)
  expect(visited).toEqual([])
})
