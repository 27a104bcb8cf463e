// A ticker's last known close, per share as counted today.
import { isTicker } from '#engine/market/prices.ts'
import { Decimal } from 'decimal.js'
import { lastClosedDay, newYorkDay } from '#engine/market/exchange-days.ts'
import type { Deps } from '#server/deps.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { storedMarket } from './stored-market.ts'

/** Older closes say too little about today's price. */
const DAYS_BACK = 14

/**
 * `close`: in US dollars, divided by later splits. Null if no close of the last two weeks is stored; nothing is
 * fetched. Only uses closes with an adjusted close, which a ticker's page shows: others may be stored only for a sealed
 * trade, which they would reveal.
 */
export async function lastClose(
  { db, clock, market }: Pick<Deps, 'db' | 'clock' | 'market'>,
  ticker: string,
): Promise<{ day: string; close: Decimal } | null> {
  // The sample market has prices for any text.
  if (!isTicker(ticker)) return null
  const source = market.isSample ? market : storedMarket(db)
  const now = clock.now()
  // The sample market caches its days for the last requested day, and portfolios request today.
  const [today, to] = [newYorkDay(now), utcDay(now)]
  const from = dayOf(dayNumber(to) - DAYS_BACK)
  const [closes, adjusted, splits] = await Promise.all([
    source.closes(ticker, from, to),
    source.adjustedCloses(ticker, from, to),
    source.splits(ticker, from, to),
  ])
  const lastDay = lastClosedDay(now)
  const shown = new Set(adjusted.map(({ day }) => day))
  const last = closes.findLast(({ day }) => day <= lastDay && shown.has(day))
  if (!last) return null
  const made = splits
    .filter(({ day }) => day > last.day && day <= today)
    .reduce((product, { ratio }) => product.times(ratio), new Decimal(1))
  return { day: last.day, close: last.close.div(made).toDecimalPlaces(4) }
}
