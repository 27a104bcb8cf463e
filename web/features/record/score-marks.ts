// A signal's return after a fixed number of exchange days, so that no one can choose the best moment
// afterwards.
import type { SignalScore } from '#shared/contracts/scores.ts'

/** Exchange days after the entry, as docs/record.md fixes them. */
const MARKS = [
  { days: 1, name: '1 day' },
  { days: 5, name: '1 week' },
  { days: 21, name: '1 month' },
  { days: 63, name: '3 months' },
  { days: 252, name: '1 year' },
] as const

export type ScorePart = SignalScore['parts'][number]
type ScoreMark = {
  name: string
  /** The day of the close. */
  day: string
  /** Ratios. The difference of a short is measured against a short of the index. */
  own: number
  benchmark: number
  excess: number
}

/** The parts that are positions with at least one day. */
const positionsOf = ({ parts }: Pick<SignalScore, 'parts'>): ScorePart[] =>
  parts.filter(({ does, days }) => does === 'opens' && days.length > 0)

/** The marks that all positions of the signal have reached, then their result now or at the exit. */
export function scoreMarks(score: SignalScore): ScoreMark[] {
  const positions = positionsOf(score)
  if (positions.length === 0) return []
  const [shortest, longest] = [Math.min, Math.max].map((most) =>
    most(...positions.map(({ days }) => days.length)),
  )
  const reached = MARKS.filter(({ days }) => days <= (shortest ?? 0))
  const isOpen = positions.some(({ exitDay }) => exitDay === null)
  return [
    ...reached.map(({ days, name }) => ({ name, ...after(positions, days) })),
    { name: isOpen ? 'Now' : 'Exit', ...after(positions, longest ?? 0) },
  ]
}

const DAY_MS = 86_400_000

/** Mondays to Fridays after the first day, up to the second one: the exchange days and some holidays. */
function weekdaysBetween(from: string, to: string): number {
  let count = 0
  for (let at = Date.parse(from) + DAY_MS; at <= Date.parse(to); at += DAY_MS)
    if (new Date(at).getUTCDay() % 6 !== 0) count += 1
  return count
}

/** The marks that an open position of the signal will reach by its end, and in how many exchange days. */
export function dueMarks({ parts, endsOn }: Pick<SignalScore, 'parts' | 'endsOn'>): {
  name: string
  inDays: number
}[] {
  const open = positionsOf({ parts }).filter(({ exitDay }) => exitDay === null)
  const [first] = open
  if (!first?.entryDay || endsOn === null) return []
  // The marks are far enough apart that holidays make no difference.
  const life = weekdaysBetween(first.entryDay, endsOn)
  const had = Math.min(...open.map(({ days }) => days.length))
  return MARKS.filter(({ days }) => days > had && days <= life).map(({ name, days }) => ({
    name,
    inDays: days - had,
  }))
}

/** The weighted means of the positions after that many days; a position that has ended keeps its result. */
function after(positions: readonly ScorePart[], count: number): Omit<ScoreMark, 'name'> {
  const weights = positions.reduce((sum, { weight }) => sum + Number(weight), 0)
  const mean = (valueOf: (part: ScorePart) => number) =>
    positions.reduce((sum, part) => sum + Number(part.weight) * valueOf(part), 0) / weights
  const own = (part: ScorePart) => productOf(part, count, 'growth')
  const index = (part: ScorePart) => productOf(part, count, 'benchmark')
  const day = positions.map(({ days }) => days[Math.min(count, days.length) - 1]?.day ?? '')
  return {
    day: day.toSorted().at(-1) ?? '',
    // A short can’t lose more than all.
    own: mean((part) => Math.max(part.side * (own(part) - 1), -1)),
    benchmark: mean((part) => index(part) - 1),
    excess: mean((part) => part.side * (own(part) - index(part))),
  }
}

const productOf = ({ days }: ScorePart, count: number, key: 'growth' | 'benchmark') =>
  days.slice(0, count).reduce((product, day) => product * Number(day[key]), 1)

/**
 * The result after each day of the signal's positions, from their entry on: ratios of the trade and of the same trade in SPY.
 * Empty before the first day.
 */
export function scoreCurve(score: SignalScore): { day: string; own: number; benchmark: number }[] {
  const positions = positionsOf(score)
  const entry = positions.map(({ entryDay }) => entryDay ?? '').toSorted()[0]
  if (entry === undefined) return []
  const longest = Math.max(...positions.map(({ days }) => days.length))
  const isShort = positions.some(({ side }) => side === -1)
  return [
    { day: entry, own: 0, benchmark: 0 },
    ...Array.from({ length: longest }, (_, place) => {
      const { day, own, benchmark } = after(positions, place + 1)
      return { day, own, benchmark: isShort ? -benchmark : benchmark }
    }),
  ]
}

/** The largest fall of the position from a best close to a later one, as a ratio of at most 0. */
export function deepestFall({ side, days }: ScorePart): number {
  let [growth, best, deepest] = [1, 1, 0]
  for (const day of days) {
    growth *= Number(day.growth)
    const value = Math.max(1 + side * (growth - 1), 0)
    best = Math.max(best, value)
    deepest = Math.min(deepest, value / best - 1)
  }
  return deepest
}

/** Every day of a position as comma-separated values, the entry’s close first. */
export function positionCsv({ entryDay, entryClose, days }: ScorePart): string {
  const rows = days.map(({ day, close, dividend, ratio, growth, benchmark }) =>
    [day, close ?? '', dividend, ratio, growth, benchmark].join(),
  )
  return [
    'day,close,dividend,split_ratio,growth,spy_growth',
    [entryDay ?? '', entryClose ?? '', '', '', '', ''].join(),
    ...rows,
    '',
  ].join('\n')
}
