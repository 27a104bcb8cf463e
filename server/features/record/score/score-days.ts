// Every day of a position, with each price that its result is calculated from.
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import { BENCHMARK } from '#server/adapters/market/port.ts'
import { dayNumber, dayOf } from '#server/market/calendar-day.ts'
import type { Level, PositionDay } from '#shared/contracts/scores.ts'
import { SECOND_BENCHMARK, storedInputs } from './inputs-store.ts'
import { published } from './method.ts'
import { levelsOf } from './levels.ts'
import type { ScoredForViewer, ScoreRow } from './outcome-store.ts'
import { calendarOf, pricePath } from './price-path.ts'

type Day = z.input<typeof PositionDay>

/** A benchmark's close before the entry is needed if it has none of that day. */
const DAYS_BEFORE = 30

/** Target and stop of a signal with one position that has begun. */
export async function scoreLevels(
  db: Kysely<DB>,
  { details, createdAt, scores: [row, ...others] }: ScoredForViewer,
): Promise<z.input<typeof Level>[]> {
  if (!details?.target && !details?.stop) return []
  if (!row || others.length > 0 || row.does !== 'opens' || row.entryDay === null || row.asOf === null)
    return []
  const { ticker, entryDay, asOf, isSample, side } = row
  const inputs = await storedInputs(db, [ticker], { from: entryDay, to: asOf, isSample })
  return levelsOf({ details, postedAt: createdAt, side, inputs })
}

/** The days of each ticker's position by ticker, in one query. A ticker that opened nothing has none. */
export async function scoreDays(
  db: Kysely<DB>,
  rows: readonly ScoreRow[],
  { showsPrices }: { showsPrices: boolean },
): Promise<ReadonlyMap<string, Day[]>> {
  const begun = rows.flatMap(({ ticker, entryDay, asOf, isSample }) =>
    entryDay === null || asOf === null ? [] : [{ ticker, entryDay, asOf, isSample }],
  )
  const [first] = begun
  if (!first) return new Map()
  const from = begun.map(({ entryDay }) => entryDay).toSorted()[0] ?? first.entryDay
  const to =
    begun
      .map(({ asOf }) => asOf)
      .toSorted()
      .at(-1) ?? first.asOf
  const start = dayOf(dayNumber(from) - DAYS_BEFORE)
  const symbols = [...new Set([...begun.map(({ ticker }) => ticker), BENCHMARK, SECOND_BENCHMARK])]
  const inputs = Map.groupBy(
    await storedInputs(db, symbols, { from: start, to, isSample: first.isSample }),
    ({ symbol }) => symbol,
  )
  const calendar = calendarOf(start, to)
  const pathOf = (symbol: string) => pricePath(inputs.get(symbol) ?? [], calendar)
  const [spy, qqq] = [pathOf(BENCHMARK), pathOf(SECOND_BENCHMARK)]
  return new Map(
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
          second: published(qqq.growth(place - 1, place)),
        }
      })
      return [ticker, days]
    }),
  )
}
