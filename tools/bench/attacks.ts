// How often mechanical strategies are listed, on made-up markets (docs/record.md, "Attacks"):
//   node tools/scripts/run.mjs tools/bench/attacks.ts [markets] [a part of the strategies' names]
import type { BookTrade } from '#engine/rating/books.ts'
import { type Market, marketOf, marketWeeks } from '#engine/rating/market.ts'
import { marketSumsOf, type MarketSums } from '#engine/rating/market-sums.ts'
import { LISTED_LOW, SKILL } from '#engine/rating/method.ts'
import { rankRecords } from '#engine/rating/rank-records.ts'
import { rateRecord } from '#engine/rating/rate-records.ts'
import { tradingDays } from '#engine/rating/trading-days.ts'
import {
  type AttackMarket,
  attackMarket,
  BILLS,
  DAYS_BEFORE,
  LOANS,
  SHARES,
  WINNERS,
} from './attack-market.ts'
import { type Random, randomNumbers } from './random-numbers.ts'

type Pick = readonly [ticker: string, side: 'buy' | 'sell']
type Strategy = {
  name: string
  accounts: (random: Random) => Pick[][]
  /**
   * One account at a time: each begins once the previous one was deleted, because it was behind after this many weeks.
   */
  deletedAfterWeeks?: number
}

const sell = (...tickers: string[]): Pick[] => tickers.map((ticker) => [ticker, 'sell'])
const buy = (...tickers: string[]): Pick[] => tickers.map((ticker) => [ticker, 'buy'])
const drawn = (random: Random, from: readonly string[], count = 10) =>
  from
    .map((ticker) => ({ ticker, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ ticker }) => ticker)
const always = (name: string, ...picks: Pick[]): Strategy => ({ name, accounts: () => [picks] })

const INVERSE = ['SH', 'PSQ', 'RWM', 'TBF', 'SDS', 'SPXU', 'SQQQ', 'SRTY', 'TMV', 'GLL']
const STRATEGIES: Strategy[] = [
  always('index funds SPY, QQQ, IWM', ...buy('SPY', 'QQQ', 'IWM')),
  always('sell ten inverse funds', ...sell(...INVERSE)),
  always('sell four triple inverse funds', ...sell('SPXU', 'SQQQ', 'SRTY', 'TMV')),
  always('buy four triple funds', ...buy('UPRO', 'TQQQ', 'URTY', 'TMF')),
  always(
    'sell both sides of triple funds',
    ...sell('UPRO', 'SPXU', 'TQQQ', 'SQQQ', 'URTY', 'SRTY', 'TMF', 'TMV'),
  ),
  always('nine T-bill funds', ...buy(...BILLS)),
  always('nine T-bill funds, and sell SH and SDS', ...buy(...BILLS), ...sell('SH', 'SDS')),
  always('loans and floaters, a little ahead without skill', ...buy(...LOANS)),
  always('sell UVXY and VXX, buy SVXY', ...sell('UVXY', 'VXX'), ...buy('SVXY')),
  always('gold', ...buy('GLD')),
  always('bitcoin', ...buy('IBIT')),
  { name: 'ten random shares', accounts: (random) => [buy(...drawn(random, SHARES))] },
  { name: 'short ten random shares', accounts: (random) => [sell(...drawn(random, SHARES))] },
  {
    name: 'buy shares in one book and sell the same ones in the other: either record',
    accounts: (random) => {
      const tickers = drawn(random, SHARES)
      return [buy(...tickers), sell(...tickers)]
    },
  },
  {
    name: '20 accounts of ten random shares each: any of them',
    accounts: (random) => Array.from({ length: 20 }, () => buy(...drawn(random, SHARES))),
  },
  {
    name: 'delete and return: ten random shares, a new account whenever one is behind after half a year',
    accounts: (random) => Array.from({ length: 4 }, () => buy(...drawn(random, SHARES))),
    deletedAfterWeeks: 26,
  },
  {
    name: 'for comparison, skill: ten of the shares that are 30 % a year ahead',
    accounts: (random) => [buy(...drawn(random, WINNERS))],
  },
]

const WEEKS = [26, 52, 104]
const LIFE = 63
const STAGGER = 3

type World = {
  made: AttackMarket
  market: Market
  sums: MarketSums
}

function worldOf(made: AttackMarket): World {
  const rows = (ticker: string) =>
    (made.prices.get(ticker) ?? []).map((close, at) => ({
      day: made.days[at] ?? '',
      close,
      dividend: '0',
      ratio: '1',
      volume: 1_000_000,
    }))
  const market = marketOf(tradingDays(made.closes), rows)
  return { made, market, sums: marketSumsOf(marketWeeks(market)) }
}

