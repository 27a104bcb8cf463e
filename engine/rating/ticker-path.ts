// One ticker's moves from each exchange day to the next, with its closes and volumes.
import { type TradedDays, tradedDays } from '#engine/scoring/traded-days.ts'
import { DAY_UNIT, MOVE_DAYS, MOVES_MIN } from './method.ts'
import { divide, divideBig, type Exact, exact, tenTo, unitsAt } from './exact.ts'
import type { TradingDays } from './trading-days.ts'

/** A day on which a share traded. All but the day are plain decimals. */
export type PriceRow = {
  day: string
  close: string
  /** Cash per share, as shares are counted at this close. */
  dividend: string
  /** The number of these shares per share at the previous close. */
  ratio: string
  /** Shares traded, null if unknown. */
  volume: string | number | null
  /** The close is the final value of a share that no longer trades. */
  isFinal?: boolean
}

export type TickerPath = TradedDays & {
  hasClose: (place: number) => boolean
  /** The close and the volume of a day, null without a close. */
  row: (place: number) => Pick<PriceRow, 'close' | 'volume'> | null
  /** Close to close, in 1e-8. 0 on a day without a close, and up to the first close. */
  moves: Float64Array
  /** The place of the first close; later moves are known. The number of days if there is none. */
  firstClose: number
}

/**
 * `rows` ascend by day; days that aren't in `days` are ignored. Takes 32 bytes a day, so that thousands of tickers fit.
 */
export function tickerPath(rows: readonly PriceRow[], { days, placeOf }: TradingDays): TickerPath {
  const stored = storedRows(days.length)
  const moves = new Float64Array(days.length)
  let [before, firstClose, final]: [PriceRow | null, number, number] = [null, days.length, -1]
  for (const row of rows) {
    const place = placeOf.get(row.day)
    if (place === undefined) continue
    stored.set(place, row)
    if (before) moves[place] = moveOf(row, before)
    else firstClose = place
    if (row.isFinal === true) final = place
    before = row
  }
  const { hasClose, row } = stored
  return { ...tradedDays(hasClose, final, days.length), hasClose, row, moves, firstClose }
}

/** Stores closes and volumes as floats if these format back to the same decimals, and the few others unchanged. */
function storedRows(length: number) {
  const closes = new Float64Array(length).fill(NaN)
  const volumes = new Float64Array(length).fill(NaN)
  const others = new Map<number, PriceRow>()
  const hasClose = (place: number) => !Number.isNaN(closes[place] ?? NaN)
  const row = (place: number): Pick<PriceRow, 'close' | 'volume'> | null => {
    if (!hasClose(place)) return null
    const [close, volume = NaN] = [String(closes[place]), volumes[place]]
    return others.get(place) ?? { close, volume: Number.isNaN(volume) ? null : volume }
  }
  return {
    hasClose,
    set(place: number, given: PriceRow) {
      const { close, volume } = given
      closes[place] = Number(close)
      if (volume !== null) volumes[place] = Number(volume)
      if (!isFloat(close) || (volume !== null && !isFloat(String(volume)))) others.set(place, given)
    },
    row,
  }
}

/** A float keeps fifteen digits of a decimal, and prints no exponent in this range. */
function isFloat(text: string): boolean {
  const value = Number(text)
  return text.length <= FLOAT_DIGITS && (value === 0 || (value >= 1e-6 && value < 1e15))
}
const FLOAT_DIGITS = 15

/** (close + dividend) × ratio / previous close − 1, in 1e-8. */
function moveOf({ close, dividend, ratio }: PriceRow, before: PriceRow): number {
  if (dividend === '0' && ratio === '1') {
    const [now, then] = [micros(close), micros(before.close)]
    const scaled = (now - then) * DAY_UNIT
    if (Number.isSafeInteger(scaled)) return divide(scaled, then)
  }
  const [now, paid, split, then] = [close, dividend, ratio, before.close].map(exact) as [
    Exact,
    Exact,
    Exact,
    Exact,
  ]
  const cents = Math.max(now.decimals, paid.decimals)
  const gross = (unitsAt(now, cents) + unitsAt(paid, cents)) * split.units
  const decimals = cents + split.decimals
  const common = Math.max(decimals, then.decimals)
  const base = unitsAt(then, common)
  return Number(divideBig((gross * tenTo(common - decimals) - base) * BigInt(DAY_UNIT), base))
}

/** A price in millionths, NaN if that isn't exact. Faster than exact decimals, for nearly all prices. */
function micros(text: string): number {
  const point = text.indexOf('.')
  const whole = Math.round(Number(text) * MILLION)
  return whole < MICROS_MAX && (point === -1 || text.length - point <= MICROS_DECIMALS + 1) ? whole : NaN
}
const MILLION = 1_000_000
const MICROS_DECIMALS = 6
/** Below this, a float is within a quarter of the whole number that it represents. */
const MICROS_MAX = 2 ** 50

/** The sum and the number of absolute moves between closes of adjacent days, in the 63 days up to a place. */
export function movesUpTo(path: TickerPath, place: number): { sum: number; count: number } | null {
  let [sum, count] = [0, 0]
  for (let at = Math.max(1, place - MOVE_DAYS + 1); at <= place; at += 1) {
    if (!path.hasClose(at) || !path.hasClose(at - 1)) continue
    sum += Math.abs(path.moves[at] ?? 0)
    count += 1
  }
  return count >= MOVES_MIN ? { sum, count } : null
}
