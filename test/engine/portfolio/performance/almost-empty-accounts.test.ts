// Emptied accounts and accounts without recorded deposits: late activities never have a base near zero.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueDaily } from '#engine/portfolio/valuation/daily-values.ts'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import { hasRecordedFlows, withImpliedFlows } from '#engine/portfolio/valuation/implied-flows.ts'
import { isMostlyEmpty, moneyWeighted } from '#engine/portfolio/returns/xirr.ts'
import { RUNS } from './account-arbitrary.ts'
import * as rows from './rows.ts'

const DAYS = rows.weekdays('2024-01-01', 60)
const day = (index: number): string => DAYS[index] ?? ''

/** Closes of `XYZ` on these days; days in between keep the last one. */
const closes = (prices: Record<string, number>) => new Map([['XYZ', rows.closesOf('USD', prices)]])

/** Like `valued` in recompute.ts: a file without deposits gets assumed ones. */
function daysOf(history: rows.Row[], prices: Record<string, number> = { [day(0)]: 100 }) {
  const activities = rows.listed(history)
  const areFlowsAssumed = !hasRecordedFlows(activities)
  const all = areFlowsAssumed ? withImpliedFlows(activities) : activities
  const account = { closes: closes(prices), base: 'USD', exchangeDays: DAYS, areFlowsAssumed }
  const { days, issues } = valueDaily({ activities: all, ...account })
  expect(issues).toEqual([])
  return days
}
const totalOf = (history: rows.Row[], prices?: Record<string, number>) =>
  timeWeighted(daysOf(history, prices)).total

describe('An account without recorded deposits', () => {
  test('with a late fee loses that share of what was invested, not everything', () => {
    const trade = [rows.buy(day(0), 'XYZ', 10, 100), rows.sell(day(5), 'XYZ', 10, 150)]
    const prices = { [day(0)]: 100, [day(5)]: 150 }
    expect(totalOf(trade, prices)).toBeCloseTo(0.5, 12)
    expect(totalOf([...trade, rows.fee(day(27), 1.5)], prices)).toBeCloseTo(1.5 * (1 - 1.5 / 1500) - 1, 12)
  })

  test('with a day trade returns the trade’s gain on its cost', () => {
    expect(totalOf([rows.buy(day(0), 'XYZ', 100, 100), rows.sell(day(0), 'XYZ', 100, 99.9)])).toBeCloseTo(
      -0.001,
      12,
    )
  })

  test.each([
    ['on the same day', 0],
    ['on the next day', 1],
  ])('a day trade’s gain is not the base of a purchase %s', (_when, at) => {
    const history = [
      rows.buy(day(0), 'XYZ', 100, 100),
      rows.sell(day(0), 'XYZ', 100, 101),
      rows.buy(day(at), 'XYZ', 1, 100),
    ]
    const prices = { [day(0)]: 100, [day(2)]: 100.7 }
    expect(totalOf(history, prices)).toBeCloseTo(1.01 * 1.007 - 1, 3)
  })

  test('that exchanges its holdings needs no new money, while a day trade beside it does', () => {
    const held = rows.buy(day(0), 'XYZ', 100, 100)
    const prices = { [day(0)]: 100, [day(1)]: 110 }
    const exchanged = [rows.sell(day(1), 'XYZ', 100, 110), rows.buy(day(1), 'ABC', 11, 1000)]
    expect(totalOf([held, ...exchanged], prices)).toBeCloseTo(0.1, 12)
    const dayTrade = [rows.buy(day(1), 'ABC', 10, 1000), rows.sell(day(1), 'ABC', 10, 1010)]
    expect(totalOf([held, ...dayTrade], prices)).toBeCloseTo(1100 / 20_000, 12)
  })
})

