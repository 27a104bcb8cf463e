// Every day of a position, with each price from which its result is calculated.
import { BENCHMARK } from '#engine/market/prices.ts'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { Level, PositionDay } from '#shared/contracts/scores.ts'
import { type StoredInput, storedInputs } from './stored-inputs.ts'
import { published } from '#engine/scoring/method.ts'
import { levelsOf } from '#engine/scoring/levels.ts'
import type { ScoredForViewer } from './outcome-store.ts'
import { calendarOf, pricePath } from '#engine/scoring/price-path.ts'

type Day = z.input<typeof PositionDay>
type Levels = z.input<typeof Level>[]

/** If a benchmark has no close on the entry day, the last one before it is needed. */
const DAYS_BEFORE = 30

/**
 * The days of each ticker's position by ticker, and the target and stop of a signal with one position, in one query.
 * Tickers without a position are left out.
 */
export async function scoreDays(
  db: Kysely<DB>,
  signal: ScoredForViewer,
  { showsPrices }: { showsPrices: boolean },
): Promise<{ days: ReadonlyMap<string, Day[]>; levels: Levels }> {
  const begun = signal.scores.flatMap(({ ticker, entryDay, asOf, isSample }) =>
    entryDay === null || asOf === null ? [] : [{ ticker, entryDay, asOf, isSample }],
  )
  const [first] = begun
  if (!first) return { days: new Map(), levels: [] }
  const from = begun.map(({ entryDay }) => entryDay).toSorted()[0] ?? first.entryDay
  const to =
    begun
      .map(({ asOf }) => asOf)
      .toSorted()
      .at(-1) ?? first.asOf
  const start = dayOf(dayNumber(from) - DAYS_BEFORE)
  const symbols = [...new Set([...begun.map(({ ticker }) => ticker), BENCHMARK])]
  const inputs = Map.groupBy(
    await storedInputs(db, symbols, { from: start, to, isSample: first.isSample }),
    ({ symbol }) => symbol,
  )
  const calendar = calendarOf(start, to)
  const pathOf = (symbol: string) => pricePath(inputs.get(symbol) ?? [], calendar)
  const spy = pathOf(BENCHMARK)
  const byTicker = new Map(
    begun.map(({ ticker, entryDay, asOf }) => {
      const share = pathOf(ticker)
      const [entry, last] = [calendar.placeOf.get(entryDay) ?? 0, calendar.placeOf.get(asOf) ?? 0]
      const days = Array.from({ length: last - entry }, (_, i): Day => {
        const place = entry + 1 + i
        const input = share.input(place)
        return {
          day: calendar.days[place] ?? '',
          close: showsPrices ? (share.close(place)?.toFixed() ?? null) : null,
          dividend: input?.dividend.toFixed() ?? '0',
          ratio: input?.ratio.toFixed() ?? '1',
          growth: published(share.growth(place - 1, place)),
          benchmark: published(spy.growth(place - 1, place)),
        }
      })
      return [ticker, days]
    }),
  )
  return { days: byTicker, levels: levelsAmong(signal, inputs.get(first.ticker) ?? []) }
}

function levelsAmong(
  { details, createdAt, scores: [row, ...others] }: ScoredForViewer,
  inputs: readonly StoredInput[],
): Levels {
  if (!row || others.length > 0 || row.does !== 'opens' || row.entryDay === null) return []
  const { entryDay, asOf, side } = row
  const own = inputs.filter(({ day }) => day >= entryDay && asOf !== null && day <= asOf)
  return levelsOf({ details, postedAt: createdAt, side, inputs: own })
}
