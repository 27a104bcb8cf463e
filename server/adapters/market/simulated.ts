// Sample prices for when no market data is set up: the same for everybody, and every figure says "Sample data".
// A single-index model (Sharpe, 1963): a share moves with the market by its beta, and beside that on its own.
import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { exchangeDays } from './exchange-days.ts'
import { BENCHMARK, type DayBar, type Market } from './port.ts'

const FIRST_DAY = '1998-01-02'
/** Exchange days of a year. */
const YEAR = 252
/**
 * What the benchmark gains and swings in a year. Of many seeds, one whose 2023 to 2025 come near the real ones, as the
 * sample broker's trades are at real closes of those years, and whose quarters after that are no crash.
 */
const INDEX = { seed: 'SPY 203', perYear: 0.08, spread: 0.155, start: 95 }

/** US dollars for one unit, chosen near what they have been for years. */
const RATES: Record<string, number> = {
  USD: 1,
  EUR: 1.1,
  GBP: 1.28,
  CHF: 1.12,
  CAD: 0.74,
  AUD: 0.66,
  SEK: 0.095,
  NOK: 0.094,
  DKK: 0.147,
  PLN: 0.25,
  JPY: 0.0067,
  HKD: 0.128,
}

export function simulatedMarket(): Market {
  // Only the days and the benchmark are kept, the same for every symbol: paths would be megabytes for each.
  let known: { to: string; days: string[]; index: number[] } = { to: '', days: [], index: [] }
  const closes = async (symbol: string, from: string, to: string) => {
    if (known.to !== to) {
      const days = exchangeDays(FIRST_DAY, to)
      known = { to, days, index: steps(chanceOf(INDEX.seed), INDEX, days.length) }
    }
    const { start, returns } =
      symbol === BENCHMARK ? { start: INDEX.start, returns: known.index } : shareOf(symbol, known.index)
    return pathOf(start, returns, known.days, from)
  }
  return {
    name: 'simulated',
    isSample: true,
    closes,
    adjustedCloses: closes,
    splits: async () => [],
    dividends: async () => null,
    async rates(currency, from, to) {
      const rate = RATES[currency]
      return rate === undefined
        ? []
        : exchangeDays(from, to).map((day) => ({ day, close: new Decimal(rate) }))
    },
  }
}

/** Chance is the symbol's own, so that a price of the past never changes: beta × the benchmark + what is its own. */
function shareOf(symbol: string, index: number[]): { start: number; returns: number[] } {
  const chance = chanceOf(symbol)
  const perYear = -0.08 + 0.16 * chance()
  const spread = 0.15 + 0.2 * chance()
  const start = 10 + 90 * chance()
  const beta = 0.6 + 0.9 * chance()
  const own = steps(chance, { perYear, spread }, index.length)
  return { start, returns: own.map((step, day) => beta * (index[day] ?? 0) + step) }
}

/** Daily log returns of a geometric Brownian motion. */
function steps(chance: () => number, of: { perYear: number; spread: number }, count: number): number[] {
  const drift = (of.perYear - of.spread ** 2 / 2) / YEAR
  return Array.from({ length: count }, () => drift + (of.spread / Math.sqrt(YEAR)) * normal(chance))
}

function pathOf(start: number, returns: number[], days: string[], from: string): DayBar[] {
  let price = start
  const bars: DayBar[] = []
  for (const [index, day] of days.entries()) {
    price *= Math.exp(returns[index] ?? 0)
    if (day < from) continue
    // Below a dollar a cent would be a leap; exchanges quote four places there too.
    const close = new Decimal(price.toFixed(price < 1 ? 4 : 2))
    // Nothing is compared with prices that nobody paid.
    bars.push({ day, close: close.clamp('0.01', '1e9'), low: null, high: null })
  }
  return bars
}

/** Numbers from 0 up to 1 that the seed decides: the words of one hash after the other. */
function chanceOf(seed: string): () => number {
  let block = Buffer.alloc(0)
  let blocks = 0
  let place = 0
  return () => {
    if (place >= block.length) {
      block = createHash('sha512')
        .update(`${seed} ${(blocks += 1)}`)
        .digest()
      place = 0
    }
    place += 4
    return block.readUInt32LE(place - 4) / 2 ** 32
  }
}

/** Box and Muller, 1958. */
const normal = (chance: () => number) =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
