// The 32 checks published with method 2, each computed by the engine.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { skillCutoff } from '#engine/rating/benjamini-hochberg.ts'
import { ratedPositions } from '#engine/rating/book-positions.ts'
import { type BookTrade, booksOf, type LogEntry, recordId } from '#engine/rating/books.ts'
import { divide, divideBig } from '#engine/rating/exact.ts'
import { type Market, marketOf, marketWeeks } from '#engine/rating/market.ts'
import { beyondMonkeys, pick } from '#engine/rating/monkeys.ts'
import { publishedFigures } from '#engine/rating/published-figures.ts'
import { figuresOf, inverse, marketSums, recordSums } from '#engine/rating/regression.ts'
import { quantile, tail } from '#engine/rating/student-t.ts'
import { tradingDays } from '#engine/rating/trading-days.ts'
import { dailyResults, firstDay, weeklyResults } from '#engine/rating/weekly-results.ts'
import { type PriceRows, rowsOf } from './made-up-history.ts'

type Vector = { do: string; name: string; in: never; expect: unknown }
type Log = { log: LogEntry[]; asOf: string }
const published = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as {
  market: number[][]
  days: [string, string][]
  prices: Record<string, PriceRows>
  vectors: Vector[]
}

const market: Market = marketOf(tradingDays(published.days), (ticker) =>
  rowsOf(published.prices[ticker] ?? []),
)
const dayOf = (place: number | null) => (place === null ? null : market.days[place])
const positionsOf = (trades: readonly BookTrade[]) => ratedPositions(trades, market)

const COMPUTE: Record<string, (input: never) => unknown> = {
  figures({
    from,
    ys,
    filled: [part, all] = [1, 1],
  }: {
    from: number
    ys: number[]
    filled?: [number, number]
  }) {
    const weeks = published.market.slice(from, from + ys.length)
    const days = weeks.reduce((sum, [count = 0]) => sum + count, 0)
    const sums = recordSums(weeks, ys)
    const range = { weeks: ys.length, days, inverse: inverse(marketSums(weeks) ?? []) }
    const figures = sums && figuresOf(sums, range, part / all)
    return figures && publishedFigures(figures)
  },
  tail: ({ t, df }: { t: number; df: number }) => tail(t, df).toFixed(9),
  quantile: ({ p, df }: { p: number; df: number }) => quantile(p, df).toFixed(6),
  cutoff: ({ ps, family }: { ps: number[]; family: number }) => skillCutoff(ps, family),
  div(pairs: [number, number][]) {
    expect(pairs.map(([a, b]) => Number(divideBig(BigInt(a), BigInt(b))))).toEqual(
      pairs.map(([a, b]) => divide(a, b)),
    )
    return pairs.map(([a, b]) => divide(a, b))
  },
  pick: (choices: Parameters<typeof pick>[]) => choices.map((choice) => pick(...choice)),
  beyond: ({ t, df, ts }: { t: number; df: number; ts: number[] }) => beyondMonkeys(t, df, ts).toFixed(9),
  positions: ({ log, asOf }: Log) =>
    Object.fromEntries(
      booksOf(log, asOf).map((book) => [
        recordId(book),
        positionsOf(book.trades).map((one) => [
          one.ticker,
          one.side,
          one.weight,
          dayOf(one.entry),
          dayOf(one.exit),
          one.trip,
          one.fee,
        ]),
      ]),
    ),
  daily({ log, asOf, to }: Log & { to: string }) {
    const positions = booksOf(log, asOf).flatMap(({ trades }) => positionsOf(trades))
    const [first, last] = [firstDay(positions), market.placeOf.get(to) ?? 0]
    const { filled, results } = dailyResults(positions, market, [first, last])
    const weekly = weeklyResults(positions, market, last)
    const start = market.weekStarts[weekly.firstWeek] ?? 0
    return {
      daily: [...results].map((result, at) => [dayOf(first + at), filled[at], result]),
      firstWeek: isoWeek(dayOf(start) ?? ''),
      weeks: weekly.ys,
      filled: [weekly.filled, last - start + 1],
    }
  },
  market: ({ from, to }: { from: number; to: number }) => marketWeeks(market).slice(from, to),
}

/** The year and the number of a week, from its Thursday. */
function isoWeek(monday: string): [number, number] {
  const thursday = new Date(Date.parse(monday) + 3 * 86_400_000)
  const year = thursday.getUTCFullYear()
  return [year, 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * 86_400_000))]
}

describe('The published vectors of method 2', () => {
  test('include all 32 checks', () => expect(published.vectors).toHaveLength(32))
  test.each(published.vectors.map((vector) => [`${vector.do}: ${vector.name}`, vector] as const))(
    '%s',
    (_name, vector) => expect(COMPUTE[vector.do]?.(vector.in)).toEqual(vector.expect),
  )
})
