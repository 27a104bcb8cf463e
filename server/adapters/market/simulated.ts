// Sample prices for servers without market data. They are the same for everybody, and every page that shows them is
// labeled "Sample data". Uses a single-index model (Sharpe, 1963): a share's return is its beta times the market's
// return, plus an independent return.
import { BENCHMARK, type CorporateAction, type DayBar } from '#engine/market/prices.ts'
import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import { type Market } from './port.ts'

const FIRST_DAY = '1998-01-02'
/** On this day every share has a usual price. A random walk from decades earlier would leave some at a few cents. */
const LEVEL_DAY = '2025-01-02'
/** Exchange days in a year. */
const YEAR = 252
/**
 * Yearly drift and volatility of the benchmark. The seed was picked so that 2023 to 2025 resemble the real years,
 * because the sample broker's trades use real closes from those years, and so that no crash follows.
 */
const INDEX = { seed: 'SPY 203', perYear: 0.08, spread: 0.155, start: 95 }

/** The T-bill fund, which method 2 subtracts, has a constant yearly return. */
const CASH = { symbol: 'BIL', perYear: 0.03, start: 50 }

/** The dollar volume of each share per day, well above the limit for illiquid shares. */
const DAY_VALUE = 20_000_000

/** US dollars for one unit, close to the rates of recent years. */
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

/**
 * A few real corporate actions. Stock mergers and spin-offs are left out: simulated prices of two shares don't move
 * together, so these actions would look like gains and losses.
 */
const ACTIONS: CorporateAction[] = [
  ...[
    ['2022-02-17', 'VIAC', 'PARA'],
    ['2022-06-09', 'FB', 'META'],
    ['2025-01-21', 'SQ', 'XYZ'],
  ].map(([day = '', symbol = '', newSymbol = '']): CorporateAction => {
    return { kind: 'rename', day, symbol, newSymbol, ratio: new Decimal(1), cash: null }
  }),
  ...[
    ['2022-10-28', 'TWTR', '54.20'],
    ['2023-10-13', 'ATVI', '95'],
  ].map(([day = '', symbol = '', cash = '']): CorporateAction => {
    return { kind: 'merger', day, symbol, newSymbol: null, ratio: null, cash: new Decimal(cash) }
  }),
]

export function simulatedMarket(): Market {
  // Only the days and the benchmark are cached, because they serve every symbol. Paths would take megabytes per symbol.
  let known: { to: string; days: string[]; index: number[] } = { to: '', days: [], index: [] }
  const closes = async (symbol: string, from: string, to: string) => {
    if (known.to !== to) {
      const days = exchangeDays(FIRST_DAY, to > LEVEL_DAY ? to : LEVEL_DAY)
      known = { to, days, index: steps(randomNumbers(INDEX.seed), INDEX, days.length) }
    }
    const { start, returns } = simulate(symbol)
    return pathOf(start, returns, known.days, { from, to })
  }
  function simulate(symbol: string) {
    if (symbol === BENCHMARK) return { start: INDEX.start, returns: known.index }
    if (symbol === CASH.symbol)
      return { start: CASH.start, returns: known.index.map(() => CASH.perYear / YEAR) }
    return simulateShare(symbol, known.index, known.days.indexOf(LEVEL_DAY))
  }
  return {
    name: 'simulated',
    isSample: true,
    closes,
    adjustedCloses: closes,
    splits: async () => [],
    dividends: async () => null,
    corporateActions: async (symbol, from, to) =>
      ACTIONS.filter(
        (one) => (one.symbol === symbol || one.newSymbol === symbol) && one.day >= from && one.day <= to,
      ),
    async rates(currency, from, to) {
      const rate = RATES[currency]
      return rate === undefined
        ? []
        : exchangeDays(from, to).map((day) => ({ day, close: new Decimal(rate) }))
    },
    // Every server knows the instruments of common-instruments.csv.
    instruments: async () => [],
  }
}

/**
 * The random numbers depend only on the symbol, so past prices never change. Return = beta × benchmark + own return.
 */
function simulateShare(
  symbol: string,
  index: number[],
  levelPlace: number,
): { start: number; returns: number[] } {
  const chance = randomNumbers(symbol)
  const perYear = -0.08 + 0.16 * chance()
  const spread = 0.15 + 0.2 * chance()
  const level = 20 + 180 * chance()
  const beta = 0.6 + 0.9 * chance()
  const own = steps(chance, { perYear, spread }, index.length)
  const returns = own.map((step, day) => beta * (index[day] ?? 0) + step)
  const grown = returns.slice(0, levelPlace + 1).reduce((sum, step) => sum + step, 0)
  return { start: level / Math.exp(grown), returns }
}

/** Daily log returns of a geometric Brownian motion. */
function steps(chance: () => number, of: { perYear: number; spread: number }, count: number): number[] {
  const drift = (of.perYear - of.spread ** 2 / 2) / YEAR
  return Array.from({ length: count }, () => drift + (of.spread / Math.sqrt(YEAR)) * normal(chance))
}

function pathOf(
  start: number,
  returns: number[],
  days: string[],
  { from, to }: { from: string; to: string },
): DayBar[] {
  let price = start
  const bars: DayBar[] = []
  for (const [index, day] of days.entries()) {
    price *= Math.exp(returns[index] ?? 0)
    if (day < from) continue
    if (day > to) break
    // Below a dollar a cent would be too large a step. Exchanges also quote four decimals there.
    const close = new Decimal(price.toFixed(price < 1 ? 4 : 2))
    // No range, because nothing is checked against sample prices. The volume follows from the day's value.
    const volume = new Decimal(DAY_VALUE).div(close.clamp('0.01', '1e9')).floor()
    bars.push({ day, close: close.clamp('0.01', '1e9'), low: null, high: null, volume })
  }
  return bars
}

/** Pseudorandom numbers in [0, 1) from a seed: the words of successive hashes. */
function randomNumbers(seed: string): () => number {
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

/** The Box–Muller transform (1958). */
const normal = (chance: () => number) =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
