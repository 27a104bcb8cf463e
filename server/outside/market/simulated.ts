// A made-up market for when no market data is set up: the same prices for everybody, and every figure says "Sample data".
import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { exchangeDays } from './exchange-days.ts'
import { type Bar, BENCHMARK, type Market } from './port.ts'

const FIRST_DAY = '1998-01-02'
/** Exchange days of a year. */
const YEAR = 252

/** US dollars for one unit, made up near what they have been for years. */
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
  // Only the days are kept, which are the same for every symbol: paths would be megabytes for each.
  let known: { to: string; days: string[] } = { to: '', days: [] }
  const closes = async (symbol: string, from: string, to: string) => {
    if (known.to !== to) known = { to, days: exchangeDays(FIRST_DAY, to) }
    return walk(symbol, known.days, from)
  }
  return {
    name: 'simulated',
    isSample: true,
    closes,
    adjustedCloses: closes,
    splits: async () => [],
    async rates(currency, from, to) {
      const rate = RATES[currency]
      return rate === undefined
        ? []
        : exchangeDays(from, to).map((day) => ({ day, close: new Decimal(rate) }))
    },
  }
}

/** Geometric Brownian motion whose chance is the symbol's own, so that a price of the past never changes. */
function walk(symbol: string, days: string[], from: string): Bar[] {
  const chance = chanceOf(symbol)
  const isBenchmark = symbol === BENCHMARK
  const perYear = isBenchmark ? 0.08 : 0.02 + 0.12 * chance()
  const spread = isBenchmark ? 0.15 : 0.18 + 0.27 * chance()
  let price = isBenchmark ? 95 : 10 + 90 * chance()
  const drift = perYear / YEAR - (spread * spread) / (2 * YEAR)
  const bars: Bar[] = []
  for (const day of days) {
    price *= Math.exp(drift + (spread / Math.sqrt(YEAR)) * normal(chance))
    if (day >= from) bars.push({ day, close: new Decimal(price.toFixed(2)).clamp('0.01', '1e9') })
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