test('a late dividend of an emptied account is measured against what was invested, and a small deposit changes nothing', () => {
  const emptied = [
    rows.deposit(day(0), 10_000),
    rows.buy(day(0), 'XYZ', 100, 100),
    rows.sell(day(3), 'XYZ', 100, 100),
    rows.withdrawal(day(3), 10_000),
    rows.dividend(day(20), 'XYZ', 250),
  ]
  expect(totalOf(emptied)).toBeCloseTo(0.025, 12)
  expect(totalOf([...emptied, rows.deposit(day(30), 100)])).toBeCloseTo(0.025, 12)
  expect(totalOf([...emptied.slice(0, 4), rows.deposit(day(10), 100), ...emptied.slice(4)])).toBeCloseTo(
    0.025,
    12,
  )
})

test('purchases with an account’s last hundredth of its money count, until all of it is lost', () => {
  const small = [
    rows.deposit(day(0), 10_000),
    rows.withdrawal(day(1), 10_000),
    rows.deposit(day(5), 100),
    rows.buy(day(5), 'XYZ', 1, 100),
  ]
  expect(totalOf(small, { [day(0)]: 100, [day(6)]: 120 })).toBeCloseTo(0.2, 12)
  expect(totalOf([...small, rows.sell(day(7), 'XYZ', 1, 0)], { [day(0)]: 100 })).toBeCloseTo(-0.01, 12)
})

test('an account that stays small but invested has its own base after a quarter', () => {
  const long = rows.weekdays('2024-01-01', 100)
  const history = [
    rows.deposit(day(0), 10_000),
    rows.buy(day(0), 'XYZ', 5, 100),
    rows.withdrawal(day(1), 9_500),
    rows.fee(long[90] ?? '', 25),
    rows.deposit(long[90] ?? '', 25),
  ]
  const account = { closes: closes({ [day(0)]: 100 }), base: 'USD', exchangeDays: long }
  const { days } = valueDaily({ activities: rows.listed(history), ...account })
  expect(timeWeighted(days).total).toBeCloseTo(500 / 525 - 1, 12)
})

test('an account that held nothing overnight has no money-weighted return', () => {
  const exchanged = [1, 8, 30].flatMap((at) => [
    rows.exchange(day(at), -100, 'USD'),
    rows.exchange(day(at), 111, 'EUR'),
  ])
  const activities = withImpliedFlows(rows.listed(exchanged))
  const rates = new Map([['EUR', new Map(DAYS.map((each) => [each, rows.dec('0.91')]))]])
  const account = { closes: closes({}), base: 'USD', rates, exchangeDays: DAYS, areFlowsAssumed: true }
  const { days } = valueDaily({ activities, ...account })
  expect(isMostlyEmpty(days)).toBe(true)
  expect(moneyWeighted(days)).toBeNull()
  const held = daysOf([rows.buy(day(0), 'XYZ', 1, 100), rows.sell(day(9), 'XYZ', 1, 110)])
  expect(moneyWeighted(held)?.period).toBeCloseTo(0.1, 12)
})

const lateEvent = fc.record({
  kind: fc.constantFrom('fee' as const, 'dividend' as const, 'deposit' as const),
  at: fc.integer({ min: 12, max: 38 }),
  /** Part of the invested capital, in ten-thousandths. */
  part: fc.integer({ min: 1, max: 300 }),
})
const story = fc.record({
  isCashRecorded: fc.boolean(),
  invested: fc.integer({ min: 100, max: 1_000_000 }),
  /** Prices in percent of the purchase price: when sold, bought again, and at the end. */
  sold: fc.integer({ min: 20, max: 400 }),
  again: fc.integer({ min: 20, max: 400 }),
  end: fc.integer({ min: 20, max: 400 }),
  isFilledAgain: fc.boolean(),
  events: fc.array(lateEvent, { minLength: 1, maxLength: 6 }),
})
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never

