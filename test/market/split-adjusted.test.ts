// Split-adjusted closes for single holdings, so that no split looks like a fall.
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { splitAdjusted, type MarketData } from '#engine/portfolio/valuation/market-data.ts'
import { withDividends } from '#server/adapters/market/total-return.ts'

const dec = (value: number) => new Decimal(value)
const bars = (closes: Record<string, number>) =>
  Object.entries(closes).map(([day, close]) => ({ day, close: dec(close) }))

test('closes before a split are converted to the shares after it', () => {
  const byDay = new Map(Object.entries({ '2025-06-09': 480, '2025-06-10': 121, '2025-06-11': 122 }))
  const data: MarketData = {
    closes: new Map([
      ['BOLT', { currency: 'USD', byDay }],
      ['ACME', { currency: 'USD', byDay }],
    ]),
    splits: [{ symbol: 'BOLT', day: '2025-06-10', ratio: dec(4) }],
    rates: new Map(),
    hasBaseRates: true,
    mismatched: [],
  }
  const { closes } = splitAdjusted(data)
  const plain = (symbol: string) => [...(closes.get(symbol)?.byDay.values() ?? [])].map(Number)
  expect(plain('BOLT')).toEqual([120, 121, 122])
  expect(plain('ACME')).toEqual([480, 121, 122])
})

test('a dividend reduces all earlier closes, and none from its day on', () => {
  const closes = bars({ '2025-03-19': 99, '2025-03-20': 100, '2025-03-21': 98, '2025-03-24': 99 })
  const adjusted = withDividends(closes, [{ day: '2025-03-21', amount: dec(2) }])
  expect(adjusted.map(({ close }) => close.toNumber())).toEqual([97.02, 98, 98, 99])
})

test('dividends on a non-trading day, before the first close and in the future are handled', () => {
  const closes = bars({ '2025-03-21': 100, '2025-03-24': 100 })
  const on = (day: string) =>
    withDividends(closes, [{ day, amount: dec(10) }]).map(({ close }) => close.toNumber())
  expect(on('2025-03-22')).toEqual([90, 100])
  expect(on('2025-03-20')).toEqual([100, 100])
  expect(on('2025-04-01')).toEqual([100, 100])
})
