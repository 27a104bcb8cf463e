// Annualizes a return; returns of less than a year are never annualized.

/** Calendar days in a year. */
export const YEAR_DAYS = 365

/**
 * (1 + total) ^ (365 / days) − 1. Null for less than one year, because a lucky month would look like a fortune. Source:
 * CFA Institute, GIPS standards: "Returns for periods of less than one year must not be annualized."
 */
export function annualized(total: number | null, daysOnRecord: number): number | null {
  if (total === null || total < -1 || daysOnRecord < YEAR_DAYS) return null
  return (1 + total) ** (YEAR_DAYS / daysOnRecord) - 1
}
