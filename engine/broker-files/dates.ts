// Reads days as brokers write them. Whether year, month or day comes first is decided per file from all its rows.
import { quoted, RowError } from './file-errors.ts'

export type DateOrder = 'mdy' | 'dmy'
/** `contradiction`: two dates that can't have the same order, such as `13/02/2024` and `02/13/2024`. */
export type DateConvention = { order: DateOrder } | { contradiction: [string, string] }

type Shape = {
  year: number
  first: number
  second: number
  rest: string
  order: DateOrder | 'either' | 'ymd'
}

const ISO = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?!\d)/
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/
const DAY_MONTH_NAME = /^(\d{1,2})[-. ]\s?(\p{L}{3,10})[-., ]\s?(\d{4}|\d{2})(?!\d)/u
const MONTH_NAME_DAY = /^(\p{L}{3,10})[-. ]\s?(\d{1,2})[-, ]\s?(\d{4})(?!\d)/u
/** What may follow a day: a time with AM or PM and a time zone. */
const TIME =
  /^[T;,\s]*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?\s*([ap]m)?\s*(?:Z|[+-]\d{2}:?\d{2}|[A-Z]{2,4})?$/i
const AS_OF = /^\s+as of\s+(\S+)$/i

/** Month prefixes without accents: English, German, French, Dutch, Spanish, Italian, Portuguese, Nordic. */
const MONTHS = [
  ['jan', 'ene', 'gen'],
  ['feb', 'fev'],
  ['mar', 'mrz', 'mrt', 'maa'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mei', 'maj', 'mag'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic', 'des'],
]
/** 1 for January, 0 for anything that isn't a month. */
function monthNamed(name = ''): number {
  const plain = name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return MONTHS.findIndex((beginnings) => beginnings.some((beginning) => plain.startsWith(beginning))) + 1
}
/** Two digits from 70 up belong to the last century. */
const yearOf = (text = '') =>
  text.length > 2 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900)

function shapeOf(text: string): Shape | null {
  const iso = ISO.exec(text)
  if (iso) return { ...ymd(iso[1], iso[3], iso[4]), rest: text.slice(iso[0].length) }
  const numeric = NUMERIC.exec(text)
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[3])]
    const order = first > 12 ? 'dmy' : second > 12 ? 'mdy' : first === second ? 'ymd' : 'either'
    return { year: yearOf(numeric[4]), first, second, rest: text.slice(numeric[0].length), order }
  }
  const compact = COMPACT.exec(text)
  if (compact) return { ...ymd(compact[1], compact[2], compact[3]), rest: text.slice(compact[0].length) }
  const dayFirst = DAY_MONTH_NAME.exec(text)
  if (dayFirst) return named(dayFirst[3], dayFirst[2], dayFirst[1], text.slice(dayFirst[0].length))
  const monthFirst = MONTH_NAME_DAY.exec(text)
  return monthFirst && named(monthFirst[3], monthFirst[1], monthFirst[2], text.slice(monthFirst[0].length))
}

function ymd(year?: string, month?: string, day?: string): Omit<Shape, 'rest'> {
  return { year: Number(year), first: Number(month), second: Number(day), order: 'ymd' }
}

function named(year: string | undefined, month: string | undefined, day: string | undefined, rest: string) {
  const number = monthNamed(month)
  return number === 0
    ? null
    : { year: yearOf(year), first: number, second: Number(day), rest, order: 'ymd' as const }
}

/** Whether a cell begins with a day, in any order. */
export const looksLikeDate = (text: string) => shapeOf(text.trim()) !== null

/** Collects from all dates of a file whether the day or the month comes first. */
export function dateVotes() {
  const first: { mdy?: string; dmy?: string } = {}
  return {
    see(text: string): void {
      if (first.mdy !== undefined && first.dmy !== undefined) return
      const order = shapeOf(text.trim())?.order
      if (order === 'mdy' || order === 'dmy') first[order] ??= text.trim()
    },
    /** `fallback`: the broker's usual order, for a file without a day above 12. */
    decide(fallback: DateOrder): DateConvention {
      if (first.mdy !== undefined && first.dmy !== undefined) return { contradiction: [first.dmy, first.mdy] }
      return { order: first.mdy === undefined ? (first.dmy === undefined ? fallback : 'dmy') : 'mdy' }
    },
  }
}

/**
 * The day as `YYYY-MM-DD` and the time as `HH:MM:SS` (empty if missing). In `09/16/2020 as of 09/15/2020` the second
 * day, on which it took effect, counts unless `posted` selects the first. Throws `RowError`.
 */
export function readDate(
  text: string,
  convention: DateConvention,
  { posted = false } = {},
): { day: string; time: string } {
  const trimmed = text.trim()
  const shape = shapeOf(trimmed)
  if (!shape) throw new RowError(trimmed === '' ? 'The date is missing.' : `${quoted(text)} isn’t a date.`)
  const asOf = AS_OF.exec(shape.rest)
  if (asOf && !posted) return readDate(asOf[1] ?? '', convention)
  const time = asOf || shape.rest.trim() === '' ? '' : timeOf(shape.rest)
  if (time === null) throw new RowError(`${quoted(text)} isn’t a date.`)
  const [month, day] = monthAndDay(shape, text, convention)
  if (!isDay(shape.year, month, day)) throw new RowError(`${quoted(text)} isn’t a calendar date.`)
  return { day: [shape.year, pad(month), pad(day)].join('-'), time }
}

function monthAndDay(shape: Shape, text: string, convention: DateConvention): [month: number, day: number] {
  if (shape.order === 'ymd') return [shape.first, shape.second]
  if ('contradiction' in convention) {
    const [dmy, mdy] = convention.contradiction
    throw new RowError(
      `${quoted(text)} can’t be read: this file has dates in two orders, such as ${quoted(dmy)} and ${quoted(mdy)}.`,
    )
  }
  return convention.order === 'mdy' ? [shape.first, shape.second] : [shape.second, shape.first]
}

function timeOf(rest: string): string | null {
  const found = TIME.exec(rest)
  if (!found) return null
  const half = found[4]?.toLowerCase()
  const hour = (Number(found[1]) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0)
  return `${pad(hour)}:${found[2]}:${found[3] ?? '00'}`
}

const pad = (number: number) => String(number).padStart(2, '0')

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1950 || year > 2200 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
