// The badge over several month-ends, its monkeys, and sums too large for a float.
import { describe, expect, test } from 'vitest'
import { dailyResults } from '#engine/rating/weekly-results.ts'
import { exact, sumOfProducts } from '#engine/rating/exact.ts'
import { BEFORE_THE_FIRST, monthEnds, nextMonthEnd } from '#engine/rating/likely-skill.ts'
import { marketOf } from '#engine/rating/market.ts'
import { monkeyPools } from '#engine/rating/monkeys.ts'
import { rankRecords } from '#engine/rating/rank-records.ts'
import { tradingDays } from '#engine/rating/trading-days.ts'
import { rounded } from '#engine/rating/published-figures.ts'

const always = { p: 0.001, beaten: 199, choice: 100 }

describe('The badge', () => {
  const run = (
    ...months: [listed: boolean, candidate: boolean, isAhead: boolean, test?: typeof always | null][]
  ) => {
    let state = BEFORE_THE_FIRST
    return months.map(([listed, candidate, isAhead, tested = always]) => {
      const now = { listed: listed ? ['a'] : [], candidates: candidate ? ['a'] : [], isAhead: () => isAhead }
      state = nextMonthEnd(state, now, () => tested)
      return state.holders.has('a')
    })
  }
  test('needs two month-ends in a row', () => {
    expect(run([true, true, true], [true, true, true])).toEqual([false, true])
    expect(run([true, true, true], [true, false, true], [true, true, true])).toEqual([false, false, false])
  })
  test('is kept while listed and ahead, whatever p is', () => {
    expect(run([true, true, true], [true, true, true], [true, false, true], [true, false, true])).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
  test('lapses when not listed or no longer ahead, and then needs two month-ends again', () => {
    const [yes, gone, behind] = [
      [true, true, true],
      [false, false, true],
      [true, false, false],
    ] as const
    expect(run([...yes], [...yes], [...gone], [...yes], [...yes])).toEqual([false, true, false, false, true])
    expect(run([...yes], [...yes], [...behind], [...yes])).toEqual([false, true, false, false])
  })
  test('is never given without a seed, against monkeys that do as well, or with few tickers to choose from', () => {
    for (const fails of [null, { ...always, p: 0.011 }, { ...always, choice: 99 }])
      expect(run([true, true, true], [true, true, true, fails], [true, true, true])).toEqual([
        false,
        false,
        false,
      ])
  })
  test('is decided on the last day of each month that is over', () => {
    expect(monthEnds('2026-11-30', '2027-02-28')).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ])
    expect(monthEnds('2026-11-30', '2026-11-29')).toEqual([])
  })
})

test('the board is in the order of p, then of t, then of the id; ended records only raise the bar', () => {
  const one = (id: string, p: number, t: number, more = {}) => ({
    id,
    trades: 20,
    isRated: true,
    isActive: true,
    figures: { p, t, lowYear: 0.01, weeks: 26 },
    recentMean: 0.1,
    ...more,
  })
  const junk = Array.from({ length: 20 }, (_, at) => one(`junk${at}`, 0.5, 0, { isRated: false }))
  const records = [
    one('d', 0.002, 3),
    one('c', 0.002, 3),
    one('b', 0.002, 3.1),
    one('a', 0.003, 4),
    one('ended', 0.0001, 9, { isActive: false }),
    one('low', 0.001, 5, { figures: { p: 0.001, t: 5, lowYear: 0.00999, weeks: 30 } }),
    one('young', 0.001, 2, { figures: { p: 0.001, t: 2, lowYear: 0.3, weeks: 25 } }),
    one('behind', 0.001, 1, { recentMean: 0 }),
  ]
  const listed = ['young', 'behind', 'b', 'c', 'd', 'a']
  expect(rankRecords(records)).toEqual({
    family: 8,
    rated: 8,
    cutoff: 0.003,
    listed,
    candidates: ['b', 'c', 'd', 'a'],
  })
  expect(
    rankRecords([
      ...records,
      ...junk,
      ...junk,
      ...junk,
      ...junk,
      ...junk,
      ...junk,
      ...junk,
      ...junk,
      ...junk,
    ]),
  ).toMatchObject({
    family: 188,
    cutoff: 0.003,
  })
  const few = [one('lucky', 0.004, 3), ...junk, ...junk]
  expect(rankRecords(few)).toMatchObject({ family: 41, cutoff: 0, listed: ['lucky'], candidates: [] })
  expect(rankRecords([])).toEqual({ family: 0, rated: 0, cutoff: 0, listed: [], candidates: [] })
})

