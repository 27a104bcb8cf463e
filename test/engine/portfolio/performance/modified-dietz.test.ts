// Modified Dietz: published examples, and its use for days without values in a time-weighted return.
import { describe, expect, test } from 'vitest'
import { modifiedDietz } from '#engine/portfolio/returns/modified-dietz.ts'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import { dec, valued } from './rows.ts'

describe('Modified Dietz', () => {
  // Justin Bender, "How to Calculate Your Modified Dietz Rate of Return", canadianportfoliomanagerblog.com. His weights
  // count flows at the end of their day, so his inflows are at the start of the next day here.
  test.each([
    ['adds', { day: '2014-09-16', inflow: dec(25_000), outflow: dec(0) }, 298_082, 0.0897],
    ['takes out', { day: '2014-09-15', inflow: dec(0), outflow: dec(25_000) }, 250_860, 0.1066],
  ])('matches the example of an investor who %s 25,000 in September', (_does, flow, end, expected) => {
    const ratio = modifiedDietz('2013-12-31', '2014-12-31', dec(250_000), dec(end), [flow])
    expect(ratio).toBeCloseTo(expected, 4)
  })

  // Wikipedia, "Modified Dietz method": 100 at first, 50 more after half of the time, 300 at the end.
  test('a gain of 150 on an average of 125 is 120 %', () => {
    const flow = { day: '2022-01-01', inflow: dec(50), outflow: dec(0) }
    expect(modifiedDietz('2020-12-31', '2022-12-31', dec(100), dec(300), [flow])).toBe(1.2)
  })

  test.each([
    ['nothing was invested', 0, 10],
    ['the start is a debt', -5, 10],
    ['more than everything was lost', 10, -5],
  ])('is null if %s', (_why, start, end) => {
    expect(modifiedDietz('2024-01-01', '2024-01-31', dec(start), dec(end), [])).toBeNull()
  })

  test('over one day equals that day’s return', () => {
    const flow = { day: '2024-01-02', inflow: dec(100), outflow: dec(30) }
    const ratio = modifiedDietz('2024-01-01', '2024-01-02', dec(200), dec(300), [flow])
    expect(ratio).toBeCloseTo((300 + 30) / (200 + 100) - 1, 12)
  })

  test('counts an outflow until the end of its day', () => {
    const flow = { day: '2024-01-03', inflow: dec(0), outflow: dec(50) }
    // 100 for two days of four, and 50 for two.
    expect(modifiedDietz('2024-01-01', '2024-01-05', dec(100), dec(65), [flow])).toBeCloseTo(15 / 75, 12)
  })

  test('covers days without values, and the result says so', () => {
    const days = [
      valued('2020-12-31', 100, { inflow: 100 }),
      valued('2021-06-30', null),
      valued('2022-01-01', null, { inflow: 50 }),
      valued('2022-12-31', 300),
      valued('2023-01-02', 330),
    ]
    const { total, curve, returns, isEstimated, daysOnRecord } = timeWeighted(days)
    expect(total).toBeCloseTo(2.2 * 1.1 - 1, 12)
    expect(isEstimated).toBe(true)
    expect(curve.map(({ day }) => day)).toEqual(['2020-12-31', '2022-12-31', '2023-01-02'])
    expect(returns.map(({ day }) => day)).toEqual(['2020-12-31', '2023-01-02'])
    expect(daysOnRecord).toBe(1 + 730 + 2)
  })

  test('covers an account’s first days too', () => {
    const days = [valued('2024-01-01', null, { inflow: 100 }), valued('2024-01-02', 110, { inflow: 10 })]
    // 100 for two days and 10 for one average 105.
    expect(timeWeighted(days)).toMatchObject({ total: 0, isEstimated: true, daysOnRecord: 2 })
    const gained = [valued('2024-01-01', null, { inflow: 100 }), valued('2024-01-02', 120.5, { inflow: 10 })]
    expect(timeWeighted(gained).total).toBeCloseTo(10.5 / 105, 12)
  })

  test('ends the record with the last known value', () => {
    const days = [valued('2024-01-01', 110, { inflow: 100 }), valued('2024-01-02', null)]
    expect(timeWeighted(days)).toMatchObject({ isEstimated: false, daysOnRecord: 1 })
    expect(timeWeighted(days).total).toBeCloseTo(0.1, 12)
  })
})
