// Random logs and prices from a seed, in the JSON that method 2's programs read: several authors with both books, among
// splits, dividends, halts, delistings, thin shares, half days and a year of 53 weeks.
import { closeOf, exchangeDays } from '#engine/market/exchange-days.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { BoardInput } from '#engine/rating/board.ts'
import type { LogEntry, LoggedTrade } from '#engine/rating/books.ts'
import { CASH, FUNDS } from '#engine/rating/method.ts'
import type { PriceRow } from '#engine/rating/ticker-path.ts'
import { type Random, randomNumbers } from '#tools/bench/random-numbers.ts'

/** [day, close, dividend, ratio, volume], as served and as in the published vectors. */
export type PriceRows = readonly (readonly [string, string, string, string, number | null])[]
export type MadeUpHistory = Omit<BoardInput, 'prices'> & { prices: Record<string, PriceRows> }

export const rowsOf = (rows: PriceRows): PriceRow[] =>
  rows.map(([day, close, dividend, ratio, volume]) => ({ day, close, dividend, ratio, volume }))

export const boardInput = ({ prices, ...rest }: MadeUpHistory): BoardInput => ({
  ...rest,
  prices: Object.fromEntries(Object.entries(prices).map(([ticker, rows]) => [ticker, rowsOf(rows)])),
})

/** The second half of 2026, which has 53 weeks, and up to three years after it. */
const FIRST_DAY = '2026-08-03'
const DAY_MS = 86_400_000

export type Shape = { days: number; shares: number; authors: number; posts: number; hasRoot?: boolean }

export function madeUpHistory(seed: number, shape: Shape): MadeUpHistory {
  const random = randomNumbers(seed)
  const calendar = exchangeDays(FIRST_DAY, dayOf(dayNumber(FIRST_DAY) + shape.days * 2)).slice(0, shape.days)
  const days = calendar.map((day) => [day, closeOf(day).toISOString()] as const)
  const shares = Array.from({ length: shape.shares }, (_, i) => `S${letters(i)}`)
  const prices: Record<string, PriceRows> = {}
  // Now and then one of the seven funds has no price at first, so that the first weeks have no figures.
  for (const fund of [...FUNDS, CASH]) prices[fund] = fundRows(fund, calendar, random)
  for (const share of shares) prices[share] = shareRows(calendar, random)
  const log = logOf({ calendar, shares, prices, random, shape })
  const asOf = dayOf(dayNumber(calendar.at(-1) ?? '') + random.one([-40, -4, -2, -1, 0, 0, 0, 3]))
  const root = shape.hasRoot === true ? { root: `root of ${seed}` } : {}
  return { asOf, days, prices, log, ...root }
}

const letters = (number: number) => String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))

function fundRows(fund: string, calendar: readonly string[], random: Random): PriceRows {
  const [daily, start] =
    fund === CASH ? [0.0001, 91.5] : [fund === 'VIXY' ? 0.04 : 0.011, 40 + random.below(500)]
  const from = fund !== CASH && random.chance(0.01) ? random.below(20) : 0
  let close = start
  return calendar.slice(from).flatMap((day) => {
    close *= 1 + daily * (fund === CASH ? random.next() : random.bell())
    const dividend = random.chance(0.01) ? '0.35' : '0'
    return fund !== CASH && random.chance(0.002) ? [] : [[day, close.toFixed(2), dividend, '1', 9_000_000]]
  })
}

function shareRows(calendar: readonly string[], random: Random): PriceRows {
  const daily = random.one([0.008, 0.015, 0.03, 0.05])
  const volume = random.one([null, null, 3_000, 900_000, 30_000_000])
  const [from, end] = [
    random.chance(0.1) ? random.below(60) : 0,
    random.chance(0.1) ? random.below(calendar.length) : Infinity,
  ]
  let close = random.one([0.9, 4, 25, 120, 3_100])
  let halt = 0
  return calendar.flatMap((day, place) => {
    close *= Math.max(0.2, 1 + daily * random.bell())
    if (random.chance(0.004)) halt = random.one([1, 2, 5, 20, 21, 22, 30])
    halt -= 1
    if (halt >= 0 || place < from || place > end) return []
    const ratio = random.chance(0.004) ? random.one(['2', '3', '0.1', '1.05', '0.3333333333']) : '1'
    close = Math.max(0.01, close / Number(ratio))
    const dividend = random.chance(0.01) ? random.one(['0.01', '0.125', '1.3', '0.0333333333333333']) : '0'
    const traded = volume === null || random.chance(0.02) ? null : Math.floor(volume * (0.5 + random.next()))
    return [[day, close.toFixed(random.chance(0.1) ? 4 : 2), dividend, ratio, traded]]
  })
}

