// Trades close to the best prices of their days: how often luck does that, and what counts as one trade.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#test/test-scope.ts'
import { EXCHANGE_DAYS } from '#tools/sandbox/market/sample-market.ts'
import { areNearBest, isBeyondLuck, meanTail } from '#engine/portfolio/checks/best-prices.ts'
import { type CheckedTrade, checkTrades } from '#engine/portfolio/checks/check-trades.ts'
import { buy, dec, listed, sell } from '../performance/rows.ts'

const dayAt = (place: number) => EXCHANGE_DAYS[place] ?? ''

/** A trade of one share at this position between 90 and 110. */
function at(position: number, day: string, { symbol = 'ACME', isBuy = true } = {}): CheckedTrade[] {
  const bars = [{ day, close: dec(100), volume: null, low: dec(90), high: dec(110) }]
  const price = isBuy ? 110 - 20 * position : 90 + 20 * position
  const row = isBuy ? buy(day, symbol, 1, price) : sell(day, symbol, 1, price)
  return checkTrades(listed([row]), bars, [], () => dec(1))
}
/** One trade a day. */
const daily = (positions: readonly number[]) =>
  positions.flatMap((position, place) => at(position, dayAt(place)))

/** Reproducible random numbers in the range [0, 1): mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const position = fc.double({ min: 0, max: 1, noNaN: true })
const RUNS = { numRuns: runs(500) }

describe('The tail of the mean of uniform numbers', () => {
  test.each([
    ['one number', 0.999, 1, 0.001],
    ['two numbers: a triangle', 0.9, 2, 0.02],
    ['three numbers', 0.9, 3, 0.3 ** 3 / 6],
    ['half of any count', 0.5, 7, 0.5],
    ['all at the best price', 1, 10, 0],
    ['fifty, as the normal distribution has it', 0.5 + 2 / Math.sqrt(600), 50, 0.0228],
  ])('%s', (_name, mean, n, expected) => {
    expect(meanTail(mean, n)).toBeCloseTo(expected, 3)
  })

  test('is exceeded by random numbers as often as it says', () => {
    const random = seededRandom(1)
    for (const n of [10, 20, 50, 60]) {
      let beyond = 0
      const rounds = 100_000
      for (let round = 0; round < rounds; round++) {
        let sum = 0
        for (let k = 0; k < n; k++) sum += random()
        if (isBeyondLuck(sum / n, n)) beyond++
      }
      // Four standard errors of 100,000 rounds.
      expect(beyond / rounds).toBeGreaterThan(0.0006)
      expect(beyond / rounds).toBeLessThan(0.0014)
    }
  })
})

describe('Trades are near the best prices', () => {
  test.each([
    ['bought at the low of ten days', daily(Array<number>(10).fill(1)), true],
    ['bought at the low of nine days', daily(Array<number>(9).fill(1)), false],
    ['at 0.78 of ten days', daily(Array<number>(10).fill(0.78)), true],
    ['at 0.76 of ten days', daily(Array<number>(10).fill(0.76)), false],
    ['at the middle of sixty days', daily(Array<number>(60).fill(0.5)), false],
    ['at the worst price of sixty days', daily(Array<number>(60).fill(0)), false],
    [
      'bought at the low and sold at the high of five days',
      Array.from({ length: 10 }, (_, place) => at(1, dayAt(place >> 1), { isBuy: place % 2 === 0 })).flat(),
      true,
    ],
    [
      'one order at the low, filled in forty parts',
      Array.from({ length: 40 }, () => at(1, dayAt(0))).flat(),
      false,
    ],
    [
      'a basket of twenty shares bought in one minute near the low',
      Array.from({ length: 20 }, (_, place) => at(0.95, dayAt(0), { symbol: `S${place}` })).flat(),
      false,
    ],
  ])('%s: %s', (_name, trades, expected) => {
    expect(areNearBest(trades)).toBe(expected)
  })

  test('regardless of their order, and still so at a better price', () => {
    const positions = fc.array(position, { minLength: 10, maxLength: 40 })
    fc.assert(
      fc.property(positions, fc.nat(), position, (all, which, better) => {
        const isNear = areNearBest(daily(all))
        expect(areNearBest(daily(all).toReversed())).toBe(isNear)
        const place = which % all.length
        const improved = all.with(place, Math.max(better, all[place] ?? 0))
        expect(areNearBest(daily(improved)) || !isNear).toBe(true)
      }),
      RUNS,
    )
  })

  test('for about one in 1,000 of those who trade at random prices, whatever they trade on a day', () => {
    const random = seededRandom(2)
    const people = 20_000
    let near = 0
    for (let person = 0; person < people; person++) {
      const trades = Array.from({ length: 24 }, (_, place): CheckedTrade => {
        const isBuy = random() < 0.5
        const row = { ...(isBuy ? BUY : SELL), day: dayAt(place), symbol: `S${place % 3}` }
        return { trade: row, price: 1, low: 1, high: 2, isOutside: false, position: random() }
      })
      if (areNearBest(trades)) near++
    }
    expect(near / people).toBeGreaterThan(0.0002)
    expect(near / people).toBeLessThan(0.002)
  })

  test('for few of those who buy at each day’s close', () => {
    const random = seededRandom(3)
    const people = 2000
    let near = 0
    for (let person = 0; person < people; person++) {
      const positions = Array.from({ length: 30 }, () => 1 - closeInRange(random))
      if (isBeyondLuck(positions.reduce((sum, one) => sum + one, 0) / 30, 30)) near++
    }
    // The close is near an end of the range more often than a random price is: about 3 in 1,000 (measured).
    expect(near / people).toBeLessThan(0.01)
  })
})

const [BUY, SELL] = listed([buy('2026-01-02', 'ACME', 1, 1), sell('2026-01-02', 'ACME', 1, 1)]) as [
  CheckedTrade['trade'],
  CheckedTrade['trade'],
]

/** Where a day of 78 random steps ends between its low and its high. */
function closeInRange(random: () => number): number {
  let [price, low, high] = [0, 0, 0]
  for (let step = 0; step < 78; step++) {
    price += random() - 0.5
    low = Math.min(low, price)
    high = Math.max(high, price)
  }
  return (price - low) / (high - low)
}

