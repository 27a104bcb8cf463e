// The sample market: shares move with the benchmark by their betas, and a price never changes.
import { type Bar, BENCHMARK } from '#engine/market/prices.ts'
import { describe, expect, test } from 'vitest'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'

const [FROM, TO] = ['1998-01-02', '2025-12-31']
const YEARS = 28
const SYMBOLS = ['AAPL', 'COST', 'ENB.TO', 'GOOGL', 'JNJ', 'JPM', 'KO', 'MSFT', 'NVDA', 'RY.TO', 'VTI', 'XOM']

const market = simulatedMarket()
const closesOf = (symbol: string) => market.closes(symbol, FROM, TO)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const covariance = (one: number[], other: number[]) => {
  const [a, b] = [mean(one), mean(other)]
  return mean(one.map((value, index) => (value - a) * ((other[index] ?? 0) - b)))
}
const returnsOf = (bars: Bar[]) =>
  bars.slice(1).map(({ close }, index) => Math.log(Number(close) / Number(bars[index]?.close)))
const aYear = (returns: number[]) => returns.reduce((sum, value) => sum + value, 0) / YEARS
const swing = (returns: number[]) => Math.sqrt(252 * covariance(returns, returns))

/** Least squares against the benchmark. `alpha`: the yearly return that isn't the benchmark's. */
async function measured(symbol: string) {
  const [own, index] = [returnsOf(await closesOf(symbol)), returnsOf(await closesOf(BENCHMARK))]
  const beta = covariance(own, index) / covariance(index, index)
  const rest = own.map((value, day) => value - beta * (index[day] ?? 0))
  return { beta, ownSwing: swing(rest), alpha: aYear(rest) + swing(rest) ** 2 / 2 }
}

describe('The sample market', () => {
  test('rises about as much as markets do', async () => {
    const returns = returnsOf(await closesOf(BENCHMARK))
    expect(aYear(returns)).toBeGreaterThan(0.04)
    expect(aYear(returns)).toBeLessThan(0.1)
    expect(swing(returns)).toBeGreaterThan(0.145)
    expect(swing(returns)).toBeLessThan(0.165)
  })

  test('moves its shares by their betas', async () => {
    const shares = await Promise.all(SYMBOLS.map(measured))
    // Measured over 28 years, a beta is within a twentieth of the true one, which is between 0.6 and 1.5.
    for (const { beta, ownSwing } of shares) {
      expect(beta).toBeGreaterThan(0.5)
      expect(beta).toBeLessThan(1.6)
      expect(ownSwing).toBeGreaterThan(0.13)
      expect(ownSwing).toBeLessThan(0.37)
    }
    const betas = shares.map(({ beta }) => beta)
    expect(Math.max(...betas) - Math.min(...betas)).toBeGreaterThan(0.4)
    expect(mean(betas)).toBeGreaterThan(0.8)
    expect(mean(betas)).toBeLessThan(1.3)
  })

  test('has shares that outperform it and shares that underperform it', async () => {
    const alphas = (await Promise.all(SYMBOLS.map(measured))).map(({ alpha }) => alpha)
    expect(Math.min(...alphas)).toBeLessThan(-0.02)
    expect(Math.max(...alphas)).toBeGreaterThan(0.02)
    expect(Math.abs(mean(alphas))).toBeLessThan(0.08)
  })

  test('gives each share its own movement besides its beta: no two are alike', async () => {
    const [one, other] = [returnsOf(await closesOf('KO')), returnsOf(await closesOf('NVDA'))]
    const alike = covariance(one, other) / Math.sqrt(covariance(one, one) * covariance(other, other))
    expect(alike).toBeGreaterThan(0.1)
    expect(alike).toBeLessThan(0.7)
  })

  test('returns the same price in any order of requests and for any range', async () => {
    const fresh = simulatedMarket()
    const early = await fresh.closes('ACME', '2024-03-01', '2024-03-29')
    await fresh.closes(BENCHMARK, '2020-01-02', '2025-06-30')
    const late = await fresh.closes('ACME', '2024-03-01', '2026-06-30')
    const other = await simulatedMarket().closes('ACME', '2010-01-04', '2024-03-29')
    expect(late.slice(0, early.length)).toEqual(early)
    expect(other.slice(-early.length)).toEqual(early)
  })

  test('has usual prices: after decades of chance none costs cents or thousands', async () => {
    const symbols = ['ADI', 'AES', 'DVN', 'EWJ', 'KLAC', 'USO', ...SYMBOLS]
    const prices = await Promise.all(
      symbols.map(async (symbol) =>
        Number((await market.closes(symbol, '2025-06-02', '2026-12-31')).at(-1)?.close),
      ),
    )
    expect(Math.min(...prices)).toBeGreaterThan(5)
    expect(Math.max(...prices)).toBeLessThan(1000)
  })

  test('has the same benchmark price with and without dividends', async () => {
    expect(await market.adjustedCloses(BENCHMARK, '2025-01-02', TO)).toEqual(
      await market.closes(BENCHMARK, '2025-01-02', TO),
    )
  })
})
