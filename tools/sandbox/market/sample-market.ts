// The sample shares, currencies and exchange days that both APIs serve. Doesn't read a clock.

export type Split = { day: string; before: number; after: number }
/** `day` is the ex-dividend date; `payDay` is two weeks later by default. */
export type Dividend = { day: string; amount: number; payDay?: string }
export type Share = {
  /** The price on the first exchange day, in US dollars and current shares. */
  start: number
  from?: string
  to?: string
  splits: Split[]
  dividends: Dividend[]
  /** From that day on, the price is lower by this many dollars, the value of the spun-off share. */
  drops?: { day: string; amount: number }[]
}
export type Bar = { day: string; close: number; volume: number }
/** `day`: the first day on which it has happened. `before` old shares became `after` new ones, and `cash` dollars for each old one. */
export type CorporateAction = {
  kind: 'name_change' | 'cash_merger' | 'stock_merger' | 'stock_and_cash_merger' | 'spin_off'
  day: string
  symbol: string
  newSymbol?: string
  before?: number
  after?: number
  cash?: number
}

const CLOSED = new Set(
  [
    '2024-01-01 2024-01-15 2024-02-19 2024-03-29 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-11-28 2024-12-25',
    '2025-01-01 2025-01-09 2025-01-20 2025-02-17 2025-04-18 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-11-27 2025-12-25',
    '2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 2026-12-25',
  ].flatMap((days) => days.split(' ')),
)

