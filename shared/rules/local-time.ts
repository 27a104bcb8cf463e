// Instants of local times in a time zone, with its clock changes.

/** A calendar day and a minute of that day, as a wall clock shows them. `month`: 1 to 12. */
type WallTime = { year: number; month: number; day: number; minute: number }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

export function isTimeZone(timeZone: string): boolean {
  try {
    formatOf(timeZone)
    return true
  } catch {
    return false
  }
}

export function wallTimeOf(timeZone: string, at: Date): WallTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts
  return { year, month, day, minute: hour * 60 + minute }
}

/** The wall time as if it were UTC, in milliseconds. */
const asUtc = ({ year, month, day, minute }: WallTime) => Date.UTC(year, month - 1, day) + minute * MINUTE_MS

/**
 * The instant of a wall time. If clocks go back and show it twice, it is the first of the two instants. If they go
 * forward past it, it is the instant as long after midnight as the wall time says.
 */
export function instantOf(timeZone: string, wall: WallTime): Date {
  const wanted = asUtc(wall)
  const offsetAt = (ms: number) => asUtc(wallTimeOf(timeZone, new Date(ms))) - ms
  // The offsets of the day before and the day after, because at most one change lies between them.
  const [before, after] = [offsetAt(wanted - DAY_MS), offsetAt(wanted + DAY_MS)]
  const candidates = [wanted - before, wanted - after].toSorted((a, b) => a - b)
  const exact = candidates.find((ms) => asUtc(wallTimeOf(timeZone, new Date(ms))) === wanted)
  return new Date(exact ?? wanted - before)
}

/** `minute`: of the day. `weekday`: 0 is Sunday; null for each day. */
export type LocalSchedule = { timeZone: string; minute: number; weekday: number | null }

/** The first instant after `after` at which the schedule's clock shows its time. */
export function nextLocalTime({ timeZone, minute, weekday }: LocalSchedule, after: Date): Date {
  const { year, month, day } = wallTimeOf(timeZone, after)
  for (let days = 0; ; days += 1) {
    const date = new Date(Date.UTC(year, month - 1, day + days))
    if (weekday !== null && date.getUTCDay() !== weekday) continue
    const at = instantOf(timeZone, {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      minute,
    })
    if (at > after) return at
  }
}

export type QuietHours = { timeZone: string; from: number; to: number }

/** When the quiet hours that hold at this instant end; null outside of them. They may cross midnight. */
export function quietUntil({ timeZone, from, to }: QuietHours, at: Date): Date | null {
  const { minute } = wallTimeOf(timeZone, at)
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to
  return isQuiet ? nextLocalTime({ timeZone, minute: to, weekday: null }, at) : null
}
