// A share's growth from each exchange day to the next, prepared for lookups by thousands of positions.
import { Decimal } from 'decimal.js'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { type DayInput, hasNoEvent } from './day-inputs.ts'
import { Exact } from './method.ts'
import { type TradedDays, tradedDays } from './traded-days.ts'

/** Calendar days that contain the longest horizon after the last known day. */
const DAYS_AHEAD = 420

/**
 * The exchange days of a calculation, including later ones on which positions will end. `known`: how many of them have
 * closed. Functions below identify a day by its place, the index in `days`.
 */
export type Calendar = { days: readonly string[]; placeOf: ReadonlyMap<string, number>; known: number }

export function calendarOf(from: string, lastDay: string): Calendar {
  const days = exchangeDays(from, dayOf(dayNumber(lastDay) + DAYS_AHEAD))
  return {
    days,
    placeOf: new Map(days.map((day, place) => [day, place])),
    known: days.filter((day) => day <= lastDay).length,
  }
}

/** One share on the days of a calendar. A place is an index of `calendar.days`. */
export type PricePath = TradedDays & {
  /** The input of the day, null if the share didn't trade. */
  input: (place: number) => DayInput | null
  /**
   * The value of the shares traded, in US dollars. 0 on a day without a close, null if unknown or before the
   * first close.
   */
  dayValue: (place: number) => number | null
  /** The last close by then, null before the first. */
  close: (place: number) => Decimal | null
  /** What one dollar at the close of one place is worth at the close of another. 1 before the first close. */
  growth: (from: number, to: number) => Decimal
  /** The same as a float. */
  approximate: (from: number, to: number) => Approximate
  /**
   * By place, the return since the previous exchange day as a float. NaN unless the share traded on both. For
   * estimates.
   */
  moves: Float64Array
}

/** The exact number is within `error` of `value`. */
export type Approximate = { value: number; error: number }

const ONE = new Exact(1)
/** A day's growth and its product with the earlier days are each rounded once, by at most half of Number.EPSILON. */
const ERROR_OF_DAY = Number.EPSILON

/** `inputs` ascend by day, and their days are in the calendar. */
export function pricePath(inputs: readonly DayInput[], { placeOf, known }: Calendar): PricePath {
  const byPlace = Array.from<unknown, DayInput | null>({ length: known }, () => null)
  for (const input of inputs) {
    const place = placeOf.get(input.day)
    if (place !== undefined && place < known) byPlace[place] = input
  }
  const closes: (Decimal | null)[] = []
  const totals = new Float64Array(known)
  let exactTotals: Decimal[] | null = null
  const values = new Float64Array(known).fill(NaN)
  const moves = new Float64Array(known).fill(NaN)
  let [last, lastFloat, total]: [Decimal | null, number, number] = [null, NaN, 1]
  for (const [place, input] of byPlace.entries()) {
    if (input) {
      const float = floatOf(input.close)
      if (last) {
        const step = growthFloat(input, float, last, lastFloat)
        if (byPlace[place - 1]) moves[place] = step - 1
        total *= step
      }
      last = input.close
      lastFloat = float
    }
    closes[place] = last
    totals[place] = total
  }
  const final = byPlace.findIndex((input) => input?.isFinal)
  return {
    ...tradedDays((place) => byPlace[place] != null, final, known),
    input: (place) => byPlace[place] ?? null,
    dayValue: (place) => {
      const input = byPlace[place]
      if (!input) return closes[place] ? 0 : null
      if (input.volume === null) return null
      if (Number.isNaN(values[place])) values[place] = productFloat(input.close, input.volume)
      return values[place] ?? null
    },
    close: (place) => closes[place] ?? null,
    growth: (from, to) => {
      exactTotals ??= totalsOf(byPlace)
      return (exactTotals[to] ?? ONE).div(exactTotals[from] ?? ONE)
    },
    approximate: (from, to) => {
      const value = (totals[to] ?? 1) / (totals[from] ?? 1)
      // One more for the quotient. The factor covers products of errors.
      return { value, error: value * (to + from + 1) * ERROR_OF_DAY * 1.01 }
    },
    moves,
  }
}

/** What one dollar at the first close is worth at each place. */
function totalsOf(inputs: readonly (DayInput | null)[]): Decimal[] {
  let [last, total]: [Decimal | null, Decimal] = [null, ONE]
  return inputs.map((input) => {
    if (input) {
      if (last) total = total.times(growthOf(input, last))
      last = input.close
    }
    return total
  })
}

/** Growth since the previous close, which is per old share: (close + dividend) × ratio / previous close. */
export const growthOf = ({ close, dividend, ratio }: DayInput, before: Decimal): Decimal =>
  new Exact(close).plus(dividend).times(ratio).div(before)

/**
 * The float nearest to `growthOf`. Without a dividend or a split it is a quotient of two whole numbers, which float
 * division rounds once. `float` and `beforeFloat` are the two closes.
 */
function growthFloat(input: DayInput, float: number, before: Decimal, beforeFloat: number): number {
  if (hasNoEvent(input)) {
    const scale = 10 ** Math.max(input.close.decimalPlaces(), before.decimalPlaces())
    const [now, then] = [float * scale, beforeFloat * scale]
    if (now < WHOLE_MAX && then < WHOLE_MAX) return Math.round(now) / Math.round(then)
  }
  return growthOf(input, before).toNumber()
}
/**
 * Equals `toNumber`, but doesn't format and parse a text. decimal.js stores 7 decimal digits per element, so a price
 * has one element for its dollars and one for the fraction.
 */
function floatOf(price: Decimal): number {
  const [dollars = 0, rest = 0, more] = price.d
  const isShort = price.s === 1 && price.e >= 0 && price.e < DIGITS && more === undefined
  return isShort ? (dollars * UNIT + rest) / UNIT : price.toNumber()
}
const DIGITS = 7
const UNIT = 10 ** DIGITS

/** The float nearest to the product. A product of whole numbers is exact, and the division rounds it once. */
function productFloat(close: Decimal, volume: Decimal | string): number {
  const count = Number(volume)
  const scale = 10 ** close.decimalPlaces()
  const whole = Math.round(floatOf(close) * scale)
  const isExact = whole < WHOLE_MAX && Number.isInteger(count) && whole * count <= Number.MAX_SAFE_INTEGER
  return isExact ? (whole * count) / scale : close.times(volume).toNumber()
}
/** Below this, a float is within a quarter of the whole number that it represents. */
const WHOLE_MAX = 2 ** 50