type World = {
  calendar: readonly string[]
  shares: readonly string[]
  prices: MadeUpHistory['prices']
  random: Random
  shape: Shape
}

/** Authors a0, a1, … Every third one mostly knows the prices of the week after, so that some leads aren't luck. */
function logOf({ calendar, shares, prices, random, shape }: World): LogEntry[] {
  const closes = new Map(
    Object.entries(prices).map(([ticker, rows]) => [
      ticker,
      new Map(rows.map(([day, close]) => [day, Number(close)])),
    ]),
  )
  /** The log return of a share over the five trading days from the day after the given one. */
  const made = (ticker: string, place: number) => {
    const of = closes.get(ticker)
    return Math.log((of?.get(calendar[place + 6] ?? '') ?? 1) / (of?.get(calendar[place + 1] ?? '') ?? 1))
  }
  const wildest = (tickers: readonly string[], place: number) =>
    tickers.toSorted((a, b) => Math.abs(made(b, place)) - Math.abs(made(a, place))).slice(0, 1)
  const posts = Array.from({ length: shape.authors * shape.posts }, (_, i) => {
    const author = i % shape.authors
    // Some stop early, so that their records end.
    const place = random.below(author % 4 === 3 ? Math.ceil(calendar.length / 3) : calendar.length)
    const day = calendar[place] ?? ''
    const lastOrder = closeOf(day).getTime() - 600_000
    const time = random.one([
      lastOrder,
      lastOrder + 1,
      Date.parse(day) + random.below(DAY_MS),
      Date.parse(day) + 3 * DAY_MS,
    ])
    const count = random.chance(0.8) ? 1 : 1 + random.below(4)
    const pool = random.chance(0.1) ? [...FUNDS, CASH, 'NONE'] : shares
    const drawn = [...new Set(Array.from({ length: count }, () => random.one(pool)))]
    const knows = author % 3 === 0 && random.chance(0.95)
    const tickers = knows ? wildest([...drawn, random.one(shares), random.one(shares)], place) : drawn
    const side = knows
      ? made(tickers[0] ?? '', place) > 0
        ? 'buy'
        : 'sell'
      : random.one(['buy', 'buy', 'sell', 'comment'])
    const horizon = knows ? 'days' : random.one(['days', 'days', 'weeks', 'months', 'years', null])
    const only = random.chance(0.08) ? ('close' as const) : null
    const trade: LoggedTrade = {
      horizon,
      side,
      tickers: random.chance(0.02) ? [] : tickers,
      ...(random.chance(0.9) && { only }),
    }
    return { author: `a${author}`, time, trade, isSealed: random.chance(0.35) }
  })
  const log: LogEntry[] = []
  const sealed: { of: number; author: string; trade: LoggedTrade; opens: number }[] = []
  const add = (entry: Omit<LogEntry, 'index'>) => log.push({ index: log.length, ...entry })
  const openUntil = (time: number) => {
    for (let next = sealed[0]; next && next.opens <= time; next = sealed[0]) {
      sealed.shift()
      // The last author is private, so their trades stay sealed.
      if (next.author === `a${shape.authors - 1}` && shape.authors % 2 === 0) continue
      add({
        kind: 'open',
        time: new Date(next.opens).toISOString(),
        author: next.author,
        of: next.of,
        trade: next.trade,
      })
    }
  }
  for (const { author, time, trade, isSealed } of posts.toSorted((a, b) => a.time - b.time)) {
    openUntil(time)
    const at = new Date(time).toISOString()
    if (isSealed) sealed.push({ of: log.length, author, trade, opens: time + 90 * DAY_MS })
    const posted = random.chance(0.01) && { posted: '2026-01-05T15:00:00.000Z' }
    add({ kind: 'signal', time: at, author, ...posted, ...(!isSealed && { trade }) })
    if (random.chance(0.05))
      add({
        kind: random.one(['withdraw', 'takedown', 'leave']),
        time: at,
        author,
        of: random.below(log.length),
      })
  }
  openUntil(Infinity)
  return log
}
