// Turns the targets and stops of demo signals, which are distances from the last close, into prices.
import type { Market } from '#server/adapters/market/port.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { utcDay } from '#shared/rules/dates.ts'
import type { Blueprint, SignalOptions } from './person-options.ts'

type Closes = Pick<Market, 'closes'>

/** The maximum age of a last close, even after a long weekend. */
const CLOSE_WITHIN_DAYS = 10

/** `+20%` becomes 1.2 times the last close before the post. */
export async function withPrices<T extends Record<string, Blueprint>>(
  people: T,
  market: Closes,
  now: Date,
): Promise<T> {
  const priced: Record<string, Blueprint> = {}
  for (const [name, person] of Object.entries(people))
    priced[name] = person.signals
      ? { ...person, signals: await Promise.all(person.signals.map((one) => pricedSignal(one, market, now))) }
      : person
  return priced as T
}

async function pricedSignal(signal: string | SignalOptions, market: Closes, now: Date) {
  if (typeof signal === 'string' || !signal.details) return signal
  const { target, stop } = signal.details
  const day = utcDay(now.getTime() - (signal.hoursAgo ?? 0) * 3_600_000)
  const [from, to] = [dayOf(dayNumber(day) - CLOSE_WITHIN_DAYS), dayOf(dayNumber(day) - 1)]
  const last = (await market.closes(signal.tickers?.[0] ?? '', from, to)).at(-1)?.close
  const priceOf = (distance: string) =>
    last?.times(1 + Number.parseFloat(distance) / 100).toFixed(2) ?? distance
  const details = {
    ...signal.details,
    ...(target && { target: priceOf(target) }),
    ...(stop && { stop: priceOf(stop) }),
  }
  return { ...signal, details }
}
