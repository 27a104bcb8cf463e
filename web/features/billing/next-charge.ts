// When a subscription that is paid now is charged again.

/**
 * The same moment a month later, in UTC as the payment provider counts; a day that month does not have becomes its
 * last one (31 January, then 28 February).
 */
export function monthAfter(moment: Date): Date {
  const next = new Date(moment)
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + 1)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(moment.getUTCDate(), lastDay))
  return next
}