/** A purchase, a sale and a withdrawal, with or without late events, and perhaps another purchase. */
function rowsOf(
  { isCashRecorded, invested, sold, again, isFilledAgain, events }: Story,
  scale = 1,
  parts = 1,
): rows.Row[] {
  const amount = invested * scale
  const back = (amount * sold) / 100
  const cash = (row: rows.Row) => (isCashRecorded ? [row] : [])
  const split = (some: rows.Row[]) =>
    some.flatMap((row) =>
      Array.from({ length: parts }, () => ({
        ...row,
        quantity: row.quantity.div(parts),
        cash: row.cash.div(parts),
        fee: row.fee.div(parts),
      })),
    )
  const late = events.flatMap(({ kind, at, part }) => {
    const size = (back * part) / 10_000
    if (kind === 'fee') return [rows.fee(day(at), size)]
    return kind === 'dividend' ? [rows.dividend(day(at), 'XYZ', size)] : cash(rows.deposit(day(at), size))
  })
  const filled = [...cash(rows.deposit(day(40), amount)), rows.buy(day(40), 'XYZ', amount / again, again)]
  return split([
    ...cash(rows.deposit(day(0), amount)),
    rows.buy(day(0), 'XYZ', amount / 100, 100),
    rows.sell(day(10), 'XYZ', amount / 100, sold),
    ...cash(rows.withdrawal(day(10), back)),
    ...late,
    ...(isFilledAgain ? filled : []),
  ])
}
const pricesOf = ({ sold, again, end }: Story) => ({
  [day(0)]: 100,
  [day(10)]: sold,
  [day(40)]: again,
  [day(50)]: end,
})

describe('In any emptied account', () => {
  test('late activities move the return by no more than their part of the capital that was invested before', () => {
    fc.assert(
      fc.property(story, (drawn) => {
        const grown = (each: Story) => 1 + (totalOf(rowsOf(each), pricesOf(each)) ?? NaN)
        const [without, having] = [grown({ ...drawn, events: [] }), grown(drawn)]
        const part = drawn.events.reduce((sum, event) => sum + event.part / 10_000, 0)
        // Cash that stays in the account dilutes the next investment.
        const beside = drawn.isFilledAgain && drawn.isCashRecorded ? Math.max(drawn.sold, 100) / 100 : 1
        const swing = Math.max(drawn.end / drawn.again, drawn.again / drawn.end)
        expect(Math.abs(having - without)).toBeLessThanOrEqual(
          Math.max(without, having) * part * 1.2 * beside * swing + 1e-9,
        )
      }),
      RUNS,
    )
  })

  test('neither scaling all amounts nor splitting each row changes anything', () => {
    fc.assert(
      fc.property(
        story,
        fc.integer({ min: 2, max: 1000 }),
        fc.integer({ min: 2, max: 4 }),
        (drawn, scale, parts) => {
          const expected = totalOf(rowsOf(drawn), pricesOf(drawn)) ?? NaN
          expect(totalOf(rowsOf(drawn, scale), pricesOf(drawn))).toBeCloseTo(expected, 9)
          expect(totalOf(rowsOf(drawn, 1, parts), pricesOf(drawn))).toBeCloseTo(expected, 9)
        },
      ),
      RUNS,
    )
  })

  test('no return is ever below −100 %', () => {
    const value = fc.integer({ min: -1000, max: 1000 })
    const flow = fc.integer({ min: 0, max: 500 })
    const anyDay = fc.record({ value, inflow: flow, outflow: flow, income: value })
    fc.assert(
      fc.property(fc.array(anyDay, { minLength: 1, maxLength: 30 }), (drawn) => {
        const days = drawn.map(({ value: worth, ...more }, index) => rows.valued(day(index), worth, more))
        const { total, curve, returns } = timeWeighted(days)
        for (const { cumulative } of curve) expect(cumulative).toBeGreaterThanOrEqual(-1)
        for (const { ratio } of returns) expect(ratio).toBeGreaterThanOrEqual(-1)
        if (total !== null) expect(Number.isFinite(total)).toBe(true)
      }),
      RUNS,
    )
  })
})
