// Formats calendar days.

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "Jan 12, 2026" for the calendar day `2026-01-12`. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))

/** The calendar day of an instant in UTC, `YYYY-MM-DD`. */
export const dayOfInstant = (at: Date): string => at.toISOString().slice(0, 10)