const calendar = function* () {
  for (let ms = Date.UTC(2024, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 86_400_000) {
    const weekday = new Date(ms).getUTCDay()
    const day = new Date(ms).toISOString().slice(0, 10)
    if (weekday !== 0 && weekday !== 6 && !CLOSED.has(day)) yield day
  }
}
export const EXCHANGE_DAYS: string[] = [...calendar()]

const plain = { splits: [], dividends: [] }
const faulty = { start: 10, ...plain }
export const SHARES: Record<string, Share> = {
  ACME: { start: 40, ...plain },
  BOLT: { start: 120, ...plain, splits: [{ day: '2025-06-10', before: 1, after: 4 }] },
  REVR: { start: 5, ...plain, splits: [{ day: '2025-03-18', before: 10, after: 1 }] },
  SPY: {
    start: 400,
    splits: [],
    dividends: ['2025-03-21', '2025-06-20', '2025-09-19', '2025-12-19'].map((day) => ({ day, amount: 1.75 })),
  },
  DIVI: {
    start: 50,
    splits: [],
    dividends: ['2025-03-14', '2025-09-12'].map((day) => ({ day, amount: 0.5 })),
  },
  LATE: { start: 20, from: '2025-09-02', ...plain },
  GONE: { start: 30, to: '2025-04-30', ...plain },
  THIN: { start: 30, ...plain },
  OLDN: { start: 60, to: '2025-06-06', ...plain },
  NEWN: { start: 60, from: '2025-06-09', ...plain },
  CASHM: { start: 53, to: '2025-07-31', ...plain },
  STOKM: { start: 90, to: '2025-07-31', ...plain },
  MIXM: { start: 70, to: '2025-07-31', ...plain },
  // A third of a KIDS, at about 24 dollars, left the price of PRNT.
  PRNT: { start: 80, ...plain, drops: [{ day: '2025-08-04', amount: 8 }] },
  KIDS: { start: 20, from: '2025-08-04', ...plain },
  'BTC-USD': { start: 40_000, ...plain },
  BUSY: faulty,
  DOWN: faulty,
  SLOW: faulty,
  ODD: faulty,
}
export const CORPORATE_ACTIONS: CorporateAction[] = [
  { kind: 'name_change', day: '2025-06-09', symbol: 'OLDN', newSymbol: 'NEWN' },
  { kind: 'cash_merger', day: '2025-08-01', symbol: 'CASHM', cash: 60 },
  { kind: 'stock_merger', day: '2025-08-01', symbol: 'STOKM', newSymbol: 'ACME', before: 1, after: 2 },
  {
    kind: 'stock_and_cash_merger',
    day: '2025-08-01',
    symbol: 'MIXM',
    newSymbol: 'ACME',
    before: 2,
    after: 3,
    cash: 10,
  },
  { kind: 'spin_off', day: '2025-08-04', symbol: 'PRNT', newSymbol: 'KIDS', before: 3, after: 1 },
]
/** By currency pair. */
export const RATES: Record<string, number> = { EURUSD: 1.1, GBPUSD: 1.25, USDJPY: 150, USDCHF: 0.8 }

/** `raw` means unadjusted for later splits. Undefined on a day without trading. */
export function closeOn(symbol: string, day: string, raw = true): number | undefined {
  const share = SHARES[symbol]
  const index = EXCHANGE_DAYS.indexOf(day)
  if (!share || index === -1 || day < (share.from ?? '') || day > (share.to ?? '9999')) return undefined
  const dropped = (share.drops ?? []).filter((drop) => drop.day <= day)
  const start = dropped.reduce((price, { amount }) => price - amount, share.start)
  const cents = Math.round(start * 100) + index
  const later = raw ? share.splits.filter((split) => split.day > day) : []
  const factor = later.reduce((product, { before, after }) => (product * after) / before, 1)
  return Math.round(cents * factor * 100) / 10_000
}

/** The names under which Massive lists the shares that still trade, by symbol. */
export const NAMES: Record<string, string> = {
  ACME: 'Acme Industries Inc.',
  BOLT: 'Bolt Motors Inc.',
  DIVI: 'Dividend Payers Corp.',
  LATE: 'Latecomer Inc.',
  REVR: 'Reverse Split Holdings',
}

/** The day's range: two percent around the close. */
export const rangeOf = (close: number): { low: number; high: number } => ({
  low: Math.round(close * 9800) / 10_000,
  high: Math.round(close * 10_200) / 10_000,
})

export const payDayOf = ({ day, payDay }: Dividend): string =>
  payDay ?? new Date(Date.parse(day) + 14 * 86_400_000).toISOString().slice(0, 10)

/** The usual daily volume, and that of an illiquid share. */
const [VOLUME, THIN_VOLUME] = [1_000_000, 1000]

/** `corrected`: closes that replace those of the formula. */
export function barsOf(
  symbol: string,
  { from, to, raw }: { from: string; to: string; raw: boolean },
  corrected: Record<string, number> = {},
): Bar[] {
  return EXCHANGE_DAYS.flatMap((day) => {
    const close =
      day >= from && day <= to ? (corrected[`${symbol} ${day}`] ?? closeOn(symbol, day, raw)) : undefined
    return close === undefined ? [] : [{ day, close, volume: symbol === 'THIN' ? THIN_VOLUME : VOLUME }]
  })
}

/** A share's dividends, in their corrected amounts. */
export const dividendsFrom = (
  symbol: string,
  { from, to }: { from: string; to: string },
  corrected: Record<string, number> = {},
): Dividend[] =>
  (SHARES[symbol]?.dividends ?? [])
    .filter(({ day }) => day >= from && day <= to)
    .map((paid) => ({ ...paid, amount: corrected[`${symbol} ${paid.day}`] ?? paid.amount }))

/** Simplification: currencies trade on the exchange's days. */
export function ratesOf(pair: string, from: string, to: string): Bar[] {
  const rate = RATES[pair]
  if (rate === undefined) return []
  return EXCHANGE_DAYS.filter((day) => day >= from && day <= to).map((day) => ({
    day,
    close: rate,
    volume: 0,
  }))
}

/** The factor that adjusts a day's close for later dividends. */
export function dividendFactor(symbol: string, day: string, to: string): number {
  const later = SHARES[symbol]?.dividends.filter((paid) => paid.day > day && paid.day <= to) ?? []
  return later.reduce((product, paid) => {
    const dayBefore = EXCHANGE_DAYS[EXCHANGE_DAYS.indexOf(paid.day) - 1] ?? ''
    return product * (1 - paid.amount / (closeOn(symbol, dayBefore, false) ?? 1))
  }, 1)
}

/** Midnight in New York, as both providers stamp a daily bar. Daylight saving time runs from March to November. */
export function newYorkMidnight(day: string): Date {
  const year = day.slice(0, 4)
  const sunday = (month: string, nth: number) => {
    const first = new Date(`${year}-${month}-01T00:00:00Z`).getUTCDay()
    return `${year}-${month}-${String(1 + ((7 - first) % 7) + (nth - 1) * 7).padStart(2, '0')}`
  }
  const isSummer = day > sunday('03', 2) && day <= sunday('11', 1)
  return new Date(`${day}T0${isSummer ? 4 : 5}:00:00Z`)
}
