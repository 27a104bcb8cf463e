// The fixed horizons of a signal that are still to come, and the deepest fall of its position.
import { expect, test } from 'vitest'
import { deepestFall, dueMarks, type ScorePart } from '#web/features/record/score-marks.ts'

const day = (growth: string) => ({
  day: '2026-03-04',
  close: null,
  dividend: '0',
  ratio: '1',
  growth,
  benchmark: '1',
  second: '1',
})

const part = (side: 1 | -1, growths: string[], some: Partial<ScorePart> = {}): ScorePart => ({
  ticker: 'TSM',
  side,
  does: 'opens',
  reason: null,
  weight: '1.0000',
  beta: null,
  tilt: null,
  entryDay: '2026-03-03',
  entryClose: '100',
  lastClose: '100',
  exitDay: null,
  exitReason: null,
  of: null,
  tradingDays: growths.length,
  return: null,
  benchmark: null,
  excess: null,
  days: growths.map(day),
  ...some,
})

test('the deepest fall is from the best close so far to a later one', () => {
  expect(deepestFall(part(1, ['1.1', '0.9', '1.5', '0.8']))).toBeCloseTo(-0.2, 10)
  expect(deepestFall(part(1, ['1.1', '1.2']))).toBe(0)
  expect(deepestFall(part(1, ['0.9']))).toBeCloseTo(-0.1, 10)
})

test('a short falls when its ticker rises, and by 100 % at most', () => {
  expect(deepestFall(part(-1, ['0.8', '1.25']))).toBeCloseTo(-1 / 6, 10)
  expect(deepestFall(part(-1, ['2.5']))).toBe(-1)
})

test('an open position says which horizons are still due until its end', () => {
  const twoDays = part(1, ['1', '1'])
  // 63 exchange days after Mar 3, 2026, Good Friday and Memorial Day not among them.
  expect(dueMarks({ parts: [twoDays], endsOn: '2026-06-02' })).toEqual([
    { name: '1 week', inDays: 3 },
    { name: '1 month', inDays: 19 },
    { name: '3 months', inDays: 61 },
  ])
  expect(dueMarks({ parts: [twoDays], endsOn: '2026-03-10' })).toEqual([{ name: '1 week', inDays: 3 }])
})

test('a closed position has no horizons left, nor has one before its first day', () => {
  const closed = part(1, ['1', '1'], { exitDay: '2026-03-05' })
  expect(dueMarks({ parts: [closed], endsOn: '2026-06-02' })).toEqual([])
  expect(dueMarks({ parts: [part(1, [])], endsOn: '2026-06-02' })).toEqual([])
})