/** Each ticker is entered again when its position has ended, each ticker on a different day. */
function tradesOf(picks: readonly Pick[], { days }: AttackMarket, start = DAYS_BEFORE): BookTrade[] {
  const trades: BookTrade[] = []
  // More rounds at first give a record its 20 trades: it is rated as early as it can be.
  for (const [at, [ticker, side]] of picks.entries())
    for (let place = start + at * STAGGER; place < days.length;) {
      const isEarly = place < start + LIFE
      trades.push({
        index: 0,
        time: `${days[place] ?? ''}T12:00:00.000Z`,
        trade: { horizon: isEarly ? 'days' : 'months', side, tickers: [ticker] },
      })
      place += (isEarly ? 5 : LIFE) + 1
    }
  return trades.toSorted((a, b) => (a.time < b.time ? -1 : 1)).map((trade, index) => ({ ...trade, index }))
}

type Level = { listed: boolean; badge: boolean }

// Holidays make weeks shorter, and the first one may not be whole.
const dayAfter = (weeks: number, { days }: AttackMarket) => days[DAYS_BEFORE + weeks * 5 + 4] ?? ''

/** The trades of those accounts that begin within two years, and the weeks in which each account exists. */
function oneAfterTheOther(picks: readonly Pick[][], weeks: number, { made, market, sums }: World) {
  const records: { trades: BookTrade[]; from: number; to: number }[] = []
  for (const [at, own] of picks.entries()) {
    const [from, to] = [at * weeks, (at + 1) * weeks]
    const trades = tradesOf(own, made, DAYS_BEFORE + from * 5)
    const record = rateRecord({ author: 'a', book: 'open', trades }, dayAfter(to, made), market, sums)
    const isKept = (record?.figures?.mean ?? 0) >= 0
    records.push({ trades, from, to: isKept ? Infinity : to })
    if (isKept) break
  }
  return records
}

/** Whether the record is listed after each of `WEEKS`, and with a p low enough for a badge. */
function listedNow(trades: readonly BookTrade[], { made, market, sums }: World): Level[] {
  return WEEKS.map((weeks) => {
    const asOf = dayAfter(weeks, made)
    const record = rateRecord({ author: 'a', book: 'open', trades: [...trades] }, asOf, market, sums)
    const figures = record && record.missing.length === 0 ? record.figures : null
    const listed = figures !== null && figures.lowYear >= LISTED_LOW
    return { listed, badge: listed && figures.weeks >= SKILL.weeks && figures.p <= SKILL.p }
  })
}

const markets = Number(process.argv[2] ?? 200)
const tried = STRATEGIES.filter(({ name }) => name.includes(process.argv[3] ?? ''))
const counts = tried.map(() => ({
  listed: WEEKS.map(() => 0),
  badge: WEEKS.map(() => 0),
}))
for (let seed = 1; seed <= markets; seed += 1) {
  const random = randomNumbers(seed)
  const world = worldOf(attackMarket(random))
  for (const [at, { accounts, deletedAfterWeeks }] of tried.entries()) {
    const picks = accounts(random)
    const records =
      deletedAfterWeeks === undefined
        ? picks.map((own) => ({ trades: tradesOf(own, world.made), from: 0, to: Infinity }))
        : oneAfterTheOther(picks, deletedAfterWeeks, world)
    const now = records.map(({ trades, from, to }) =>
      listedNow(trades, world).map((level, k) => {
        const isThere = (WEEKS[k] ?? 0) > from && (WEEKS[k] ?? 0) <= to
        return isThere ? level : { listed: false, badge: false }
      }),
    )
    for (const k of WEEKS.keys()) {
      const count = counts[at]
      if (!count) continue
      count.listed[k] = (count.listed[k] ?? 0) + Number(now.some((one) => one[k]?.listed))
      count.badge[k] = (count.badge[k] ?? 0) + Number(now.some((one) => one[k]?.badge))
    }
  }
}
const shares = (numbers: readonly number[]) =>
  numbers.map((number) => Math.round((100 * number) / markets)).join(' / ')
console.log(`| strategy | listed | p ≤ 1% |\n|---|---|---|`)
for (const [at, { name }] of tried.entries()) {
  const count = counts[at]
  if (count) console.log(`| ${name} | ${shares(count.listed)} | ${shares(count.badge)} |`)
}

/** Copies of one record among 1,000 without skill, whose p-values are spread evenly. */
const recordWith = (id: string, p: number) => ({
  id,
  trades: 20,
  isRated: true,
  isActive: true,
  figures: { p, t: 2.5, lowYear: 0.02, weeks: 52 },
  recentMean: 0.1,
})
const others = Array.from({ length: 1_000 }, (_, n) => recordWith(`other${n}`, (n + 0.5) / 1_000))
console.log('\n| copies of a record with this p | one alone | 150 copies |\n|---|---|---|')
for (const p of [0.001, 0.005, 0.009]) {
  const passing = (count: number) => {
    const copies = Array.from({ length: count }, (_, n) => recordWith(`copy${n}`, p))
    return rankRecords([...copies, ...others]).candidates.filter((id) => id.startsWith('copy')).length
  }
  console.log(`| ${p} | ${passing(1)} below the cutoff | ${passing(150)} |`)
}
