// Sample prices pass through the account's own trades and otherwise follow the sample market.
import { describe, expect, test } from 'vitest'
import { samplePrices } from '#engine/portfolio/valuation/sample-prices.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { buy, dec, deposit, listed, sell, split } from '#test/engine/portfolio/performance/rows.ts'

const flat = (days: string[], close = 50) => days.map((day) => ({ day, close: dec(close) }))
const DAYS = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09']
const pricesOf = (closes: ReturnType<typeof samplePrices>) => DAYS.map((day) => Number(closes.byDay.get(day)))

describe('Sample prices', () => {
  test('equal the trades on their days, and scale smoothly from one to the next', () => {
    const rows = listed([buy('2026-01-05', 'ACME', 1, 100), sell('2026-01-09', 'ACME', 1, 400)])
    const [first, second, third, fourth, fifth] = pricesOf(samplePrices(flat(DAYS), rows))
    expect([first, third, fifth]).toEqual([100, 200, 400])
    expect([second, fourth].map((price) => Math.round(price ?? 0))).toEqual([141, 283])
  })

  test('follow the market before the first trade and after the last', () => {
    const bars = DAYS.map((day, index) => ({ day, close: dec(50 + index) }))
    const closes = samplePrices(bars, listed([buy('2026-01-07', 'ACME', 1, 104)]))
    expect(pricesOf(closes)).toEqual([100, 102, 104, 106, 108])
  })

  test('fall with a split that is given only by shares', () => {
    const rows = listed([buy('2026-01-05', 'ACME', 10, 100), split('2026-01-07', 'ACME', { added: 30 })])
    expect(pricesOf(samplePrices(flat(DAYS), rows))).toEqual([100, 100, 25, 25, 25])
  })

  test('of a trade on a Sunday apply to the Friday before', () => {
    const rows = listed([buy('2026-01-11', 'ACME', 1, 300)])
    expect(pricesOf(samplePrices(flat(DAYS), rows))[4]).toBe(300)
  })

  test('of untraded shares are the market’s own', () => {
    expect(pricesOf(samplePrices(flat(DAYS), listed([deposit('2026-01-05', 5)])))).toEqual([
      50, 50, 50, 50, 50,
    ])
  })

  test('of a long history pass through every trade', async () => {
    const bars = await simulatedMarket().closes('ACME', '2023-01-02', '2026-01-30')
    const rows = bars
      .filter((_, index) => index % 37 === 0)
      .map(({ day }, index) => buy(day, 'ACME', 1, 40 + index * 3))
    const closes = samplePrices(bars, listed(rows))
    for (const { day, price } of rows) expect(Number(closes.byDay.get(day))).toBeCloseTo(Number(price), 6)
  })
})