describe('Exact figures', () => {
  const closes = ['2027-03-22', '2027-03-23', '2027-03-24', '2027-03-25'].map(
    (day) => [day, `${day}T20:00:00Z`] as const,
  )
  const days = tradingDays(closes)
  const rows = (prices: readonly string[]) =>
    prices.map((close, at) => ({ day: days.days[at] ?? '', close, dividend: '0', ratio: '1', volume: null }))
  const position = { side: 1, weight: 10_000, entry: 0, exit: null, index: 0, trip: 0, fee: 0 } as const

  test('stay exact with a price that is wrong by a factor of a billion', () => {
    const market = marketOf(days, (ticker) =>
      rows(ticker === 'AAA' ? ['0.01', '10000000.01'] : ['3', '3.000001']),
    )
    const wild = { ...position, ticker: 'AAA' }
    const { results } = dailyResults([wild, { ...wild, ticker: 'BBB', weight: 3333 }], market, [1, 1])
    // (10,000 × 99,999,999,999,999,967… + 3,333 × 0) / 100,000, with BBB's own move taken by T-bills.
    const move = 10n ** 17n - 33n
    expect(results[0]).toBe(Number((move * 10_000n) / 100_000n))
  })
  test('sums of products are rounded once', () => {
    const values = [2 ** 53 - 1, 2 ** 53 - 1, 3]
    const whole = 2n * (2n ** 53n - 1n) ** 2n + 9n
    const at = (i: number) => values[i] ?? 0
    expect(sumOfProducts(3, at, at)).toBe(Number(whole))
  })
  test('a price that isn’t a plain decimal is refused', () => {
    for (const text of ['', '1e5', 'NaN', '1,5', '.5']) expect(() => exact(text)).toThrow(RangeError)
  })
  test.each([
    [-0.00004, 4, '0.0000'],
    [-0, 2, '0.00'],
    [0.125, 2, '0.13'],
    [-0.125, 2, '-0.13'],
    [1.005, 2, '1.00'],
  ])('%d with %d decimals is %s', (value, decimals, text) => expect(rounded(value, decimals)).toBe(text))
})

test('a monkey chooses among the 20 others with the nearest moves, ties by ticker', () => {
  const days = tradingDays(
    Array.from({ length: 5 }, (_, at) => [`2027-03-2${at + 2}`, `2027-03-2${at + 2}T20:00:00Z`]),
  )
  const names = Array.from({ length: 30 }, (_, at) => `T${String.fromCharCode(65 + at)}`)
  const closeOf = (at: number) => String(100 + (at % 2 === 0 ? at : -at))
  const market = marketOf(days, (ticker) =>
    days.days.map((day, place) => ({
      day,
      close: place === 0 ? '100' : closeOf(names.indexOf(ticker)),
      dividend: '0',
      ratio: '1',
      volume: null,
    })),
  )
  const positions = [
    { ticker: 'TF', side: 1, weight: 10_000, entry: 0, exit: null, index: 0, trip: 0, fee: 0 } as const,
  ]
  const { pools, choice } = monkeyPools({ id: 'a/open', positions, last: 4 }, names, market)
  expect(choice).toBe(30)
  const byDistance = names
    .map((name, at) => [Math.abs(at - 5), name] as const)
    .filter(([distance]) => distance > 0)
    .toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1))
  expect(pools.get('TF')).toEqual(byDistance.slice(0, 20).map(([, name]) => name))
})