describe('A trade’s position', () => {
  const DAY = '2026-03-06'
  const bar = (low: number, high: number) => [
    { day: DAY, close: dec(high), volume: null, low: dec(low), high: dec(high) },
  ]
  const positionOf = (...[row, bars, rate = 1]: [ReturnType<typeof buy>, ReturnType<typeof bar>, number?]) =>
    checkTrades(listed([row]), bars, [], () => dec(rate))[0]?.position

  test.each([
    ['bought at the low', buy(DAY, 'ACME', 10, 100), bar(100, 104), 1],
    ['bought a quarter above the low', buy(DAY, 'ACME', 10, 101), bar(100, 104), 0.75],
    ['bought below the low', buy(DAY, 'ACME', 10, 50), bar(100, 104), 1],
    ['sold at the high', sell(DAY, 'ACME', 10, 104), bar(100, 104), 1],
    ['sold a quarter above the low', sell(DAY, 'ACME', 10, 101), bar(100, 104), 0.25],
    ['sold below the low', sell(DAY, 'ACME', 10, 90), bar(100, 104), 0],
    ['bought on a day without a range', buy(DAY, 'ACME', 10, 100), bar(100, 100), null],
  ])('%s', (_name, row, bars, expected) => {
    expect(positionOf(row, bars)).toBe(expected)
  })

  test('isn’t known if an exchange rate at the close leads to its currency', () => {
    expect(positionOf(buy(DAY, 'ACME', 10, 91, { currency: 'EUR' }), bar(100, 104), 0.91)).toBeNull()
  })

  test('is that of the shares before a split if the file counts in those', () => {
    const split = [{ day: '2026-03-09', ratio: dec(4) }]
    const [checked] = checkTrades(listed([buy(DAY, 'ACME', 40, '25.25')]), bar(100, 104), split, () => dec(1))
    expect(checked?.position).toBe(0.75)
  })
})
