// The securities that sample accounts trade, with approximate prices on some days, in today's shares.
import type { Day } from './trading-days.ts'

export type Currency = 'USD' | 'CAD'
export type Security = {
  symbol: string
  name: string
  kind: 'stock' | 'etf'
  exchange: keyof typeof EXCHANGES
  currency: Currency
  figi: string | null
  /** One price per `CLOSE_DAYS`. */
  closes: number[]
  /** Months of payment; the amount per share in 2024, in shares of that day after its splits. */
  dividend: { months: number[]; perShare: number; since?: Day } | null
  splits: { day: Day; ratio: number }[]
}

export const CLOSE_DAYS: Day[] = [
  '2023-01-03',
  '2023-07-03',
  '2023-10-27',
  '2024-01-02',
  '2024-04-19',
  '2024-07-01',
  '2024-12-31',
  '2025-04-08',
  '2025-07-01',
  '2025-10-01',
  '2025-12-31',
]

export const EXCHANGES = {
  XNAS: { code: 'NASDAQ', name: 'Nasdaq Stock Market', timezone: 'America/New_York', suffix: null },
  XNYS: { code: 'NYSE', name: 'New York Stock Exchange', timezone: 'America/New_York', suffix: null },
  ARCX: { code: 'ARCA', name: 'NYSE Arca', timezone: 'America/New_York', suffix: null },
  XTSE: { code: 'TSX', name: 'Toronto Stock Exchange', timezone: 'America/Toronto', suffix: '.TO' },
} as const

const QUARTERS = { march: [3, 6, 9, 12], february: [2, 5, 8, 11], january: [1, 4, 7, 10] }
type Paid = { months: number[]; perShare: number; since?: Day } | null

function security(
  [symbol, name, figi]: [string, string, string | null],
  [kind, exchange]: [Security['kind'], Security['exchange']],
  closes: number[],
  dividend: Paid,
  splits: Security['splits'] = [],
): Security {
  const currency = exchange === 'XTSE' ? 'CAD' : 'USD'
  return { symbol, name, kind, exchange, currency, figi, closes, dividend, splits }
}
const pays = (perShare: number, months: number[], since?: Day): Paid =>
  since === undefined ? { perShare, months } : { perShare, months, since }

const ALL: Security[] = [
  security(
    ['AAPL', 'Apple Inc', 'BBG000B9XRY4'],
    ['stock', 'XNAS'],
    [125, 192, 168, 186, 165, 217, 250, 172, 208, 255, 272],
    pays(0.25, QUARTERS.february),
  ),
  security(
    ['MSFT', 'Microsoft Corp', 'BBG000BPH459'],
    ['stock', 'XNAS'],
    [240, 338, 330, 371, 399, 457, 421, 354, 492, 520, 484],
    pays(0.75, QUARTERS.march),
  ),
  security(
    ['NVDA', 'NVIDIA Corp', 'BBG000BBJQV0'],
    ['stock', 'XNAS'],
    [14.3, 42.4, 40.5, 48.2, 76.2, 124, 134, 96, 153, 187, 186],
    pays(0.01, QUARTERS.march),
    [{ day: '2024-06-10', ratio: 10 }],
  ),
  security(
    ['AMZN', 'Amazon.com Inc', 'BBG000BVPV84'],
    ['stock', 'XNAS'],
    [86, 130, 128, 150, 175, 197, 219, 171, 220, 221, 231],
    null,
  ),
  security(
    ['GOOGL', 'Alphabet Inc Class A', 'BBG009S39JX6'],
    ['stock', 'XNAS'],
    [89, 120, 122, 138, 154, 182, 189, 145, 176, 245, 313],
    pays(0.2, QUARTERS.march, '2024-06-01'),
  ),
  security(
    ['COST', 'Costco Wholesale Corp', 'BBG000F6H8W8'],
    ['stock', 'XNAS'],
    [453, 536, 552, 651, 708, 848, 916, 899, 987, 917, 862],
    pays(1.16, QUARTERS.february),
  ),
  security(
    ['JNJ', 'Johnson & Johnson', 'BBG000BMHYD1'],
    ['stock', 'XNYS'],
    [178, 165, 145, 160, 148, 146, 145, 150, 155, 186, 207],
    pays(1.24, QUARTERS.march),
  ),
  security(
    ['JPM', 'JPMorgan Chase & Co', 'BBG000DMBXR2'],
    ['stock', 'XNYS'],
    [135, 146, 136, 172, 186, 206, 240, 216, 290, 310, 322],
    pays(1.15, QUARTERS.january),
  ),
  security(
    ['KO', 'Coca-Cola Co', 'BBG000BMX289'],
    ['stock', 'XNYS'],
    [63, 60, 55.5, 59.8, 60, 63, 62.3, 69, 71, 66, 70],
    pays(0.485, [4, 7, 10, 12]),
  ),
  security(
    ['VTI', 'Vanguard Total Stock Market ETF', null],
    ['etf', 'ARCX'],
    [191, 221, 203, 236, 245, 270, 290, 246, 305, 329, 336],
    pays(0.92, QUARTERS.march),
  ),
  security(
    ['VOO', 'Vanguard S&P 500 ETF', null],
    ['etf', 'ARCX'],
    [351, 408, 378, 434, 455, 503, 539, 457, 569, 614, 628],
    pays(1.7, QUARTERS.march),
  ),
  security(
    ['ENB.TO', 'Enbridge Inc', null],
    ['stock', 'XTSE'],
    [53, 49.5, 44, 48, 47, 48.6, 61, 59, 62, 70, 66],
    pays(0.915, QUARTERS.march),
  ),
  security(
    ['XIU.TO', 'iShares S&P/TSX 60 Index ETF', null],
    ['etf', 'XTSE'],
    [29.4, 30.6, 28.6, 31.6, 33, 33.2, 37.4, 34.9, 40.3, 44.6, 46.8],
    pays(0.26, QUARTERS.march),
  ),
]
const bySymbol = new Map(ALL.map((one) => [one.symbol, one]))

export function securityOf(symbol: string): Security {
  const found = bySymbol.get(symbol)
  if (!found) throw new Error(`The sample broker knows no security called ${symbol}.`)
  return found
}
export const knownSymbols = () => [...bySymbol.keys()]
